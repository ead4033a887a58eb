"""Members of archives from strangers, as streams with checked names, within limits.

No member is ever written under its own name: the caller keeps content by its hash, and names are only text. So a path
cannot leave anything, and links and devices are refused rather than followed. Sizes that an archive declares are not
believed: what comes out is counted.
"""

import os
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import IO

from pipeline.verify.walk import is_safe_name

_TARS = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tbz", ".tar.xz", ".txz")
_OTHERS = {b"7z\xbc\xaf\x27\x1c": "7z", b"Rar!\x1a\x07": "RAR", b"\x28\xb5\x2f\xfd": "Zstandard"}
_CHUNK = 2**20
_LITTER = ("__MACOSX/", ".git/", ".hg/", ".svn/", "__pycache__/", ".ipynb_checkpoints/")
_LONGEST_HEADER = 2**20
_LARGEST_DIRECTORY = 2**28
DAMAGES = (tarfile.TarError, zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError, struct.error)
"""What the archive libraries raise for bytes that are no archive. Writing is the caller's and raises outside."""


class Hostile(Exception):
    """An archive that no data set is: refused whole."""


@dataclass(frozen=True)
class ArchiveLimits:
    """The most that an archive, all archives in it counted, may hold.

    `ratio` bounds unpacked over packed size once more than `innocent` bytes came out; DEFLATE reaches 1032, and tables
    of zeros come close to it, so small archives may. `depth` counts archives within archives.
    """

    files: int = 200_000
    total: int = 100 * 10**9
    ratio: int = 200
    innocent: int = 512 * 2**20
    depth: int = 3


@dataclass
class Budget:
    """What is left of the limits while an archive is unpacked."""

    limits: ArchiveLimits
    packed: int
    files: int = 0
    bytes: int = 0

    def count_file(self) -> None:
        """One more member. Raises Hostile."""
        self.files += 1
        if self.files > self.limits.files:
            raise Hostile(f"more than {self.limits.files:,} files")

    def count_bytes(self, size: int) -> None:
        """More bytes. Raises Hostile."""
        self.bytes += size
        if self.bytes > self.limits.total:
            raise Hostile(f"it unpacks to more than {self.limits.total / 1e9:.3g} GB")
        if self.bytes > self.limits.innocent and self.bytes > self.limits.ratio * max(1, self.packed):
            raise Hostile(f"it unpacks to more than {self.limits.ratio} times its size")


@dataclass(frozen=True)
class Member:
    """A member: its path, and its bytes as they come; or the reason why it is refused."""

    name: str
    chunks: Callable[[], Iterator[bytes]] = field(default=lambda: iter(()))
    refused: str = ""


def kind_of(path: Path, name: str) -> str | None:
    """`zip`, `tar`, or the name of a kind that cannot be unpacked; None for a file that is to stay as it is.

    Files that are archives only inside (xlsx, npz, torch checkpoints, gzipped tables) stay as they are.
    """
    low = name.lower()
    with path.open("rb") as file:
        head = file.read(8)
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")) and PurePosixPath(low).suffix in {".zip", ""}:
        return "zip"
    if low.endswith(_TARS):
        return "tar"
    return next((kind for magic, kind in _OTHERS.items() if head.startswith(magic)), None)


def members(path: Path, kind: str, budget: Budget) -> Iterator[Member]:
    """The members of a `zip` or `tar`, each to be read before the next is asked for. Raises Hostile and DAMAGES."""
    taken: set[str] = set()
    for member in _zip(path, budget) if kind == "zip" else _tar(path, budget):
        budget.count_file()
        name = member.name.replace("\\", "/").removeprefix("./")
        if any(litter in f"/{name}" for litter in (f"/{each}" for each in _LITTER)) or name.endswith(".DS_Store"):
            continue
        reason = member.refused or _bad_name(name) or ("a second member of that name" if name in taken else "")
        taken.add(name)
        yield Member(name, refused=reason) if reason else Member(name, member.chunks)


def _bad_name(name: str) -> str:
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or ":" in name.partition("/")[0]:
        return "points out of the archive"
    return "" if path.parts and all(is_safe_name(part) for part in path.parts) else "has a name that cannot be kept"


def _zip(path: Path, budget: Budget) -> Iterator[Member]:
    _check_directory(path)
    with zipfile.ZipFile(path) as archive:
        _check_overlaps(archive)
        for info in archive.infolist():
            if info.is_dir():
                continue
            mode = info.external_attr >> 16
            refused = ""
            if mode and stat.S_IFMT(mode) not in {0, stat.S_IFREG}:
                refused = "is a symbolic link" if stat.S_ISLNK(mode) else "is a device, pipe or socket"
            elif info.flag_bits & 1:
                refused = "is encrypted: it asks for a password"
            elif info.compress_type not in {0, 8, 12, 14}:
                refused = f"is packed with method {info.compress_type}, which is not read here"
            yield Member(info.filename, _reader(lambda info=info: archive.open(info), budget), refused)  # type: ignore[misc]


def _check_directory(path: Path) -> None:
    """Refuse a central directory that would fill the memory (APPNOTE.TXT 4.3.14 and 4.3.16)."""
    with path.open("rb") as file:
        file.seek(-min(path.stat().st_size, 66_000), os.SEEK_END)
        tail = file.read()
    at = tail.rfind(b"PK\x05\x06")
    size = struct.unpack_from("<I", tail, at + 12)[0] if 0 <= at <= len(tail) - 16 else 0
    at64 = tail.rfind(b"PK\x06\x06")
    if size == 0xFFFFFFFF and 0 <= at64 <= len(tail) - 48:
        size = struct.unpack_from("<Q", tail, at64 + 40)[0]
    if size > _LARGEST_DIRECTORY and size != 0xFFFFFFFF:
        raise Hostile(f"its list of members alone has {size:,} bytes")


def _check_overlaps(archive: zipfile.ZipFile) -> None:
    """Members that share bytes are the mark of a bomb (D. Fifield, "A better zip bomb", 2019)."""
    end = 0
    for info in sorted(archive.infolist(), key=lambda info: info.header_offset):
        if info.header_offset < end:
            raise Hostile("its members overlap, as in a zip bomb")
        end = info.header_offset + 30 + info.compress_size


def _tar(path: Path, budget: Budget) -> Iterator[Member]:
    with tarfile.open(path, "r|*", tarinfo=_Bounded) as archive:
        for info in archive:
            if info.isdir():
                continue
            refused = ""
            if info.issym() or info.islnk():
                refused = "is a symbolic link" if info.issym() else "is a hard link"
            elif not info.isfile():
                refused = "is a device, pipe or socket"
            yield Member(info.name, _reader(lambda info=info: archive.extractfile(info), budget), refused)  # type: ignore[misc]


class _Bounded(tarfile.TarInfo):
    """A header whose extensions cannot fill the memory: tarfile reads them whole."""

    def _proc_member(self, archive: tarfile.TarFile) -> tarfile.TarInfo:
        if not (self.isreg() or self.isdir()) and self.size > _LONGEST_HEADER and self.type in b"xgLKXS":
            raise Hostile(f"a header of {self.size:,} bytes")
        return super()._proc_member(archive)  # type: ignore[misc, no-any-return]


def _reader(open_it: Callable[[], IO[bytes] | None], budget: Budget) -> Callable[[], Iterator[bytes]]:
    def chunks() -> Iterator[bytes]:
        stream = open_it()
        if stream is None:
            return
        with stream:
            while chunk := stream.read(_CHUNK):
                budget.count_bytes(len(chunk))
                yield chunk

    return chunks
