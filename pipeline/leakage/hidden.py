"""Bytes inside of bytes: compressed files, archives, text chunks of images, and text that spells bytes."""

import base64
import binascii
import gzip
import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import PurePosixPath

_LIMIT = 256 * 1024 * 1024
_DEPTH = 3
_SHORTEST = 24
"""Bytes that are worth a look: what is shorter holds no answers to speak of."""

_HEX = re.compile(rb"(?:[0-9a-fA-F]{2}){%d,}" % _SHORTEST)
_BASE64 = re.compile(rb"[A-Za-z0-9+/_-]{40,}(?:\r?\n[A-Za-z0-9+/_-]+)*={0,2}")
_MIXED = (re.compile(rb"[a-z]"), re.compile(rb"[A-Z]"))
"""Forty letters are base64 where small and capital ones are among them; a sequence of residues has one kind."""

_PNG = b"\x89PNG\r\n\x1a\n"

Named = tuple[str, bytes]


def inside(name: str, data: bytes, depth: int = _DEPTH) -> Iterator[Named]:
    """(name, bytes) of everything inside a file, as `outer!inner`, to a depth of three."""
    for inner, content in _members(name, data):
        path = f"{name}!{inner}"
        yield path, content
        if depth > 1:
            yield from inside(path, content, depth - 1)


def _members(name: str, data: bytes) -> Iterator[Named]:
    if data[:2] == b"\x1f\x8b":
        yield from _gunzipped(name, data)
    elif data[:4] == b"PK\x03\x04":
        yield from _unzipped(data)
    elif data[:8] == _PNG:
        yield from _image_texts(data)
    elif b"\0" not in data:
        yield from _spelled(data)


def _gunzipped(name: str, data: bytes) -> Iterator[Named]:
    try:
        with gzip.open(io.BytesIO(data)) as stream:
            yield PurePosixPath(name.rsplit("!", 1)[-1]).stem, stream.read(_LIMIT)
    except (OSError, EOFError, zlib.error):
        return


def _unzipped(data: bytes) -> Iterator[Named]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for member in archive.infolist():
                with archive.open(member) as stream:
                    yield member.filename, stream.read(_LIMIT)
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, zlib.error, EOFError):
        return


def _image_texts(data: bytes) -> Iterator[Named]:
    """Compressed text chunks (PNG specification, 11.3.3); the others can be read as they are."""
    at = len(_PNG)
    while at + 8 <= len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        _, _, body = data[at + 8 : at + 8 + size].partition(b"\0")
        start = {b"zTXt": 1, b"iTXt": None}.get(kind, -1)
        if start is None:
            body = body[2:].partition(b"\0")[2].partition(b"\0")[2] if body[:1] == b"\1" else b""
        if start != -1 and body:
            yield from _inflated(kind.decode(), body[start or 0 :])
        at += 12 + size


def _inflated(kind: str, body: bytes) -> Iterator[Named]:
    try:
        content = zlib.decompressobj().decompress(body, _LIMIT)
    except zlib.error:
        return
    if content:
        yield f"{kind}.txt", content


def _spelled(data: bytes) -> Iterator[Named]:
    """Runs of base64 and hexadecimal digits as the bytes they spell. A compressed stream among them is opened too."""
    for match in _HEX.finditer(data):
        yield from _decoded(f"hex{match.start()}", binascii.unhexlify(match.group()))
    for match in _BASE64.finditer(data):
        if not all(kind.search(match.group()) for kind in _MIXED):
            continue
        digits = b"".join(match.group().rstrip(b"=").translate(bytes.maketrans(b"-_", b"+/")).split())
        digits = digits[: len(digits) - 1] if len(digits) % 4 == 1 else digits
        yield from _decoded(f"base64{match.start()}", base64.b64decode(digits + b"=" * (-len(digits) % 4)))


def _decoded(name: str, content: bytes) -> Iterator[Named]:
    yield name, content
    if content[:1] == b"\x78":
        yield from _inflated(f"{name}.zlib", content)
