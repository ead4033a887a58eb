"""What a format file declares, and the finding of a file's format by its first bytes."""

import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.verify.text import HEAD_BYTES
from pipeline.verify.wrapped import WrapError, codec_of, inner_head, inner_name, unwrapped
from schemas.data import Column
from schemas.transforms import ReaderOptions

if TYPE_CHECKING:
    import pandas as pd

UNKNOWN = "unknown"


class ReadError(ValueError):
    """A file that its own format cannot read: what is wrong, and in which line or row."""


@dataclass(frozen=True)
class Description:
    """The shape of a file: rows, columns, the licence it states, what is odd about it, and its first rows.

    `sampled` is the number of rows that the columns were described from, where that is not all of them.
    """

    rows: int | None = None
    columns: tuple[Column, ...] = ()
    licence: str | None = None
    warnings: tuple[str, ...] = ()
    preview: tuple[str, ...] = ()
    sampled: int | None = None


@dataclass(frozen=True)
class Format:
    """A file format. `pipeline/verify/formats/<name>.py` holds one `FORMAT`.

    `matches(head, name)` judges by the first 64 KiB; the name only breaks ties between text formats. Formats are
    asked by rising `order`. `describe(path)` executes nothing and bounds its own memory and time, whatever the size of
    the file: by headers, batches and samples. It may raise ReadError. `read(path, options)` gives a frame, one column
    per column of the file (text as pandas' `str`, arrays with their own numbers), where recipes may read the format; it
    raises ReadError. `is_table` marks formats that describe what `read` gives without options.
    """

    name: str
    order: int
    matches: Callable[[bytes, str], bool]
    describe: Callable[[Path], Description]
    read: "Callable[[Path, ReaderOptions], pd.DataFrame] | None" = None
    is_table: bool = False


@cache
def all_formats() -> tuple[Format, ...]:
    """Every format of the folder, in the order in which they are asked."""
    from pipeline.verify import formats

    names = [module.name for module in pkgutil.iter_modules(formats.__path__)]
    found = [import_module(f"{formats.__name__}.{name}").FORMAT for name in names]
    return tuple(sorted(found, key=lambda each: (each.order, each.name)))


@cache
def table_formats() -> frozenset[str]:
    """The names of the formats whose columns a recipe reads as they are described."""
    return frozenset(each.name for each in all_formats() if each.is_table)


@cache
def reader_names() -> frozenset[str]:
    """The names of the formats that a recipe can read."""
    return frozenset(each.name for each in all_formats() if each.read)


def format_of(path: Path, name: str) -> tuple[Format, str | None]:
    """The format of a file by its first bytes, and the compression around it. `unknown` where nobody else answers.

    A compressed file of R or a pickle is known by its name: nobody looks inside those.
    """
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
    codec = codec_of(head)
    outer = _first(head, name)
    if codec is None or outer.name != UNKNOWN:
        return outer, None
    try:
        inner = _first(inner_head(path), inner_name(name))
    except WrapError:
        return outer, None
    return (inner, codec) if inner.name != UNKNOWN else (outer, None)


def _first(head: bytes, name: str) -> Format:
    return next(each for each in all_formats() if each.matches(head, name))


def described(form: Format, path: Path) -> Description:
    """What a format says of a file, compressed or not; what goes wrong is a warning."""
    try:
        with unwrapped(path) as plain:
            return form.describe(plain)
    except (ReadError, WrapError) as error:
        return Description(warnings=(str(error),))


def read_frame(name: str, path: Path, options: ReaderOptions) -> "pd.DataFrame":
    """What the reader `name` makes of a file, compressed or not. Raises ReadError; LookupError without a reader."""
    read = next((each.read for each in all_formats() if each.name == name and each.read), None)
    if read is None:
        raise LookupError(name)
    try:
        with unwrapped(path) as plain:
            return read(plain, options)
    except WrapError as error:
        raise ReadError(str(error)) from error
