"""AnnData (.h5ad): cells with their annotations, from an HDF5 file in the layout of the AnnData documentation.

`X` is a data set or a sparse group with the attribute `shape`; `obs` is a group with one data set per column, or a
group of `categories` and `codes` for a categorical one. Old files hold `obs` as one compound data set: then only the
shape is told.
"""

from functools import partial
from pathlib import Path
from typing import Any

from pipeline.verify.arrays import column_of
from pipeline.verify.columns import sample_of
from pipeline.verify.format import Description, Format
from pipeline.verify.hdf5_tree import SIGNATURE, opened, shape_of, tree_of, unreadable, values_of
from schemas.data import Column

_CATEGORIES, _CODES = "categories", "codes"
_SUFFIX = ".h5ad"


def _describe(path: Path) -> Description:
    import h5py

    with opened(path) as file:
        tree = tree_of(file)
        matrix = file["X"] if _is_own(file, "X") else None
        shape = tuple(int(n) for n in matrix.attrs.get("shape", ())) if isinstance(matrix, h5py.Group) else ()
        shape = shape or (shape_of(matrix) if isinstance(matrix, h5py.Dataset) else ())
        first = (Column(name="X", dtype=f"matrix[{'x'.join(map(str, shape[1:]))}]"),) if shape else ()
        obs = file["obs"] if _is_own(file, "obs") else None
        columns = _annotations(obs) if isinstance(obs, h5py.Group) else ()
        rows = shape[0] if shape else None
        return Description(rows, (*first, *columns), warnings=tuple(tree.warnings))


def _is_own(group: Any, name: str) -> bool:
    """True for what lies in this file itself."""
    import h5py

    return isinstance(group.get(name, getlink=True), h5py.HardLink)


def _annotations(obs: Any) -> tuple[Column, ...]:
    import h5py

    found = []
    for name in obs:
        node = obs[name] if _is_own(obs, name) else None
        if isinstance(node, h5py.Dataset) and not unreadable(node):
            found.append(column_of(f"obs/{name}", shape_of(node), node.dtype, partial(values_of, node)))
        elif isinstance(node, h5py.Group) and {_CATEGORIES, _CODES} <= set(node) and _is_own(node, _CATEGORIES):
            found.append(_categorical(f"obs/{name}", node))
    return tuple(found)


def _categorical(name: str, node: Any) -> Column:
    import numpy as np

    values = [str(value) for value in np.ravel(values_of(node[_CATEGORIES]))[:10_000]]
    return Column(name=name, dtype="category", distinct=len(values), sample=sample_of(values))


FORMAT = Format(
    name="h5ad",
    order=11,
    matches=lambda head, name: head.startswith(SIGNATURE) and name.lower().endswith(_SUFFIX),
    describe=_describe,
)
