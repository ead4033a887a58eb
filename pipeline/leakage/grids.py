"""Visible files as grids of named columns, whatever their format: tables, nested JSON, arrays, MAT files."""

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pipeline.leakage.associations import Strings, Truth
from pipeline.leakage.streams import rows_of_answers
from pipeline.leakage.visible import TABLES, VisibleFile


@dataclass(frozen=True)
class Grid:
    """Named columns of equal length n, each of shape (n,), values as written."""

    name: str
    columns: Mapping[str, Strings]

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()), ()))


def grids(file: VisibleFile, truth: Truth) -> Iterator[Grid]:
    """Every grid of one file. What cannot be read holds no grid; pickled objects are never loaded.

    Of a table that comes in parts there is one grid, with the first part: the rows that the truth has answers for.
    """
    if file.is_whole:
        yield from whole_grids(file)
    elif file.offset == 0 and file.source is not None and file.suffix in TABLES:
        columns = rows_of_answers(file.source, truth)
        yield from [Grid("", columns)] if columns else []


def whole_grids(file: VisibleFile) -> Iterator[Grid]:
    """Every grid of a file that is there as a whole."""
    readers = {".csv": _table, ".tsv": _table, ".json": _json, ".npy": _npy, ".mat": _mat, ".txt": _lines}
    readers |= {".parquet": _parquet}
    if reader := readers.get(file.suffix):
        yield from reader(file)


def _table(file: VisibleFile) -> Iterator[Grid]:
    delimiter = TABLES[file.suffix]
    try:
        rows = [row for row in csv.reader(io.StringIO(file.text), delimiter=delimiter) if row]
    except csv.Error:
        return
    if len(rows) > 1 and len({len(row) for row in rows}) == 1:
        yield Grid("", {name: np.array(column) for name, *column in zip(*rows, strict=True)})
    yield from _lines(file, skip=1)


def _lines(file: VisibleFile, skip: int = 0) -> Iterator[Grid]:
    lines = file.text.splitlines()[skip:]
    if lines:
        yield Grid("line", {"line": np.array(lines)})


def _json(file: VisibleFile) -> Iterator[Grid]:
    try:
        yield from _nested("", json.loads(file.text))
    except (ValueError, RecursionError):
        return


def _nested(name: str, node: Any) -> Iterator[Grid]:
    if isinstance(node, dict):
        yield from _mapping(name, node)
    elif isinstance(node, list):
        yield from _sequence(name, node)


def _mapping(name: str, node: dict[str, Any]) -> Iterator[Grid]:
    scalars = {key: value for key, value in node.items() if _is_scalar(value)}
    if len(scalars) > 1:
        yield Grid(name, {"key": np.array(list(scalars)), "value": _strings(list(scalars.values()))})
    for key, value in node.items():
        yield from _nested(f"{name}/{key}", value)


def _sequence(name: str, node: list[Any]) -> Iterator[Grid]:
    if node and all(_is_scalar(value) for value in node):
        yield Grid(name, {name or "list": _strings(node)})
    elif node and all(isinstance(value, dict) for value in node):
        keys = [key for key in node[0] if all(_is_scalar(row.get(key)) for row in node)]
        yield Grid(name, {key: _strings([row.get(key) for row in node]) for key in keys})
    else:
        for at, value in enumerate(node):
            yield from _nested(f"{name}/{at}", value)


def _npy(file: VisibleFile) -> Iterator[Grid]:
    try:
        array = np.load(io.BytesIO(file.data), allow_pickle=False)
    except (ValueError, EOFError, OSError):
        return
    yield from _array(file.path.rsplit("!", 1)[-1], array)


def _mat(file: VisibleFile) -> Iterator[Grid]:
    from scipy.io import loadmat
    from scipy.io.matlab import MatReadError

    try:
        content = loadmat(io.BytesIO(file.data), squeeze_me=True)
    except (MatReadError, ValueError, NotImplementedError, TypeError, OSError):
        return
    for key, value in content.items():
        if isinstance(value, np.ndarray):
            yield from _array(key, value)


def _parquet(file: VisibleFile) -> Iterator[Grid]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        table = pq.read_table(pa.BufferReader(file.data))
    except (pa.ArrowException, OSError):
        return
    yield Grid("", {name: _strings(table.column(name).to_pylist()) for name in table.column_names})


def _array(name: str, array: np.ndarray[Any, Any]) -> Iterator[Grid]:
    """A vector as one column, a matrix both as its columns and as its rows."""
    if array.dtype.kind not in "biufUS" or array.ndim not in (1, 2):
        return
    if array.ndim == 1:
        yield Grid(name, {name: array.astype(str)})
        return
    yield Grid(name, {f"{name}[:, {at}]": column.astype(str) for at, column in enumerate(array.T)})
    yield Grid(name, {f"{name}[{at}]": row.astype(str) for at, row in enumerate(array)})


def _is_scalar(value: Any) -> bool:
    return isinstance(value, str | int | float)


def _strings(values: Sequence[Any]) -> Strings:
    return np.array([str(int(value)) if isinstance(value, bool) else str(value) for value in values])
