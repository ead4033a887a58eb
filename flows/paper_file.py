"""The file of a paper on this disk: the warehouse keeps only names and hashes, so a file is known by its bytes."""

import os
from collections.abc import Iterator
from hashlib import file_digest
from pathlib import Path, PurePosixPath

from schemas.errors import UsageError
from warehouse.audit import Audit

_SKIPPED = ("node_modules", "__pycache__")


def find_file(paper: str, folder: Path, audit: Audit | None) -> Path:
    """A path as it was given; else the file below `folder` that has the bytes the warehouse knows the paper by.

    Raises UsageError where there is none, or where the file has changed since it was read.
    """
    if Path(paper).is_file():
        return Path(paper)
    if audit is None:
        raise UsageError(f"no file and no paper in the warehouse is called {paper!r}", "give the path of the paper")
    wanted = {source.sha256: source.name for source in audit.sources if source.duplicate_of is None}
    names = {PurePosixPath(name).name for name in wanted.values()}
    candidates = [path for path in _files(folder) if path.name in names]
    found = next((path for path in candidates if _sha256(path) in wanted), None)
    if found is None:
        listed = ", ".join(wanted.values()) or "no file is known"
        changed = f"; {candidates[0]} has that name and other bytes" if candidates else ""
        raise UsageError(
            f"the file of {audit.paper_id} ({listed}) is not below {folder.absolute()}{changed}",
            "give the path of the paper, or the folder to look in with --in",
        )
    return found


def find_by_bytes(name: str, sha256: str, folder: Path) -> Path | None:
    """The file of that name and with these bytes below `folder`; None where there is none."""
    return next((path for path in _files(folder) if path.name == name and _sha256(path) == sha256), None)


def has_bytes(path: Path, sha256: str) -> bool:
    """True where a file has these bytes."""
    return _sha256(path) == sha256


def _files(folder: Path) -> Iterator[Path]:
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name not in _SKIPPED)
        yield from (Path(parent, name) for name in sorted(names))


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()
