"""Files that are compressed whole (gzip, bzip2, xz): what is inside of them, within limits."""

import bz2
import gzip
import lzma
import tempfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePath
from typing import IO, Any

from pipeline.verify.text import HEAD_BYTES

UNPACKED_BYTES = 8 * 2**30
RATIO = 2_000
"""A file that grows a thousandfold is a bomb; real tables of zeros stay below it (gzip cannot exceed 1,032)."""
_PIECE = 2**20
_SMALL = 64 * 2**20
_CODECS: tuple[tuple[bytes, str, Callable[[Path], Any]], ...] = (
    (b"\x1f\x8b", "gzip", gzip.open),
    (b"BZh", "bzip2", bz2.open),
    (b"\xfd7zXZ\x00", "xz", lzma.open),
)
_SUFFIXES = {".gz", ".gzip", ".bz2", ".xz"}
_BROKEN = (OSError, EOFError, zlib.error, lzma.LZMAError)


class WrapError(ValueError):
    """A compressed file that is damaged, or larger inside than is taken."""


def codec_of(head: bytes) -> str | None:
    """The name of the compression of a file by its first bytes."""
    return next((name for magic, name, _ in _CODECS if head.startswith(magic)), None)


def inner_name(name: str) -> str:
    """The name without the suffix of its compression; `.tgz` becomes `.tar`."""
    pure = PurePath(name)
    if pure.suffix.lower() == ".tgz":
        return str(pure.with_suffix(".tar"))
    return str(pure.with_suffix("")) if pure.suffix.lower() in _SUFFIXES else name


def inner_head(path: Path) -> bytes:
    """The first 64 KiB of what is inside. Raises WrapError."""
    try:
        with _open(path) as file:
            return bytes(file.read(HEAD_BYTES))
    except _BROKEN as error:
        raise WrapError(f"damaged compression: {error}") from error


@contextmanager
def unwrapped(path: Path) -> Iterator[Path]:
    """The file itself, or a copy of what is inside that is gone afterwards. Raises WrapError."""
    with path.open("rb") as file:
        is_plain = codec_of(file.read(8)) is None
    if is_plain:
        yield path
        return
    with tempfile.NamedTemporaryFile(prefix="papergym-") as copy:
        try:
            with _open(path) as packed:
                _copy(packed, copy, min(UNPACKED_BYTES, max(_SMALL, RATIO * path.stat().st_size)))
        except _BROKEN as error:
            raise WrapError(f"damaged compression: {error}") from error
        copy.flush()
        yield Path(copy.name)


def _open(path: Path) -> Any:
    with path.open("rb") as file:
        head = file.read(8)
    return next(opener(path) for magic, _, opener in _CODECS if head.startswith(magic))


def _copy(packed: IO[bytes], target: Any, limit: int) -> None:
    written = 0
    while piece := packed.read(_PIECE):
        written += len(piece)
        if written > limit:
            raise WrapError(f"larger than {limit} bytes when unpacked: not read")
        target.write(piece)
