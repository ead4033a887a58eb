"""Apache Parquet: rows and types from the footer, values from the first million rows."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.verify.delimited import text_series
from pipeline.verify.format import Description, Format, ReadError
from pipeline.verify.json_tables import cell
from pipeline.verify.profile import Profile
from schemas.transforms import ReaderOptions

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

_MAGIC = b"PAR1"
_LOOKED_AT = 1_000_000
_BATCH = 65_536


@contextmanager
def _opened(path: Path) -> "Iterator[Any]":
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path) as file:
            yield file
    except (pa.ArrowException, OSError, ValueError) as error:
        raise ReadError(f"not Parquet: {str(error).splitlines()[0][:200]}") from error


def _texts(column: "pa.Array") -> "pa.Array":
    """A column as strings; nothing for null, JSON for lists and structs."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    if pa.types.is_nested(column.type) or pa.types.is_binary(column.type) or pa.types.is_large_binary(column.type):
        return pa.array([cell(value if not isinstance(value, bytes) else value.hex()) for value in column.to_pylist()])
    return pc.fill_null(column.cast(pa.string()), "")


def _describe(path: Path) -> Description:
    with _opened(path) as file:
        profile = Profile(file.schema_arrow.names)
        for batch in file.iter_batches(_BATCH):
            profile.add([_texts(column) for column in batch.columns])
            if profile.rows >= _LOOKED_AT:
                break
        rows = file.metadata.num_rows
    sampled = profile.looked_at or (profile.rows if profile.rows < rows else None)
    return Description(rows, profile.columns(), preview=profile.preview, sampled=sampled)


def _read(path: Path, options: ReaderOptions) -> "pd.DataFrame":
    import pandas as pd

    with _opened(path) as file:
        names = file.schema_arrow.names
        columns: list[list[Any]] = [[] for _ in names]
        for batch in file.iter_batches(_BATCH):
            for kept, column in zip(columns, batch.columns, strict=True):
                kept.append(_texts(column))
    if len(set(names)) < len(names):
        raise ReadError("two columns have the same name")
    return pd.DataFrame({name: text_series(kept) for name, kept in zip(names, columns, strict=True)})


FORMAT = Format(
    name="parquet",
    order=8,
    matches=lambda head, name: head.startswith(_MAGIC),
    describe=_describe,
    read=_read,
    is_table=True,
)
