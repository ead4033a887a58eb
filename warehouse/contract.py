"""The contract: what every table holds, as data to compare and as text to read.

`python -m warehouse.contract` prints it; with a folder as argument it writes one JSON file per table there, and
refuses where a record changed and its `version` did not.
"""

import json
import sys
from pathlib import Path
from typing import Any

from schemas.base import Record
from schemas.errors import UsageError
from schemas.tables import TABLES
from warehouse.arrow import arrow_schema


def contract_of(record: type[Record]) -> dict[str, Any]:
    """A table's contract: name, version, key, Arrow columns and JSON schema (without prose)."""
    columns = {field.name: f"{field.type}{'' if field.nullable else ' not null'}" for field in arrow_schema(record)}
    return {
        "table": record.table,
        "version": record.version,
        "key": list(record.key),
        "columns": columns,
        "json_schema": _without_prose(record.model_json_schema()),
    }


def _without_prose(node: Any) -> Any:
    """A JSON schema less its titles and descriptions: a reworded docstring changes no table."""
    if isinstance(node, list):
        return [_without_prose(item) for item in node]
    if not isinstance(node, dict):
        return node
    kept = {name: value for name, value in node.items() if not _is_prose(name, value)}
    return {name: _without_prose(value) for name, value in kept.items()}


def _is_prose(name: str, value: Any) -> bool:
    return name in ("title", "description") and isinstance(value, str)


def breach(old: dict[str, Any], new: dict[str, Any]) -> str | None:
    """Why a contract may not take the place of an older one: it changed under the same or a lower version."""
    if old == new or new["version"] > old["version"]:
        return None
    names = [name for name in new if new[name] != old.get(name)]
    return f"table {new['table']!r} changed ({', '.join(names)}) and is still version {new['version']}"


def write_contract(folder: Path) -> tuple[Path, ...]:
    """Write the contract of every table. Raises UsageError for a change without a new version."""
    written = []
    for table, record in TABLES.items():
        path, new = folder / f"{table}.json", contract_of(record)
        problem = breach(json.loads(path.read_text(encoding="utf-8")), new) if path.exists() else None
        if problem:
            raise UsageError(problem, f"set `version` of {record.__name__} to {record.version + 1}")
        path.write_text(json.dumps(new, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        written.append(path)
    return tuple(written)


def describe() -> str:
    """The contract as Markdown: a heading per table, what it is for, and its columns with their types."""
    return "\n".join(line for record in TABLES.values() for line in _description(record))


def _description(record: type[Record]) -> list[str]:
    prose = " ".join((record.__doc__ or "").split())
    rows = [f"| {field.name} | {field.type} | {'yes' if field.nullable else ''} |" for field in arrow_schema(record)]
    key = ", ".join(record.key)
    head = [f"## {record.table}", "", f"{prose} Version {record.version}, unique within a unit: {key}.", ""]
    return [*head, "| column | type | may be null |", "|---|---|---|", *rows, ""]


if __name__ == "__main__":
    if len(sys.argv) > 1:
        write_contract(Path(sys.argv[1]))
    else:
        sys.stdout.write(describe())
