"""What a format file declares, and the finding of a file's format by its first bytes."""

import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.verify.text import HEAD_BYTES
from schemas.data import Column

if TYPE_CHECKING:
    import pandas as pd


class ReadError(ValueError):
    """A file that its own format cannot read: what is wrong, and in which line or row."""


@dataclass(frozen=True)
class Description:
    """The shape of a file: rows, columns, the licence it states, and what is odd about it."""

    rows: int | None = None
    columns: tuple[Column, ...] = ()
    licence: str | None = None
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Format:
    """A file format. `pipeline/verify/formats/<name>.py` holds one `FORMAT`.

    `matches(head, name)` judges by the first 64 KiB; the name only breaks ties between text formats. Formats are
    asked by rising `order`. `describe(path)` may raise ReadError. `read(path)` gives a frame of strings, one column
    per column of the file, where recipes may read the format; it raises ReadError.
    """

    name: str
    order: int
    matches: Callable[[bytes, str], bool]
    describe: Callable[[Path], Description]
    read: "Callable[[Path], pd.DataFrame] | None" = None


@cache
def all_formats() -> tuple[Format, ...]:
    """Every format of the folder, in the order in which they are asked."""
    from pipeline.verify import formats

    names = [module.name for module in pkgutil.iter_modules(formats.__path__)]
    found = [import_module(f"{formats.__name__}.{name}").FORMAT for name in names]
    return tuple(sorted(found, key=lambda each: (each.order, each.name)))


def format_of(path: Path, name: str) -> Format:
    """The format of a file by its first bytes. `unknown` answers when nobody else does."""
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
    return next(each for each in all_formats() if each.matches(head, name))


def reader_of(name: str) -> "Callable[[Path], pd.DataFrame] | None":
    """The reader that a recipe names, or None where there is no such reader."""
    return next((each.read for each in all_formats() if each.name == name and each.read), None)
