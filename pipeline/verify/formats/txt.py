"""Plain text that is nothing more particular."""

from pathlib import Path

from pipeline.verify.format import Description, Format
from pipeline.verify.text import looks_like_text, read_text


def _describe(path: Path) -> Description:
    text, warnings = read_text(path)
    return Description(len(text.splitlines()), warnings=warnings)


FORMAT = Format(name="txt", order=80, matches=lambda head, name: looks_like_text(head), describe=_describe)
