"""Licence texts. Text formats look alike, so the name tells; the phrases tell which licence it is."""

from pathlib import Path

from pipeline.verify.format import Description, Format
from pipeline.verify.licences import is_licence_name, spdx_of
from pipeline.verify.text import looks_like_text, read_text


def _describe(path: Path) -> Description:
    text, warnings = read_text(path)
    return Description(licence=spdx_of(text), warnings=warnings)


FORMAT = Format(
    name="licence",
    order=15,
    matches=lambda head, name: is_licence_name(name) and looks_like_text(head),
    describe=_describe,
)
