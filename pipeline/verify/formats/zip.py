"""Zip archives: listed from their directory, never unpacked here."""

import stat
import zipfile
from pathlib import Path

from pipeline.verify.damage import reading
from pipeline.verify.format import Description, Format
from pipeline.verify.listing import Member, listing_of

_MEMBERS = 50_000
_ENCRYPTED = 1


def _member(info: zipfile.ZipInfo) -> Member:
    mode = info.external_attr >> 16
    oddity = "are encrypted" if info.flag_bits & _ENCRYPTED else "are links" if stat.S_ISLNK(mode) else ""
    return Member(info.filename, info.file_size, info.compress_size, oddity, info.is_dir())


def _describe(path: Path) -> Description:
    with reading("not a zip archive"), zipfile.ZipFile(path) as archive:
        return listing_of(_member(info) for info in archive.infolist()[:_MEMBERS])


FORMAT = Format(name="zip", order=50, matches=lambda head, name: head.startswith(b"PK\x03\x04"), describe=_describe)
