"""Reading units back as records."""

from pathlib import Path

from pydantic import ValidationError

from schemas.base import Record
from schemas.errors import StalledError
from schemas.outcome import Decision
from schemas.tables import TABLES
from warehouse.arrow import to_records
from warehouse.manifest import Manifest
from warehouse.model import DataPart


def load_unit(manifest: Manifest, root: Path, unit_key: str) -> tuple[Record, ...]:
    """All records of a unit, in the order of the tables, the decision last. Raises StalledError if there are none."""
    parts = manifest.parts_of([unit_key])
    if not parts:
        raise StalledError(f"the warehouse has no unit {unit_key!r}", "run the paper again")
    place = {table: index for index, table in enumerate(TABLES)}
    parts.sort(key=lambda part: (part.table == Decision.table, place[part.table], part.low_commit))
    return tuple(record for part in parts for record in _records(root, part, unit_key))


def _records(root: Path, part: DataPart, unit_key: str) -> list[Record]:
    import pyarrow.parquet as pq

    table = pq.read_table(root / part.path, filters=[("unit_key", "=", unit_key)], partitioning=None)
    try:
        return [record for _, record in to_records(TABLES[part.table], table)]
    except ValidationError as error:
        problem = error.errors()[0]
        where = ".".join(str(step) for step in problem["loc"])
        raise StalledError(
            f"{part.path} holds a row that is no {part.table} record of today: {where}: {problem['msg']}",
            f"it has schema version {part.schema_version}; run the paper again, or use the papergym that wrote it",
        ) from error
