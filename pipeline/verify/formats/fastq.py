"""FASTQ: reads of four lines, with a quality letter for each base. The first 10,000 are looked at, all are counted."""

from itertools import islice
from pathlib import Path

from pipeline.verify.format import Description, Format, ReadError
from pipeline.verify.profile import Profile
from pipeline.verify.text import first_lines, looks_like_text, opened

_SAMPLE = 10_000
_PIECE = 2**20


def _matches(head: bytes, name: str) -> bool:
    lines = first_lines(head, 4) if looks_like_text(head) else []
    return len(lines) == 4 and lines[0].startswith("@") and lines[2].startswith("+") and len(lines[1]) == len(lines[3])


def _describe(path: Path) -> Description:
    import pyarrow as pa
    from Bio.SeqIO.QualityIO import FastqGeneralIterator

    try:
        with opened(path, newline=None) as (text, encoding):
            reads = list(islice(FastqGeneralIterator(text), _SAMPLE))
    except ValueError as error:
        raise ReadError(f"not FASTQ: {error}") from error
    profile = Profile(("header", "sequence", "quality"))
    profile.add([pa.array(column, pa.string()) for column in zip(*reads, strict=True)])
    rows = _lines(path) // 4
    sampled = len(reads) if rows > len(reads) else None
    return Description(rows, profile.columns(), warnings=encoding.warnings, preview=profile.preview, sampled=sampled)


def _lines(path: Path) -> int:
    """The number of lines; the last may lack its end."""
    count, last = 0, b"\n"
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            count, last = count + piece.count(b"\n"), piece[-1:]
    return count + (last != b"\n")


FORMAT = Format(name="fastq", order=31, matches=_matches, describe=_describe)
