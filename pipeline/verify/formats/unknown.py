"""Everything else: kept and listed, with the name of its kind where the first bytes tell it."""

from pathlib import Path

from pipeline.verify.format import Description, Format
from pipeline.verify.ziphead import first_member

_SIGNATURES = (
    (b"\x89HDF\r\n\x1a\n", "HDF5"),
    (b"PAR1", "Parquet"),
    (b"\x1f\x8b", "gzip"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ\x00", "xz"),
    (b"7z\xbc\xaf\x27\x1c", "7-Zip"),
    (b"Rar!\x1a\x07", "RAR"),
    (b"PK\x03\x04", "zip"),
    (b"%PDF-", "PDF"),
    (b"\x89PNG\r\n\x1a\n", "PNG"),
    (b"\xff\xd8\xff", "JPEG"),
    (b"II*\x00", "TIFF"),
    (b"MM\x00*", "TIFF"),
    (b"MATLAB 5.0 MAT-file", "MATLAB"),
    (b"SQLite format 3\x00", "SQLite"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old Office document"),
)


def _describe(path: Path) -> Description:
    with path.open("rb") as file:
        head = file.read(4096)
    if not head:
        return Description(warnings=("the file is empty",))
    kind = next((kind for signature, kind in _SIGNATURES if head.startswith(signature)), None)
    if kind == "zip" and first_member(head) == "[Content_Types].xml":
        kind = "Office document (such as xlsx)"
    return Description(warnings=(f"{kind or 'of a kind not known here'}: listed, not read",))


FORMAT = Format(name="unknown", order=99, matches=lambda head, name: True, describe=_describe)
