"""Moving a submission to where it is scored: regular files only, counted, capped, and through no link.

A solver's output is untrusted. A symbolic or hard link in it could name the ground truth, a pipe would wait for ever,
a sparse file would fill the disk.
"""

import errno
import os
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from pipeline.containers import Transfer
from schemas.errors import StalledError

MAX_FILES = 100
MAX_BYTES = 512 * 1024**2
_OF_THE_SUBMISSION = {errno.ELOOP, errno.ENOTDIR, errno.ENOENT, errno.ENXIO, errno.EACCES, errno.EPERM}
_CHUNK = 1024**2


def transfer(output: Path, target: Path, instances: Iterable[str]) -> Transfer:
    """Copy the files that lie directly in the folder of each instance. `target` must exist.

    Whatever cannot be copied is refused, not raised: a missing folder, a folder that is a link, a file that is no
    regular file, has a second name, or passes the limits of MAX_FILES and MAX_BYTES for the whole submission.
    """
    copied: list[str] = []
    refused: dict[str, str] = {}
    left = MAX_BYTES
    for instance in instances:
        (target / instance).mkdir()
        for name in _names(output / instance, refused, instance):
            path = f"{instance}/{name}"
            if len(copied) == MAX_FILES:
                refused[path] = f"more than {MAX_FILES} files"
                continue
            try:
                left -= _copy(output / instance, name, target / path, left)
            except (OSError, _RefusedError) as fault:
                refused[path] = _reason(fault)
                continue
            copied.append(path)
    return Transfer(tuple(sorted(copied)), refused)


class _RefusedError(Exception):
    """A file that is not copied."""


def _reason(fault: Exception) -> str:
    """What the submission did wrong. Raises StalledError for what it did not, such as a full disk."""
    if isinstance(fault, OSError) and fault.errno not in _OF_THE_SUBMISSION:
        raise StalledError(f"the submission could not be copied: {fault}", "Free some disk space, or try again.")
    return (fault.strerror or "cannot be read") if isinstance(fault, OSError) else str(fault)


def _names(folder: Path, refused: dict[str, str], instance: str) -> list[str]:
    """Names in a folder that is no link, at most one more than may be copied."""
    if folder.is_symlink() or not folder.is_dir():
        refused[instance] = "a symbolic link" if folder.is_symlink() else "no such folder"
        return []
    try:
        with os.scandir(folder) as entries:
            return sorted(entry.name for entry, _ in zip(entries, range(MAX_FILES + 1), strict=False))
    except OSError as fault:
        refused[instance] = _reason(fault)
        return []


def _copy(folder: Path, name: str, target: Path, left: int) -> int:
    """Copy one file and return its size."""
    folder_fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        if stat.S_ISLNK(os.stat(name, dir_fd=folder_fd, follow_symlinks=False).st_mode):
            raise _RefusedError("a symbolic link")
        file_fd = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder_fd)
    finally:
        os.close(folder_fd)
    try:
        found = os.fstat(file_fd)
        _check(found, left)
        with os.fdopen(file_fd, "rb", closefd=False) as source, target.open("xb") as copy:
            _copy_bytes(source, copy, found.st_size)
    finally:
        os.close(file_fd)
    return found.st_size


def _copy_bytes(source: BinaryIO, copy: BinaryIO, size: int) -> None:
    """Copy as many bytes as the file had when it was checked, though it may still be growing."""
    while chunk := source.read(min(size, _CHUNK)):
        copy.write(chunk)
        size -= len(chunk)


def _check(found: os.stat_result, left: int) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise _RefusedError("not a regular file")
    if found.st_nlink > 1:
        raise _RefusedError("a hard link")
    if found.st_size > left:
        raise _RefusedError(f"too large: the submission may hold {MAX_BYTES} bytes")
