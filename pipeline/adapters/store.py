"""Bytes by their sha256 in a folder, each kept once, whoever adds them and however many at a time."""

import errno
import hashlib
import os
import re
import stat
import time
import uuid
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from pipeline.adapters.members import Unpacker
from pipeline.adapters.unpack import ArchiveLimits
from pipeline.ports import Gathered, Kept
from schemas.errors import StalledError

_CHUNK = 2**20
_DIGEST = re.compile(r"[0-9a-f]{64}")
_POINTER = re.compile(
    rb"version https://git-lfs\.github\.com/spec/v1\n(?:\S+ .*\n)*?oid sha256:([0-9a-f]{64})\nsize (\d+)\n"
)
_POINTER_BYTES = 1024
_HINTS = {
    errno.ENOSPC: "The disk is full: free some space, or keep the store on another disk, and run again.",
    errno.EDQUOT: "The disk quota is used up: free some space, or keep the store elsewhere, and run again.",
    errno.EROFS: "The file system is read-only: mount it for writing, or keep the store elsewhere, and run again.",
    errno.EACCES: "Give this user the right to read the data and to write to the store, and run again.",
    errno.EPERM: "Give this user the right to read the data and to write to the store, and run again.",
}


@dataclass(frozen=True)
class Usage:
    """What a store holds: files and their bytes, and unfinished downloads and theirs."""

    files: int
    bytes: int
    unfinished: int
    unfinished_bytes: int


class FileStore:
    """A content-addressed store: `<root>/<first two digits>/<sha256>`, files read-only.

    A file appears under its final name only when all its bytes are on disk, so a reader never sees half of one, and
    of two processes that add the same bytes one simply replaces the other's equal file. `quota` is the most bytes
    that downloads may fill it to.
    """

    def __init__(self, root: Path, quota: int | None = None, limits: ArchiveLimits | None = None) -> None:
        self.root = root
        self._quota = quota
        self._unpacker = Unpacker(self, limits or ArchiveLimits())

    def add(self, path: Path) -> str:
        """Keep a regular file and return its sha256 in hex. Raises StalledError with what to do."""
        with stalling(f"Cannot keep {path.name!r} in the data store"):
            self.root.mkdir(parents=True, exist_ok=True)
            part = self.root / f".{uuid.uuid4().hex}.part"
            try:
                sha256 = _copy(path, part)
                self.settle(part, sha256)
            finally:
                part.unlink(missing_ok=True)
        return sha256

    def path(self, sha256: str) -> Path:
        """Where the bytes lie. Raises StalledError if they are gone."""
        found = self._place(sha256)
        if not found.is_file():
            raise StalledError(
                f"The data store has no file {sha256}.",
                "Run the paper again from `verify`.",
            )
        return found

    def has(self, sha256: str) -> bool:
        """True if the bytes are there; they count as used from now on, so that garbage collection leaves them."""
        try:
            os.utime(self._place(sha256))
        except OSError:
            return False
        return True

    def unpack(self, archive: Kept) -> Gathered | None:
        """See `pipeline.ports.Store`."""
        with stalling(f"Cannot unpack {archive.name!r} into the data store"):
            return self._unpacker.unpack(archive)

    def pointer(self, kept: Kept) -> tuple[str, int] | None:
        """The sha256 and the size that a Git LFS pointer file stands for; None for any other file.

        https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md
        """
        if kept.bytes > _POINTER_BYTES:
            return None
        found = _POINTER.match(self.path(kept.sha256).read_bytes())
        return (found.group(1).decode(), int(found.group(2))) if found else None

    def adopt(self, part: Path, sha256: str) -> None:
        """Take a finished file of this file system, whose hash is known, into the store."""
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        part.chmod(0o444)
        self.settle(part, sha256)

    def settle(self, part: Path, sha256: str) -> None:
        """Give a file whose bytes are on disk its final name."""
        final = self._place(sha256)
        if self.has(sha256):
            part.unlink(missing_ok=True)
            return
        final.parent.mkdir(exist_ok=True)
        part.replace(final)
        for folder in (final.parent, self.root):
            _sync_folder(folder)

    def check_room(self, size: int) -> None:
        """Raises StalledError where so many bytes more would go over the quota."""
        if self._quota is None:
            return
        held = self.usage().bytes
        if held + size > self._quota:
            raise StalledError(
                f"The data store holds {held / 1e9:.3g} GB, and {size / 1e9:.3g} GB more go over max_store_gb.",
                "Run `papergym store gc`, or raise max_store_gb, and run again.",
            )

    def usage(self) -> Usage:
        """What the store holds now."""
        sizes = [path.stat().st_size for path in self._files()]
        parts = [path.stat().st_size for path in (self.root / ".downloads").glob("*.part")]
        return Usage(len(sizes), sum(sizes), len(parts), sum(parts))

    def collect(self, used: Collection[str], older_than: float, now: float | None = None) -> tuple[int, int]:
        """Remove files that nothing uses, left-overs, and unfinished downloads, all older than so many seconds.

        Gives how many files were removed, and their bytes.
        """
        deadline = (time.time() if now is None else now) - older_than
        left_over = (path for pattern in _LEFT_OVER for path in self.root.glob(pattern))
        unused = (path for path in self._files() if path.name not in used)
        removed = [size for path in (*unused, *left_over) if (size := _remove(path, deadline)) is not None]
        for folder in self.root.glob(".staging/*"):
            with suppress(OSError):  # what is in use is not empty
                folder.rmdir()
        return len(removed), sum(removed)

    def _files(self) -> Iterator[Path]:
        return (path for path in self.root.glob("??/*") if _DIGEST.fullmatch(path.name))

    def _place(self, sha256: str) -> Path:
        return self.root / sha256[:2] / sha256


_LEFT_OVER = (".*.part", ".downloads/*.part", ".downloads/*.json", ".downloads/*.tmp", ".staging/*/*")


def _remove(path: Path, deadline: float) -> int | None:
    try:
        found = path.stat()
        if found.st_mtime > deadline:
            return None
        path.unlink()
    except FileNotFoundError:
        return None
    return found.st_size


def _copy(source: Path, target: Path) -> str:
    """Copy and hash in one pass. Links and devices are refused, also if one takes the file's place meanwhile."""
    digest = hashlib.sha256()
    descriptor = os.open(source, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with os.fdopen(descriptor, "rb") as reader:
        if not stat.S_ISREG(os.fstat(reader.fileno()).st_mode):
            raise OSError(errno.EINVAL, "not a regular file")
        with target.open("xb") as writer:
            while chunk := reader.read(_CHUNK):
                digest.update(chunk)
                writer.write(chunk)
            writer.flush()
            os.fchmod(writer.fileno(), 0o444)
            os.fsync(writer.fileno())
    return digest.hexdigest()


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def stalling(what: str) -> Iterator[None]:
    """Turns errors of the system into StalledError with what to do."""
    try:
        yield
    except OSError as error:
        hint = _HINTS.get(error.errno or 0, "Check the data and the store's folder, and run again.")
        raise StalledError(f"{what}: {error.strerror or error}.", hint) from error
