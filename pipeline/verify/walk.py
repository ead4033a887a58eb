"""The files of a folder that strangers filled: only regular files, only inside it, only names that can be kept."""

import os
import stat
from dataclasses import dataclass
from pathlib import Path

from pipeline.verify.thresholds import DEFAULT_LIMITS, Limits

_SKIPPED_FOLDERS = frozenset({".git", ".hg", ".svn", "__pycache__", ".ipynb_checkpoints"})


_BAD_NAME = "the name cannot be kept (control characters, backslashes, or bytes that are no UTF-8)"


@dataclass(frozen=True)
class Entry:
    """A regular file: its path relative to the root with `/` between parts, where it lies, and its size."""

    name: str
    path: Path
    bytes: int


@dataclass(frozen=True)
class Walk:
    """What a root holds: its files in the order of their names, and what was refused, with the reason."""

    files: tuple[Entry, ...]
    refused: tuple[str, ...]

    @property
    def bytes(self) -> int:
        """The size of all files together."""
        return sum(entry.bytes for entry in self.files)


def why_not(path: Path) -> str | None:
    """Why a path is neither a regular file nor a folder, or None if it is one. Links are never followed."""
    mode = path.lstat().st_mode
    if stat.S_ISLNK(mode):
        return "is a symbolic link"
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        return "is a device, pipe or socket"
    return None


def walk(root: Path, limits: Limits = DEFAULT_LIMITS) -> Walk:
    """The regular files under a folder, or the file itself. Raises OSError where the root cannot be read.

    Folders of version control and caches are passed over: they hold copies.
    """
    reason = why_not(root) or (None if is_safe_name(root.name) else _BAD_NAME)
    if reason:
        return Walk((), (f"{_shown(root.name)}: {reason}",))
    if root.is_file():
        return Walk((Entry(root.name, root, root.stat().st_size),), ())
    files: list[Entry] = []
    refused: list[str] = []
    _visit(root, "", limits, files, refused)
    return Walk(tuple(files), tuple(refused))


def _visit(folder: Path, prefix: str, limits: Limits, files: list[Entry], refused: list[str]) -> None:
    with os.scandir(folder) as entries:
        found = sorted(entries, key=lambda entry: entry.name)
    for entry in found:
        name = f"{prefix}{entry.name}"
        reason = _refusal(entry, name, limits, len(files))
        if reason:
            refused.append(f"{_shown(name)}: {reason}")
        elif not entry.is_dir(follow_symlinks=False):
            files.append(Entry(name, Path(entry.path), entry.stat(follow_symlinks=False).st_size))
        elif entry.name not in _SKIPPED_FOLDERS:
            _visit(Path(entry.path), f"{name}/", limits, files, refused)


def _refusal(entry: "os.DirEntry[str]", name: str, limits: Limits, taken: int) -> str | None:
    if not is_safe_name(entry.name):
        return _BAD_NAME
    reason = why_not(Path(entry.path))
    if reason:
        return reason
    if name.count("/") > limits.depth:
        return f"lies more than {limits.depth} folders deep"
    if entry.is_file(follow_symlinks=False):
        if taken >= limits.files:
            return f"more than {limits.files} files"
        if entry.stat(follow_symlinks=False).st_size > limits.file_bytes:
            return f"larger than {limits.file_bytes} bytes"
    return None


def is_safe_name(name: str) -> bool:
    """True for one part of a path that means the same on every system and can be written as UTF-8."""
    if name in ("", ".", "..") or any(mark in name for mark in "/\\") or not name.isprintable():
        return False
    return not any("\ud800" <= mark <= "\udfff" for mark in name)


def _shown(name: str) -> str:
    return name.encode("unicode_escape", "backslashreplace").decode("ascii")
