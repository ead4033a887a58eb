"""`make bench-screening [PAPERS=folder] [GOLD=file]`: the decisions of screening against careful readers.

A fresh run to the end of screening, held against gold with `papergym eval`. Prints its tables and the reasons for
rejections; writes `var/bench-screening/` (Markdown, JSON, a picture).
"""

import argparse
import sys
import tempfile
from pathlib import Path

from tests.flows.command import ROOT, Shell

_REASONS = "select rule, category, count(*) as papers from decisions where call = 'reject' group by all order by 3 desc"


def main() -> int:
    """Run, evaluate, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--papers", type=Path, nargs="+", default=[ROOT / "tests" / "data" / "papers"])
    parser.add_argument("--gold", type=Path, default=ROOT / "tests" / "data" / "gold.jsonl")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        shell = Shell(Path(folder))
        shell.run("run", *asked.papers, "--until", "screen", "--plain", timeout=7200)
        told = shell.run("eval", asked.gold, "--out", ROOT / "var" / "bench-screening")
        reasons = shell.run("sql", _REASONS)
    sys.stdout.write(f"{told.stdout}{told.stderr}\nRejections\n{reasons.stdout}")
    return told.returncode


if __name__ == "__main__":
    sys.exit(main())
