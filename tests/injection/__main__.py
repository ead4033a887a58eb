"""`python -m tests.injection`: the injection table, as Markdown. With `--quick`, without the PDF."""

import sys
import tempfile
from pathlib import Path

from pipeline.adapters.pdf import PdfDocuments
from tests.injection.table import FILES, HEADS, PAGES, row, trials


def main() -> int:
    """Print the table; 1 where a verdict moved."""
    files = FILES if "--quick" in sys.argv else (*FILES, *PAGES)
    has_moved = False
    sys.stdout.write(f"| {' | '.join(HEADS)} |\n|{'---|' * len(HEADS)}\n")
    with tempfile.TemporaryDirectory() as folder, PdfDocuments(workers=1) as documents:
        for found in trials(files, documents, Path(folder)):
            sys.stdout.write(f"| {' | '.join(row(found))} |\n")
            sys.stdout.flush()
            has_moved = has_moved or found.has_moved
    return int(has_moved)


if __name__ == "__main__":
    sys.exit(main())
