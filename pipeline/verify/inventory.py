"""The inventory: every file of a data source typed, described, licensed and put in the store."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from pipeline.ports import Store
from pipeline.verify.format import UNKNOWN, described, format_of
from pipeline.verify.thresholds import DEFAULT_LIMITS, Limits
from pipeline.verify.walk import Entry, walk
from schemas.data import DataFile
from schemas.errors import StalledError


@dataclass(frozen=True)
class Root:
    """A file or folder that a link gave: the link, where the content lies, and the licence the host states."""

    source: str
    path: Path
    licence: str | None = None


@dataclass(frozen=True)
class Inventory:
    """The files of all roots, and the paths that were refused, with the reason."""

    files: tuple[DataFile, ...] = ()
    refused: tuple[str, ...] = ()

    def __add__(self, other: "Inventory") -> "Inventory":
        return Inventory((*self.files, *other.files), (*self.refused, *other.refused))


def take(paper_id: str, root: Root, store: Store, limits: Limits = DEFAULT_LIMITS) -> Inventory:
    """The inventory of one root. Roles are given later, when the recipes are known. Raises StalledError."""
    try:
        found = walk(root.path, limits)
        files = tuple(_file(paper_id, root.source, entry, store) for entry in found.files)
    except OSError as error:
        raise StalledError(
            f"The data of {root.source} cannot be read: {error.strerror or error}.", "Check the folder and run again."
        ) from error
    licences = {_folder(file.path): file.licence for file in files if file.format == "licence" and file.licence}
    licensed = tuple(file.model_copy(update={"licence": _licence(file, licences, root.licence)}) for file in files)
    return Inventory(licensed, found.refused)


def _file(paper_id: str, source: str, entry: Entry, store: Store) -> DataFile:
    sha256 = store.add(entry.path)
    kept = store.path(sha256)
    form, compression = format_of(kept, entry.name)
    found = form.describe(kept) if form.name == UNKNOWN else described(form, kept)
    return DataFile(
        paper_id=paper_id,
        source=source,
        path=entry.name,
        sha256=sha256,
        bytes=kept.stat().st_size,
        format=form.name,
        rows=found.rows,
        columns=found.columns,
        licence=found.licence,
        warnings=found.warnings,
        preview=found.preview,
        sampled=found.sampled,
        compression=compression,
    )


def _folder(path: str) -> str:
    return str(PurePosixPath(path).parent)


def _licence(file: DataFile, licences: Mapping[str, str], stated: str | None) -> str | None:
    """A file's own licence, else that of the nearest licence file above it, else what the host states."""
    if file.licence:
        return file.licence
    folders = (str(parent) for parent in PurePosixPath(file.path).parents)
    return next((licences[folder] for folder in folders if folder in licences), stated)
