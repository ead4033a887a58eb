"""HDF5: data sets by their path, shape and type, from the headers alone; vectors are looked at for their values."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.verify.arrays import column_of, frame_of, size_of
from pipeline.verify.format import Description, Format, ReadError
from pipeline.verify.hdf5_tree import SIGNATURE, opened, shape_of, tree_of, unreadable, values_of
from schemas.data import Column
from schemas.transforms import ReaderOptions

if TYPE_CHECKING:
    import pandas as pd


def describe(path: Path, is_transposed: bool = False) -> Description:
    """Every data set as a column. The rows are the length that all of them share, where they share one."""
    with opened(path) as file:
        tree = tree_of(file)
        columns = tuple(_column(name, node, is_transposed) for name, node in tree.sets.items())
        lengths = {shape_of(node)[0] for node in tree.sets.values() if shape_of(node)}
        rows = lengths.pop() if len(lengths) == 1 else None
        return Description(rows, columns, warnings=tuple(tree.warnings))


def _column(name: str, node: Any, is_transposed: bool) -> Column:
    load = None if unreadable(node) else partial(values_of, node)
    if is_transposed:
        return column_of(name, shape_of(node)[::-1], node.dtype, load and (lambda: values_of(node).T))
    return column_of(name, shape_of(node), node.dtype, load)


def read(path: Path, options: ReaderOptions, is_transposed: bool = False) -> "pd.DataFrame":
    """The data set `options.key` as a table. MATLAB writes its matrices column by column: they are transposed."""
    with opened(path) as file:
        tree = tree_of(file)
        key = (options.key or "").strip("/")
        if key not in tree.sets:
            raise ReadError(f"there is no data set {options.key!r}, only {', '.join(list(tree.sets)[:20])}")
        node = tree.sets[key]
        size_of(key, shape_of(node)[::-1] if is_transposed else shape_of(node), node.dtype)
        values = values_of(node)
        return frame_of(values.T if is_transposed else values, key)


FORMAT = Format(
    name="hdf5", order=12, matches=lambda head, name: head.startswith(SIGNATURE), describe=describe, read=read
)
