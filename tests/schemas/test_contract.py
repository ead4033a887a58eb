"""The contract of every table stands in tests/golden/contract; a changed record needs a higher version."""

import json
from pathlib import Path
from typing import ClassVar

import pytest

from schemas.base import Record
from schemas.errors import UsageError
from schemas.tables import TABLES
from warehouse.contract import breach, contract_of, describe, write_contract

GOLDEN = Path(__file__).parent.parent / "golden" / "contract"


@pytest.mark.parametrize("table", TABLES)
def test_the_contract_is_the_golden_one(table: str) -> None:
    golden = json.loads((GOLDEN / f"{table}.json").read_text(encoding="utf-8"))
    made = contract_of(TABLES[table])
    assert made == golden, (
        f"{breach(golden, made) or 'the record has a new version'}: "
        f"once it has one, run `python -m warehouse.contract {GOLDEN.relative_to(Path.cwd())}`"
    )


def test_there_is_a_golden_file_per_table_and_no_other() -> None:
    assert {path.stem for path in GOLDEN.glob("*.json")} == set(TABLES)


@pytest.mark.parametrize("record", TABLES.values(), ids=TABLES)
def test_keys_are_fields_and_names_agree(record: type[Record]) -> None:
    assert set(record.key) <= set(record.model_fields)
    assert record.key[0] == "paper_id"
    assert TABLES[record.table] is record


class Old(Record):
    table: ClassVar[str] = "things"
    key: ClassVar[tuple[str, ...]] = ("paper_id",)
    title: str


class Changed(Old):
    colour: str | None = None


class Newer(Changed):
    version: ClassVar[int] = 2


class Reworded(Old):
    """Only prose differs."""


def test_a_changed_record_needs_a_higher_version() -> None:
    assert breach(contract_of(Old), contract_of(Changed)) == (
        "table 'things' changed (columns, json_schema) and is still version 1"
    )
    assert breach(contract_of(Old), contract_of(Newer)) is None
    assert breach(contract_of(Newer), contract_of(Changed)) is not None
    assert breach(contract_of(Old), contract_of(Reworded)) is None
    assert "title" in contract_of(Old)["json_schema"]["properties"]


def test_the_golden_files_are_not_overwritten_without_a_version(tmp_path: Path) -> None:
    write_contract(tmp_path)
    path = tmp_path / "scores.json"
    older = json.loads(path.read_text(encoding="utf-8"))
    del older["columns"]["spread"]
    path.write_text(json.dumps(older), encoding="utf-8")
    with pytest.raises(UsageError, match=r"table 'scores' changed \(columns\) and is still version"):
        write_contract(tmp_path)


def test_the_contract_can_be_read_by_people() -> None:
    text = describe()
    assert "## scores" in text
    assert "| value | double |  |" in text
    assert "| spread | double | yes |" in text
