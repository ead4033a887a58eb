"""The inventory: every file of a data source typed, described, licensed and put in the store."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from pipeline.ports import Gathered, Kept, Store
from pipeline.verify.format import UNKNOWN, described, format_of
from pipeline.verify.thresholds import DEFAULT_LIMITS, Limits
from pipeline.verify.walk import Entry, walk
from schemas.data import DataFile
from schemas.errors import StalledError


@dataclass(frozen=True)
class Root:
    """What a link gave: the link, the folder or file with the content, and the licence the host states.

    Where there is no `path`, the content was downloaded and is in the store: `gathered`.
    """

    source: str
    path: Path | None
    licence: str | None = None
    gathered: Gathered = field(default_factory=Gathered)


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
        gathered = _unpacked(_gathered(root, store, limits), store)
        files = tuple(_file(paper_id, root.source, kept, store) for kept in gathered.kept)
    except OSError as error:
        raise StalledError(
            f"The data of {root.source} cannot be read: {error.strerror or error}.", "Check the folder and run again."
        ) from error
    licences = {_folder(file.path): file.licence for file in files if file.format == "licence" and file.licence}
    licensed = tuple(file.model_copy(update={"licence": _licence(file, licences, root.licence)}) for file in files)
    return Inventory(licensed, gathered.refused)


def _gathered(root: Root, store: Store, limits: Limits) -> Gathered:
    if root.path is None:
        return root.gathered
    found = walk(root.path, limits)
    return Gathered(tuple(_kept(entry, store) for entry in found.files), found.refused)


def _kept(entry: Entry, store: Store) -> Kept:
    sha256 = store.add(entry.path)
    return Kept(entry.name, sha256, store.path(sha256).stat().st_size)


def _unpacked(gathered: Gathered, store: Store) -> Gathered:
    """The files with the members of archives, under `<archive>/`, in the place of the archives."""
    found = Gathered((), gathered.refused)
    for kept in gathered.kept:
        members = store.unpack(kept)
        if members is None:
            found += _as_data(kept, store)
        else:
            inside = members.kept != (kept,)
            inner = (
                Kept(f"{kept.name}/{each.name}", each.sha256, each.bytes) if inside else each for each in members.kept
            )
            found = sum((_as_data(each, store) for each in inner), found)
            found += Gathered((), tuple(f"{kept.name}: {reason}" for reason in members.refused))
    return found


def _as_data(kept: Kept, store: Store) -> Gathered:
    """The file; a Git LFS pointer is none: the data it stands for are elsewhere."""
    if store.pointer(kept) is None:
        return Gathered((kept,))
    return Gathered((), (f"{kept.name}: is a Git LFS pointer, the data it stands for are not here",))


def _file(paper_id: str, source: str, entry: Kept, store: Store) -> DataFile:
    kept = store.path(entry.sha256)
    form, compression = format_of(kept, entry.name)
    found = form.describe(kept) if form.name == UNKNOWN else described(form, kept)
    return DataFile(
        paper_id=paper_id,
        source=source,
        path=entry.name,
        sha256=entry.sha256,
        bytes=entry.bytes,
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
