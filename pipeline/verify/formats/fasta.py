"""FASTA: records of a header line that starts with `>` and a sequence over one or more lines."""

import re
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from pipeline.verify.format import Description, Format, ReadError
from pipeline.verify.profile import Profile
from pipeline.verify.text import first_lines, looks_like_text, opened
from schemas.transforms import ReaderOptions

if TYPE_CHECKING:
    import pandas as pd

HEADER = "header"
SEQUENCE = "sequence"
_LETTERS = re.compile(r"[A-Za-z*.\-]+")
_BATCH = 20_000


def _matches(head: bytes, name: str) -> bool:
    lines = first_lines(head, 2) if looks_like_text(head) else []
    return len(lines) == 2 and lines[0].startswith(">") and bool(_LETTERS.fullmatch(lines[1].strip()))


def _records(text: TextIO) -> Iterator[tuple[str, str]]:
    from Bio.SeqIO.FastaIO import SimpleFastaParser

    parse: Callable[[TextIO], Iterator[tuple[str, str]]] = SimpleFastaParser
    return ((header.strip(), sequence) for header, sequence in parse(text))


def _describe(path: Path) -> Description:
    import pyarrow as pa

    profile = Profile((HEADER, SEQUENCE))
    odd, first_odd = 0, ""
    with opened(path, newline=None) as (text, encoding):
        records = _records(text)
        while batch := list(islice(records, _BATCH)):
            profile.add([pa.array(column, pa.string()) for column in zip(*batch, strict=True)])
            unlettered = [header for header, sequence in batch if not _LETTERS.fullmatch(sequence)]
            odd, first_odd = odd + len(unlettered), first_odd or next(iter(unlettered), "")
    found = (f"{odd} sequences are empty or no letters (the first: {first_odd[:60]})",) if odd else ()
    return Description(
        profile.rows,
        profile.columns(),
        warnings=(*encoding.warnings, *found),
        preview=profile.preview,
        sampled=profile.looked_at,
    )


def _read(path: Path, options: ReaderOptions) -> "pd.DataFrame":
    import pandas as pd

    with opened(path, newline=None) as (text, _):
        records = list(_records(text))
    for number, (header, sequence) in enumerate(records, start=1):
        if not _LETTERS.fullmatch(sequence):
            raise ReadError(f"record {number} ({header[:60]}) has no sequence of letters")
    return pd.DataFrame(records, columns=[HEADER, SEQUENCE], dtype="str")


FORMAT = Format(name="fasta", order=30, matches=_matches, describe=_describe, read=_read, is_table=True)
