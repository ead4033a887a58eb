"""HDF5 files as a flat list of data sets. Links to other files and references are named, never followed."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pipeline.verify.damage import reading
from pipeline.verify.format import ReadError

SIGNATURE = b"\x89HDF\r\n\x1a\n"
_OBJECTS = 1000
_DEPTH = 12


@dataclass
class Tree:
    """The data sets of a file by their path, without the first slash, and what was not followed."""

    sets: dict[str, Any] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)


@contextmanager
def opened(path: Path) -> "Iterator[Any]":
    """The file, for reading and without a lock. Raises ReadError for what the library finds wrong meanwhile."""
    import h5py

    with reading("not HDF5"), h5py.File(path, "r", locking=False) as file:
        yield file


def tree_of(group: Any) -> Tree:
    """Up to 1,000 data sets, at most 12 groups deep. Hard links may run in rings: no group is entered twice."""
    found = Tree()
    _visit(group, "", found, set(), 0)
    return found


def _visit(group: Any, prefix: str, found: Tree, seen: set[Any], depth: int) -> None:
    import h5py

    for name in group:
        path = f"{prefix}{name}"
        link = group.get(name, getlink=True)
        if isinstance(link, h5py.ExternalLink):
            found.warnings.append(f"{path}: a link to another file ({link.filename[:80]!r}): not followed")
        elif isinstance(link, h5py.SoftLink):
            found.warnings.append(f"{path}: a soft link: not followed")
        elif len(found.sets) >= _OBJECTS or depth >= _DEPTH:
            found.warnings.append(f"more than {_OBJECTS} data sets or {_DEPTH} levels: the rest is not listed")
            return
        else:
            _take(group[name], path, found, seen, depth)


def _take(node: Any, path: str, found: Tree, seen: set[Any], depth: int) -> None:
    import h5py

    if isinstance(node, h5py.Group):
        address = h5py.h5o.get_info(node.id).addr
        if address not in seen:
            _visit(node, f"{path}/", found, seen | {address}, depth + 1)
    elif isinstance(node, h5py.Dataset):
        found.sets[path] = node
        if reason := unreadable(node):
            found.warnings.append(f"{path}: {reason}")


def unreadable(node: Any) -> str | None:
    """Why the values of a data set are not read: they lie elsewhere, or point elsewhere. None where they may be."""
    import h5py

    if node.is_virtual:
        return "a virtual data set: its values may lie in other files; not read"
    if node.external:
        return "its values lie in another file: not read"
    types = [node.dtype, *(node.dtype[name] for name in node.dtype.names or ())]
    if any(h5py.check_ref_dtype(each) for each in types):
        return "object references: not followed"
    return None


def values_of(node: Any) -> Any:
    """The values of a data set as an array, text as `str`. Raises ReadError where they are not to be read."""
    import h5py

    if reason := unreadable(node):
        raise ReadError(f"{node.name}: {reason}")
    text = h5py.check_string_dtype(node.dtype)
    return node.asstr(errors="replace")[()] if text else node[()]


def shape_of(node: Any) -> tuple[int, ...]:
    """The shape of a data set; one with nothing in it has none."""
    return tuple(node.shape or ())
