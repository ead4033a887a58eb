"""Files that may run code when they are loaded: typed by their header, listed, and never opened.

Headers: pickle protocols 2-5 (PEP 3154, 574); torch archives hold a `data.pkl`; R's `RDX`, `RDA` and `X` streams;
gzip-compressed R data is told by its name only.
"""

from pathlib import Path

from pipeline.verify.format import Description, Format
from pipeline.verify.ziphead import first_member

_PICKLE = tuple(bytes([0x80, protocol]) for protocol in (2, 3, 4, 5))
_R = (b"RDX2\n", b"RDX3\n", b"RDA2\n", b"RDA3\n", b"X\n\x00\x00\x00", b"A\n2\n", b"A\n3\n")
_R_SUFFIXES = (".rds", ".rda", ".rdata")


def _matches(head: bytes, name: str) -> bool:
    if head.startswith((*_PICKLE, *_R)) or first_member(head).endswith("data.pkl"):
        return True
    return head.startswith(b"\x1f\x8b") and name.lower().endswith(_R_SUFFIXES)


def _describe(path: Path) -> Description:
    return Description(warnings=("may run code when loaded (pickle, torch or R data): listed, not opened",))


FORMAT = Format(name="serialised", order=5, matches=_matches, describe=_describe)
