"""FASTA: records of a header line that starts with `>` and a sequence over one or more lines."""

import io
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.verify.columns import describe_column
from pipeline.verify.format import Description, Format, ReadError
from pipeline.verify.text import first_lines, looks_like_text, read_text

if TYPE_CHECKING:
    import pandas as pd

HEADER = "header"
SEQUENCE = "sequence"
_LETTERS = re.compile(r"[A-Za-z*.\-]+")


def _matches(head: bytes, name: str) -> bool:
    lines = first_lines(head, 2) if looks_like_text(head) else []
    return len(lines) == 2 and lines[0].startswith(">") and bool(_LETTERS.fullmatch(lines[1].strip()))


def _records(path: Path) -> tuple[list[tuple[str, str]], tuple[str, ...]]:
    from Bio.SeqIO.FastaIO import SimpleFastaParser

    parse: Callable[[io.StringIO], Iterator[tuple[str, str]]] = SimpleFastaParser
    text, warnings = read_text(path)
    return [(header.strip(), sequence) for header, sequence in parse(io.StringIO(text, newline=None))], warnings


def _describe(path: Path) -> Description:
    records, warnings = _records(path)
    headers, sequences = [header for header, _ in records], [sequence for _, sequence in records]
    columns = (describe_column(HEADER, headers), describe_column(SEQUENCE, sequences))
    odd = [header for header, sequence in records if not _LETTERS.fullmatch(sequence)]
    found = (f"{len(odd)} sequences are empty or no letters (the first: {odd[0][:60]})",) if odd else ()
    return Description(len(records), columns, warnings=(*warnings, *found))


def _read(path: Path) -> "pd.DataFrame":
    import pandas as pd

    records, _ = _records(path)
    for number, (header, sequence) in enumerate(records, start=1):
        if not _LETTERS.fullmatch(sequence):
            raise ReadError(f"record {number} ({header[:60]}) has no sequence of letters")
    return pd.DataFrame(records, columns=[HEADER, SEQUENCE], dtype=object)


FORMAT = Format(name="fasta", order=30, matches=_matches, describe=_describe, read=_read)
