"""Faults of disks, locks and files, told as what is wrong and what to do. None is ever a paper's fault."""

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from schemas.errors import StalledError

_BY_ERRNO = {
    errno.ENOSPC: ("the disk is full", "free some space and run again; nothing that was committed is lost"),
    errno.EDQUOT: ("the disk quota is used up", "free some space and run again; nothing that was committed is lost"),
    errno.EFBIG: ("a file outgrew the file-size limit", "raise `ulimit -f` and run again; nothing committed is lost"),
    errno.EROFS: ("the folder is read-only", "make it writable, or set another `var` folder"),
    errno.EACCES: ("no permission", "make the folder writable for this user, or set another `var` folder"),
    errno.EPERM: ("no permission", "make the folder writable for this user, or set another `var` folder"),
    errno.ENOENT: ("a file is missing", "another process may have compacted the warehouse: try again"),
    errno.EMFILE: ("too many open files", "raise `ulimit -n` and run again"),
}
_BY_TEXT = {
    "locked": ("another process holds its lock", "wait for the other run to end and try again"),
    "full": _BY_ERRNO[errno.ENOSPC],
    "readonly": _BY_ERRNO[errno.EROFS],
    "unable to open": (
        "its manifest cannot be opened",
        "the folder must be readable, and writable once after a kill",
    ),
    "malformed": ("its manifest is damaged", "restore manifest.sqlite from a backup; the Parquet files are intact"),
    "not a database": (
        "its manifest is damaged",
        "restore manifest.sqlite from a backup; the Parquet files are intact",
    ),
    "disk i/o": ("the disk refuses to write", "check for a full disk, a file-size limit or a failing disk"),
}
_DAMAGED = "if a file is gone, try again (it may have been compacted); if it is damaged, restore it from a backup"


@contextmanager
def stalling(root: Path, action: str) -> Iterator[None]:
    """Turn faults of the file system and of the manifest into StalledError."""
    try:
        yield
    except sqlite3.Error as error:
        what, hint = _of_text(str(error))
        raise StalledError(f"cannot {action} the warehouse {root}: {what}", hint) from error
    except OSError as error:
        what, hint = _of_os(error)
        raise StalledError(f"cannot {action} the warehouse {root}: {what}", hint) from error


@contextmanager
def stalling_arrow(root: Path, action: str) -> Iterator[None]:
    """The same for Parquet read or written through Arrow."""
    import pyarrow as pa

    try:
        with stalling(root, action):
            yield
    except pa.ArrowException as error:
        raise StalledError(f"cannot {action} the warehouse {root}: {_first_line(error)}", _DAMAGED) from error


@contextmanager
def stalling_duckdb(root: Path) -> Iterator[None]:
    """The same for Parquet read through DuckDB."""
    import duckdb

    try:
        with stalling(root, "read"):
            yield
    except duckdb.Error as error:
        raise StalledError(f"cannot read the warehouse {root}: {_first_line(error)}", _DAMAGED) from error


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]


def _of_os(error: OSError) -> tuple[str, str]:
    known = _BY_ERRNO.get(error.errno or 0)
    return known or (str(error), "check the disk and the folder's permissions, then run again")


def _of_text(text: str) -> tuple[str, str]:
    found = (answer for sign, answer in _BY_TEXT.items() if sign in text.lower())
    return next(found, (text, "check the disk and the folder's permissions, then run again"))
