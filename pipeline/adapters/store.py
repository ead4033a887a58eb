"""Bytes by their sha256 in a folder, each kept once, whoever adds them and however many at a time."""

import errno
import hashlib
import os
import stat
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from schemas.errors import StalledError

_CHUNK = 2**20
_HINTS = {
    errno.ENOSPC: "The disk is full: free some space, or keep the store on another disk, and run again.",
    errno.EDQUOT: "The disk quota is used up: free some space, or keep the store elsewhere, and run again.",
    errno.EROFS: "The file system is read-only: mount it for writing, or keep the store elsewhere, and run again.",
    errno.EACCES: "Give this user the right to read the data and to write to the store, and run again.",
    errno.EPERM: "Give this user the right to read the data and to write to the store, and run again.",
}


class FileStore:
    """A content-addressed store: `<root>/<first two digits>/<sha256>`, files read-only.

    A file appears under its final name only when all its bytes are on disk, so a reader never sees half of one, and
    of two processes that add the same bytes one simply replaces the other's equal file.
    """

    def __init__(self, root: Path) -> None:
        self._root = root

    def add(self, path: Path) -> str:
        """Keep a regular file and return its sha256 in hex. Raises StalledError with what to do."""
        with _stalling(f"Cannot keep {path.name!r} in the data store"):
            self._root.mkdir(parents=True, exist_ok=True)
            part = self._root / f".{uuid.uuid4().hex}.part"
            try:
                sha256 = _copy(path, part)
                self._settle(part, sha256)
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

    def _place(self, sha256: str) -> Path:
        return self._root / sha256[:2] / sha256

    def _settle(self, part: Path, sha256: str) -> None:
        final = self._place(sha256)
        if final.is_file():
            return
        final.parent.mkdir(exist_ok=True)
        part.replace(final)
        for folder in (final.parent, self._root):
            _sync_folder(folder)


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
def _stalling(what: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        hint = _HINTS.get(error.errno or 0, "Check the data and the store's folder, and run again.")
        raise StalledError(f"{what}: {error.strerror or error}.", hint) from error
