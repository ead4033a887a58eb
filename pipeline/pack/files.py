"""Files of a pack: written, hashed, listed, and given one fixed time."""

import hashlib
import os
from pathlib import Path

from schemas.pack import PackFile

EPOCH = 315_619_200
"""2 January 1980 UTC, the time of every file: late enough for zip archives in every time zone."""


def write(pack_dir: Path, path: Path, text: str) -> None:
    """Write one file of a pack as UTF-8 with the line ends of the text."""
    target = pack_dir / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(text.encode("utf-8"))


def sha256_of(path: Path) -> str:
    """The sha256 of a file in hex."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def listing(pack_dir: Path) -> tuple[PackFile, ...]:
    """Every file below a folder, sorted by path. A link is listed by its target's text, never followed."""
    paths = sorted(path for path in pack_dir.rglob("*") if path.is_symlink() or path.is_file())
    return tuple(_entry(pack_dir, path) for path in paths)


def _entry(pack_dir: Path, path: Path) -> PackFile:
    name = path.relative_to(pack_dir).as_posix()
    if path.is_symlink():
        target = os.fsencode(path.readlink())
        return PackFile(path=name, sha256=hashlib.sha256(b"link " + target).hexdigest(), bytes=len(target))
    return PackFile(path=name, sha256=sha256_of(path), bytes=path.stat().st_size)


def pack_sha256(files: tuple[PackFile, ...]) -> str:
    """The hash of the sorted list of hashes and paths."""
    lines = sorted(f"{file.sha256}  {file.path}" for file in files)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def settle(pack_dir: Path) -> None:
    """Give every file and folder the same time and plain permissions."""
    for path in sorted(pack_dir.rglob("*"), reverse=True):
        path.chmod(0o755 if path.is_dir() else 0o644)
        os.utime(path, (EPOCH, EPOCH))
    pack_dir.chmod(0o755)
    os.utime(pack_dir, (EPOCH, EPOCH))
