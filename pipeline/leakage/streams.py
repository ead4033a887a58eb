"""Tables that are too large for memory, read row block by row block: only the rows that answers belong to are kept."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pipeline.leakage.associations import Strings, Truth
from pipeline.leakage.visible import TABLES

if TYPE_CHECKING:
    import pyarrow as pa

_BLOCK = 16 * 1024 * 1024
KNOWN = 0.9
"""Share of the ids of a truth from which on a column is taken for its ids."""


def rows_of_answers(path: Path, truth: Truth) -> dict[str, Strings]:
    """The columns of a table at the rows whose id is in the truth; of a table as long as the truth, all rows.

    Empty where the table has neither, or cannot be read as one.
    """
    key, rows = _key_and_rows(path, truth)
    if key is None and rows != len(truth.ids):
        return {}
    kept = [_kept(columns, key, truth) for columns in columns_of(path)]
    return {name: np.concatenate([columns[name] for columns in kept]) for name in kept[0]} if kept else {}


def columns_of(path: Path) -> "Iterator[dict[str, pa.Array]]":
    """A delimited file block by block, every column as text. Nothing where it is no table; of two columns with one
    name the last one counts."""
    import pyarrow as pa
    import pyarrow.csv as pc

    delimiter = TABLES[path.suffix.lower()]
    with path.open("rb") as stream:
        names = stream.readline().decode("utf-8", "replace").rstrip("\r\n").split(delimiter)
    try:
        blocks = pc.open_csv(
            path,
            read_options=pc.ReadOptions(block_size=_BLOCK),
            parse_options=pc.ParseOptions(delimiter=delimiter),
            convert_options=pc.ConvertOptions(
                column_types={name.strip('"'): pa.string() for name in names}, strings_can_be_null=False
            ),
        )
        yield from (dict(zip(block.schema.names, block.columns, strict=True)) for block in blocks)
    except pa.ArrowException:
        return


def _key_and_rows(path: Path, truth: Truth) -> tuple[str | None, int]:
    """The column that holds the ids, and the number of rows."""
    import pyarrow as pa
    import pyarrow.compute as pc

    ids, rows = pa.array(truth.ids.tolist()), 0
    known: dict[str, int] = {}
    for columns in columns_of(path):
        rows += len(next(iter(columns.values())))
        for name, column in columns.items():
            known[name] = known.get(name, 0) + (pc.sum(pc.is_in(column, value_set=ids)).as_py() or 0)
    key = max(known, key=lambda name: known[name], default=None)
    return (key if key is not None and known[key] >= KNOWN * len(truth.ids) else None), rows


def _kept(columns: "dict[str, pa.Array]", key: str | None, truth: Truth) -> dict[str, Strings]:
    import pyarrow as pa
    import pyarrow.compute as pc

    if key is not None:
        wanted = pc.is_in(columns[key], value_set=pa.array(truth.ids.tolist()))
        columns = {name: column.filter(wanted) for name, column in columns.items()}
    return {name: np.array(column.to_pylist(), dtype=str) for name, column in columns.items()}
