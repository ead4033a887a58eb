"""TIFF and BigTIFF pictures, one or many frames."""

from functools import partial

from pipeline.verify.format import Format
from pipeline.verify.pictures import describe_as, read_as

_MAGIC = (b"II*\x00", b"MM\x00*", b"II+\x00", b"MM\x00+")

FORMAT = Format(
    name="tiff",
    order=14,
    matches=lambda head, name: head.startswith(_MAGIC),
    describe=partial(describe_as, kind="TIFF"),
    read=partial(read_as, kind="TIFF"),
)
