"""Archives from strangers, read in memory within limits: no member is written, followed or unpacked a second time.

A path that leaves the archive, a link out of it, or a ratio that no text has is hostile. Sizes that an archive
declares are not believed: what is read is counted.
"""

import io
import tarfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from gzip import BadGzipFile, GzipFile
from pathlib import PurePosixPath
from typing import BinaryIO, cast

from pipeline.intake.failures import failure

_MOST_MEMBERS = 5_000
_LARGEST_TEXT = 40_000_000
_LARGEST_TOTAL = 400_000_000
_LARGEST_GZIP = 100_000_000
_HIGHEST_RATIO = 150
_INNOCENT = 2_000_000
_TEXTS = {".tex", ".ltx", ".latex", ".bbl", ".sty", ".cls", ".def", ".txt", ".md", ".xml", ".nxml", ".html", ".htm", ""}
_CHUNK = 1 << 20

Files = Mapping[str, bytes]


def unzipped(data: bytes) -> bytes:
    """What a gzip file holds. Raises UnreadableError (hostile, too_large, damaged)."""
    stream = _Counted(cast(BinaryIO, GzipFile(fileobj=io.BytesIO(data))), len(data))
    pieces: list[bytes] = []
    with _readable():
        while piece := stream.read(_CHUNK):
            pieces.append(piece)
            if stream.count > _LARGEST_GZIP:
                raise failure("too_large", f"it unpacks to more than {_LARGEST_GZIP // 1_000_000} MB")
    return b"".join(pieces)


def is_tar(data: bytes) -> bool:
    """True for a tar archive, by the magic of POSIX and GNU tar."""
    return data[257:262] == b"ustar"


def text_files(data: bytes) -> Files:
    """The text files of a ZIP or tar archive (also gzipped) by their path. Raises UnreadableError as `unzipped`."""
    with _readable():
        found = dict(_zip_members(data) if data.startswith(b"PK") else _tar_members(data))
    if sum(map(len, found.values())) > _LARGEST_TEXT:
        raise failure("too_large", f"its text files have more than {_LARGEST_TEXT // 1_000_000} MB")
    return found


def _zip_members(data: bytes) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = archive.infolist()
        _check_count(len(members))
        _check_ratio(sum(member.file_size for member in members), len(data))
        for member in members:
            name = _safe(member.filename)
            is_link = (member.external_attr >> 16) & 0o170000 == 0o120000
            if is_link or member.is_dir() or not _is_text(name):
                continue
            if member.flag_bits & 1:
                raise failure("encrypted", f"{name} in the archive asks for a password")
            with archive.open(member) as stream:
                yield name, _Counted(cast(BinaryIO, stream), member.compress_size).read(_LARGEST_TEXT + 1)


def _tar_members(data: bytes) -> Iterator[tuple[str, bytes]]:
    raw = cast(BinaryIO, GzipFile(fileobj=io.BytesIO(data)) if data.startswith(b"\x1f\x8b") else io.BytesIO(data))
    stream = _Counted(raw, len(data))
    with tarfile.open(fileobj=stream, mode="r|") as archive:
        for count, member in enumerate(archive, 1):
            _check_count(count)
            name = _safe(member.name)
            if member.islnk() or member.issym():
                _safe(member.linkname)
            elif member.isfile() and _is_text(name):
                _check_size(member.size)
                content = archive.extractfile(member)
                yield name, content.read() if content else b""


class _Counted(io.RawIOBase):
    """A stream that counts what it gives, and stops at a ratio or a total that no paper has."""

    def __init__(self, stream: BinaryIO, packed: int) -> None:
        self._stream = stream
        self._packed = packed
        self.count = 0

    def readable(self) -> bool:
        """Always."""
        return True

    def read(self, size: int = -1) -> bytes:
        """The next bytes, at most a chunk at a time, so that the check comes before the memory is full."""
        wanted = _LARGEST_TOTAL if size < 0 else size
        pieces: list[bytes] = []
        while wanted > 0 and (piece := self._stream.read(min(wanted, _CHUNK))):
            pieces.append(piece)
            wanted -= len(piece)
            self.count += len(piece)
            _check_ratio(self.count, self._packed)
        return b"".join(pieces)


class _readable:
    """Turns the errors of the archive libraries into `damaged`."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        damages = (tarfile.TarError, zipfile.BadZipFile, BadGzipFile, zlib.error, EOFError, NotImplementedError)
        if isinstance(error, damages):
            raise failure("damaged", f"the archive breaks off: {error}") from error


def _is_text(name: str) -> bool:
    return PurePosixPath(name).suffix.lower() in _TEXTS


def _safe(name: str) -> str:
    """The path of a member. Raises UnreadableError (hostile) where it would leave the archive."""
    path = PurePosixPath(name.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or ":" in "".join(path.parts[:1]):
        raise failure("hostile", f"its member {name[:80]!r} points out of the archive")
    return str(path)


def _check_count(count: int) -> None:
    if count > _MOST_MEMBERS:
        raise failure("too_large", f"an archive of more than {_MOST_MEMBERS:,} files")


def _check_size(size: int) -> None:
    if size > _LARGEST_TEXT:
        raise failure("too_large", f"a text of {size:,} bytes in the archive")


def _check_ratio(size: int, packed: int) -> None:
    if size > _INNOCENT and size > _HIGHEST_RATIO * packed:
        raise failure("hostile", f"it unpacks to more than {_HIGHEST_RATIO} times its size")
    if size > _LARGEST_TOTAL:
        raise failure("too_large", f"it unpacks to more than {_LARGEST_TOTAL // 1_000_000} MB")
