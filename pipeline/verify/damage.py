"""What libraries raise when a file of strangers is damaged: one list, made by flipping bytes, never `Exception`."""

import lzma
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

from pipeline.verify.format import ReadError

_DAMAGE = (
    *(ValueError, TypeError, LookupError, ArithmeticError, AttributeError, AssertionError, SyntaxError, MemoryError),
    *(OSError, EOFError, RuntimeError, struct.error, zlib.error, lzma.LZMAError, zipfile.BadZipFile),
)


@contextmanager
def reading(what: str) -> Iterator[None]:
    """Turns what a library finds wrong with a file into a ReadError that starts with `what`."""
    try:
        yield
    except ReadError:
        raise
    except _DAMAGE as error:
        text = " ".join(str(error).split())[:200] or type(error).__name__
        raise ReadError(f"{what}: {text}") from error
