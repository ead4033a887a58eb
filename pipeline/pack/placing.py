"""A finished folder moved to its place: all of it or nothing, whoever looks."""

import os
import shutil
from pathlib import Path

from pipeline.pack.files import listing


def place(pack_dir: Path, root: Path) -> Path:
    """Move a pack to `root/<its name>`. An equal pack there is left alone; another one is replaced.

    The old pack is moved aside first, so that a reader finds the old one or the new one, never a mixture.
    """
    root.mkdir(parents=True, exist_ok=True)
    target = root / pack_dir.name
    if target.is_dir() and listing(target) == listing(pack_dir):
        return target
    aside = pack_dir.with_name(f"{pack_dir.name}.old")
    if target.exists():
        target.rename(aside)
    try:
        pack_dir.rename(target)
    except OSError:
        if aside.exists():
            aside.rename(target)
        raise
    _sync(root)
    remove(aside)
    return target


def remove(path: Path) -> None:
    """Remove a folder if it is there."""
    shutil.rmtree(path, ignore_errors=True)


def _sync(folder: Path) -> None:
    """Make the renames of a folder's entries last through a power cut."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
