"""PNG pictures (W3C PNG)."""

from functools import partial

from pipeline.verify.format import Format
from pipeline.verify.pictures import describe_as, read_as

_MAGIC = b"\x89PNG\r\n\x1a\n"

FORMAT = Format(
    name="png",
    order=14,
    matches=lambda head, name: head.startswith(_MAGIC),
    describe=partial(describe_as, kind="PNG"),
    read=partial(read_as, kind="PNG"),
)
