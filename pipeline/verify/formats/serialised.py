"""Files that may run code when they are loaded: typed by their header, listed, and never opened.

Headers: pickle protocols 2-5 (PEP 3154, 574) and the first opcodes of protocols 0 and 1; torch archives hold a
`data.pkl`; joblib writes pickles, compressed by zlib, gzip, bz2, xz, lzma or lz4; R's `RDX`, `RDA` and `X` streams.
What is compressed, and what has no header of its own, is told by its name.
"""

import re
from pathlib import Path

from pipeline.verify.format import Description, Format
from pipeline.verify.ziphead import first_member

_PICKLE = tuple(bytes([0x80, protocol]) for protocol in (2, 3, 4, 5))
_R = (b"RDX2\n", b"RDX3\n", b"RDA2\n", b"RDA3\n", b"X\n\x00\x00\x00", b"A\n2\n", b"A\n3\n")
_OLD_PICKLE = re.compile(rb"(\(dp\d|\(lp\d|\(ip\d|c[a-z_][\w.]*\n[A-Za-z_]\w*\n|\(c[a-z_][\w.]*\n\w+\n)")
_PACKED = (
    b"\x1f\x8b",
    b"\x78\x01",
    b"\x78\x5e",
    b"\x78\x9c",
    b"\x78\xda",
    b"BZh",
    b"\xfd7zXZ\x00",
    b"\x5d\x00\x00",
    b"\x04\x22\x4d\x18",
)
_NAMES = re.compile(r"(?i)\.(pkl|pickle|p|joblib|pt|pth|ckpt|rds|rda|rdata|dill)(\.(gz|bz2|xz|z|lzma|lz4))?$")
_ZIP = b"PK\x03\x04"


def _matches(head: bytes, name: str) -> bool:
    if head.startswith((*_PICKLE, *_R)) or first_member(head).endswith("data.pkl") or _OLD_PICKLE.match(head):
        return True
    return bool(_NAMES.search(name)) and head.startswith((*_PACKED, _ZIP))


def _describe(path: Path) -> Description:
    return Description(warnings=("may run code when loaded (pickle, torch or R data): listed, not opened",))


FORMAT = Format(name="serialised", order=5, matches=_matches, describe=_describe)
