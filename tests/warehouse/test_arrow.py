"""Records become Arrow tables and come back as they were."""

import io
from datetime import UTC, date, datetime
from enum import StrEnum
from math import inf, nan
from typing import ClassVar

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from schemas.base import Part, Record
from schemas.data import DataCheck, Measure
from schemas.paper import Paper
from schemas.tables import TABLES
from tests.warehouse import factory
from tests.warehouse.strategies import parts
from warehouse.arrow import arrow_schema, to_records, to_table, unstorable
from warehouse.shape import Kind, shape_of


class Colour(StrEnum):
    RED = "red"


class Inner(Part):
    names: tuple[str, ...] = ()


class Probe(Record):
    """One field of every kind."""

    table: ClassVar[str] = "probes"
    key: ClassVar[tuple[str, ...]] = ("paper_id",)

    whole: int
    real: float
    flag: bool
    day: date
    moment: datetime
    colour: Colour
    inner: Inner
    inners: tuple[Inner, ...]
    maybe: float | None = None
    maybe_inner: Inner | None = None


def through_parquet(record: Record) -> Record:
    """The record after a file."""
    table = to_table(type(record), [("key", record)], "run", datetime(2026, 1, 2, tzinfo=UTC))
    file = io.BytesIO()
    pq.write_table(table, file)
    ((key, back),) = to_records(type(record), pq.read_table(io.BytesIO(file.getvalue())))
    assert key == "key"
    return back


def test_every_kind_of_field_has_its_arrow_type() -> None:
    types = {field.name: (str(field.type), field.nullable) for field in arrow_schema(Probe)}
    assert types["moment"] == ("timestamp[us, tz=UTC]", False)
    assert types["committed_at"] == ("timestamp[us, tz=UTC]", False)
    assert types["colour"] == ("string", False)
    assert types["day"] == ("date32[day]", False)
    assert types["maybe"] == ("double", True)
    assert types["inners"][0] == "list<element: struct<names: list<element: string not null> not null> not null>"
    assert types["maybe_inner"] == ("struct<names: list<element: string not null> not null>", True)


def test_none_empty_tuples_and_infinity_survive() -> None:
    moment = datetime(2026, 5, 3, 12, 30, 1, 250, tzinfo=UTC)
    probe = Probe(
        paper_id="p",
        whole=-(2**63),
        real=-inf,
        flag=True,
        day=date(2026, 2, 28),
        moment=moment,
        colour=Colour.RED,
        inner=Inner(),
        inners=(Inner(), Inner(names=("a", ""))),
    )
    assert through_parquet(probe) == probe


@pytest.mark.parametrize("table", TABLES)
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_record_of_any_table_survives(table: str, data: st.DataObject) -> None:
    record = data.draw(parts(TABLES[table]))
    assert through_parquet(record) == record


def test_the_contract_holds_only_kinds_that_have_a_column_type() -> None:
    class Wild(Part):
        anything: dict[str, int]

    with pytest.raises(TypeError, match=r"Wild\.anything: .* has no column type"):
        shape_of(Wild)
    assert shape_of(Paper).kind is Kind.STRUCT


@pytest.mark.parametrize(("value", "problem"), [(nan, "measures[0].value is not a number"), (inf, None), (1e308, None)])
def test_nan_is_refused_by_name_and_infinity_is_kept(value: float, problem: str | None) -> None:
    (check, *_) = [record for record in factory.verify("p").records if isinstance(record, DataCheck)]
    made = check.model_copy(update={"measures": (Measure(name="rows", value=value),)})
    assert unstorable(made) == problem
    if problem:
        with pytest.raises(ValueError, match="is not a number"):
            to_table(DataCheck, [("key", made)])


def test_an_integer_of_more_than_64_bits_is_refused_by_name() -> None:
    made = factory.paper("p").model_copy(update={"year": 2**63})
    assert unstorable(made) == f"year = {2**63} does not fit 64 bits"
    assert unstorable(made.model_copy(update={"year": 2**63 - 1, "title": "NaN and 12345678901234567890"})) is None


def test_a_column_that_an_older_file_lacks_takes_its_default() -> None:
    paper = factory.paper("p")
    older = to_table(Paper, [("key", paper)], "run", datetime.now(UTC)).drop_columns(["is_complete", "warnings"])
    assert to_records(Paper, older) == [("key", paper)]
    assert isinstance(older, pa.Table)
