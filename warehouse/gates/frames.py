"""The frames that gates look at: records as pandas rows of scalars, with counts for lists."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from schemas.base import Part, Record
from schemas.evidence import DecidedBy
from schemas.outcome import Decision
from warehouse.arrow import unstorable
from warehouse.gates.gate import Gate
from warehouse.gates.grounds import grounds
from warehouse.model import Unit
from warehouse.shape import Kind, Shape, shape_of

if TYPE_CHECKING:
    import pandas as pd

Row = dict[str, Any]
NO_CALL = "none"


def frames_of(units: Sequence[Unit], gate: Gate) -> "dict[str, pd.DataFrame]":
    """A frame of units per call of their decisions, and one frame per table that has rows."""
    import pandas as pd

    rows: dict[str, list[Row]] = defaultdict(list)
    for unit in units:
        decision = unit.decisions[0] if len(unit.decisions) == 1 else None
        rows[str(decision.call) if decision else NO_CALL].append(_unit_row(unit, decision, gate))
        for record in unit.records:
            if not isinstance(record, Decision):
                rows[record.table].append(_record_row(unit, record, gate))
    return {name: pd.DataFrame(found) for name, found in rows.items()}


def _unit_row(unit: Unit, decision: Decision | None, gate: Gate) -> Row:
    said = dict(_scalars(shape_of(Decision), decision))
    names = [record.table for record in unit.records]
    tables = {f"rows_{table}": names.count(table) for table in (Decision.table, *gate.tables)}
    counts = {name: counted(unit.records) for name, counted in gate.counts.items()}
    agrees = decision is not None and (decision.stage, decision.paper_id) == (unit.stage, unit.paper_id)
    problem = unstorable(decision) if decision else None
    own = {"agrees": agrees, "unstorable": problem, "n_grounds": grounds(unit.records)}
    return {**said, **tables, **counts, **own, "unit_key": unit.unit_key, "unit_paper": unit.paper_id}


def _record_row(unit: Unit, record: Record, gate: Gate) -> Row:
    references = {
        reference.helper: _resolves(getattr(record, reference.column), unit, reference.target, reference.target_column)
        for reference in gate.references
        if reference.table == record.table
    }
    problem = unstorable(record) if record.paper_id == unit.paper_id else f"it is of paper {record.paper_id}"
    helpers = {"unstorable": problem, "is_shown": _is_human(record) or bool(getattr(record, "evidence", ()))}
    return {**scalars(record), **references, **helpers, "unit_key": unit.unit_key, "unit_paper": unit.paper_id}


def _is_human(record: Record) -> bool:
    decider = getattr(record, "decider", None)
    return decider is not None and decider.by is DecidedBy.HUMAN


def _resolves(value: str | None, unit: Unit, target: str, column: str) -> bool:
    return value is None or any(record.table == target and getattr(record, column) == value for record in unit.records)


def scalars(part: Part) -> Row:
    """The scalars of a part: enums as text, blank text as None, `n_<name>` for lists, `<struct>_<name>` for structs."""
    return dict(_scalars(shape_of(type(part)), part))


def columns_of(shape: Shape) -> list[str]:
    """The names of the scalars of a shape."""
    return [name for name, _ in _scalars(shape, None)]


def _scalars(shape: Shape, part: Part | None) -> Iterator[tuple[str, Any]]:
    for name, field in shape.fields:
        value = None if part is None else getattr(part, name)
        if field.kind is Kind.LIST:
            yield f"n_{name}", None if value is None else len(value)
        elif field.kind is Kind.STRUCT:
            yield from ((f"{name}_{inner}", item) for inner, item in _scalars(field, value))
        elif isinstance(value, str):
            yield name, str(value) if value.strip() else None
        else:
            yield name, value
