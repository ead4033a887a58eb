"""Tar archives, compressed or not: listed from their headers, never unpacked here."""

import tarfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from pipeline.verify.damage import reading
from pipeline.verify.format import Description, Format, ReadError
from pipeline.verify.listing import Member, listing_of

_MEMBERS = 50_000
_MAGIC = b"ustar"
_MAGIC_AT = 257


def _members(archive: tarfile.TarFile) -> Iterator[Member]:
    for info in islice(archive, _MEMBERS):
        is_plain = info.isreg() or info.isdir()
        oddity = "" if is_plain else "are links" if info.issym() or info.islnk() else "are devices or pipes"
        yield Member(info.name, info.size, None, oddity, info.isdir())


def _describe(path: Path) -> Description:
    try:
        with reading("not a tar archive"), tarfile.open(path, "r:") as archive:
            return listing_of(_members(archive))
    except tarfile.TarError as error:
        raise ReadError(f"not a tar archive: {error}") from error


FORMAT = Format(
    name="tar",
    order=51,
    matches=lambda head, name: head[_MAGIC_AT : _MAGIC_AT + len(_MAGIC)] == _MAGIC,
    describe=_describe,
)
