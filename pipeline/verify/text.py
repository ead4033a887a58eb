"""Bytes to text, the same way everywhere, with what was odd about them; long files in pieces."""

import codecs
import io
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import IO, TextIO

HEAD_BYTES = 64 * 1024
_PIECE = 2**20
_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_LATIN_1_REST = "papergym_latin_1_rest"


def _as_latin_1(error: UnicodeError) -> tuple[str, int]:
    """Each byte that is no UTF-8 as the Latin-1 letter it is; what is UTF-8 stays so."""
    assert isinstance(error, UnicodeDecodeError)
    return error.object[error.start : error.end].decode("latin-1"), error.end


codecs.register_error(_LATIN_1_REST, _as_latin_1)


@dataclass(frozen=True)
class Encoding:
    """How a file is read as text: the codec, what is done with bytes that do not fit, and warnings."""

    name: str
    errors: str = "strict"
    warnings: tuple[str, ...] = ()
    has_nul: bool = False

    @property
    def is_plain(self) -> bool:
        """True where the bytes are UTF-8 as they stand."""
        return self.name in ("utf-8", "utf-8-sig") and self.errors == "strict"


def encoding_of(file: IO[bytes]) -> Encoding:
    """The encoding of a stream that stands at its start, read once in pieces of 1 MiB.

    UTF-8, UTF-16 with its mark, else UTF-8 with Latin-1 for the bytes that do not fit (every byte is a letter there).
    """
    head = file.read(4)
    file.seek(0)
    name = next((name for mark, name in _BOMS if head.startswith(mark)), "utf-8")
    bad, is_mixed, nuls = _read_through(file, name)
    if bad is not None and name == "utf-16":
        file.seek(0)
        _, _, nuls = _read_through(file, "latin-1")
    warnings = [_oddity(name, bad, is_mixed)] if bad is not None else []
    if nuls:
        warnings.append(f"{nuls} NUL characters")
    errors = "strict" if bad is None else _LATIN_1_REST
    codec = "latin-1" if bad is not None and name == "utf-16" else name
    return Encoding(codec, errors, tuple(warnings), nuls > 0)


def _oddity(name: str, bad: int, is_mixed: bool) -> str:
    if is_mixed:
        return f"mixed encodings: letters in utf-8, and bytes that are none (byte {bad}); those read as Latin-1"
    return f"not {name} (byte {bad}); read as Latin-1"


def _read_through(file: IO[bytes], name: str) -> tuple[int | None, bool, int]:
    """The first byte that does not fit, whether letters beyond ASCII do fit, and the number of NULs."""
    decoder = codecs.getincrementaldecoder(name)("strict")
    bad, has_letters, nuls, done = None, False, 0, 0
    for piece in chain(_pieces(file), [b""]):
        try:
            text = decoder.decode(piece, final=not piece)
        except UnicodeDecodeError as error:
            bad = done + len(piece) - len(error.object) + error.start
            if name == "utf-16":
                return bad, False, 0
            decoder = codecs.getincrementaldecoder(name)("ignore")
            text = error.object.decode(name, "ignore")
        done += len(piece)
        nuls += text.count("\0")
        has_letters = has_letters or not text.isascii()
    return bad, has_letters, nuls


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    while piece := file.read(_PIECE):
        yield piece


@contextmanager
def opened(path: Path, newline: str | None = "") -> Iterator[tuple[TextIO, Encoding]]:
    """A file as text, with its line ends as they stand (or as `open` says for `newline`), and how it was read."""
    with path.open("rb") as file:
        encoding = encoding_of(file)
    with path.open("r", encoding=encoding.name, errors=encoding.errors, newline=newline) as text:
        yield text, encoding


@contextmanager
def as_utf8(path: Path) -> Iterator[tuple[Path, Encoding]]:
    """A file whose bytes are UTF-8 with the same text: the file itself, or a copy that is gone afterwards."""
    with opened(path) as (text, encoding):
        if encoding.is_plain:
            yield path, encoding
            return
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", newline="", prefix="papergym-") as copy:
            while piece := text.read(_PIECE):
                copy.write(piece)
            copy.flush()
            yield Path(copy.name), encoding


def decode(data: bytes) -> tuple[str, tuple[str, ...]]:
    """The text of some bytes and warnings."""
    encoding = encoding_of(io.BytesIO(data))
    return data.decode(encoding.name, encoding.errors), encoding.warnings


def read_text(path: Path) -> tuple[str, tuple[str, ...]]:
    """The decoded text of a file, and warnings."""
    return decode(path.read_bytes())


def looks_like_text(head: bytes) -> bool:
    """True where the first bytes of a file are printable in some encoding. An empty file is no text."""
    if not head:
        return False
    if any(head.startswith(mark) for mark, _ in _BOMS):
        return True
    odd = sum(byte < 32 and byte not in b"\t\n\r\f\v\x1b" for byte in head)
    return odd / len(head) < 0.02


def first_lines(head: bytes, count: int) -> list[str]:
    """The first whole lines that are not blank. The last line is dropped where the head may cut it."""
    lines = decode(head)[0].splitlines()
    whole = lines[:-1] if len(lines) > 1 and not head.endswith((b"\n", b"\r")) and len(head) >= HEAD_BYTES else lines
    return [line for line in whole if line.strip()][:count]
