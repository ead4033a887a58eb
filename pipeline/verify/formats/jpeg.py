"""JPEG pictures."""

from functools import partial

from pipeline.verify.format import Format
from pipeline.verify.pictures import describe_as, read_as

_MAGIC = b"\xff\xd8\xff"

FORMAT = Format(
    name="jpeg",
    order=14,
    matches=lambda head, name: head.startswith(_MAGIC),
    describe=partial(describe_as, kind="JPEG"),
    read=partial(read_as, kind="JPEG"),
)
