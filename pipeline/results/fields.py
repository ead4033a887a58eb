"""Field paths: one value of a task tuple, as `metrics.mae.unit`, found, and set within what its record allows."""

from collections.abc import Iterable, Sequence
from typing import Any

from pydantic import ValidationError

from schemas.base import Record
from schemas.evidence import Decider
from schemas.outcome import Stage
from schemas.review import Action, Amendment
from schemas.task import Algorithm, Metric, Score, Setting

SETTABLE: dict[type[Record], tuple[str, ...]] = {
    Algorithm: ("name", "variants"),
    Setting: ("name", "task", "protocol", "reference_type", "sources", "depends_on"),
    Metric: ("metric_id", "printed", "direction", "unit", "averaging", "threshold", "is_primary"),
    Score: ("method", "role", "setting_id"),
}
"""The fields that a path may set. A score's number is not among them: it is read from its cell, and only there."""

Value = str | bool | int | float | None | Sequence[str]


def path_of(record: Record) -> str:
    """The path of a record of the tuple: its kind, and its key without the paper."""
    if isinstance(record, Algorithm):
        return "algorithm"
    return ".".join((record.table, *key_of(record)))


def key_of(record: Record) -> tuple[str, ...]:
    """The key of a record without the paper."""
    return tuple(str(getattr(record, name)) for name in record.key if name != "paper_id")


def locate(records: Iterable[Record], field_path: str) -> tuple[Record, str] | None:
    """The record a path leads to and the field in it (empty for the record itself). Names may hold points."""
    fitting = [
        record for record in records if field_path == path_of(record) or field_path.startswith(f"{path_of(record)}.")
    ]
    if not fitting:
        return None
    found = max(fitting, key=lambda record: len(path_of(record)))
    return found, field_path[len(path_of(found)) + 1 :]


def text_at(record: Record, field: str) -> str:
    """A field as text: empty for none, items of a list joined by semicolons, the whole record by its path."""
    if not field:
        return path_of(record)
    value = getattr(record, field)
    if value is None:
        return ""
    return "; ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def with_value(record: Record, field: str, value: Value, decider: Decider) -> Record | str:
    """The record with a field set, checked against its schema; or what is wrong with the value."""
    if field not in SETTABLE.get(type(record), ()):
        return f"{field or 'the whole record'} of {path_of(record)} cannot be set"
    try:
        made = {**dict(record), **_no_longer_assumed(record, field), field: value, "decider": decider}
        return type(record).model_validate(made)
    except ValidationError as error:
        return f"{field}: {error.errors()[0]['msg']}"


def _no_longer_assumed(record: Record, field: str) -> dict[str, Any]:
    """What is said of a metric is not assumed any more."""
    if not isinstance(record, Metric):
        return {}
    kept = tuple(item for item in record.assumptions if not item.startswith(f"{field}:"))
    return {"assumptions": kept} | ({"is_assumed": False} if field == "is_primary" else {})


def replaced(records: Sequence[Record], old: Record, new: Record) -> tuple[Record, ...]:
    """The tuple with one record in the place of another. A new primary metric takes that mark from the others."""
    made = tuple(new if record is old else record for record in records)
    if not (isinstance(new, Metric) and new.is_primary):
        return made
    return tuple(
        record.model_copy(update={"is_primary": False, "decider": new.decider})
        if isinstance(record, Metric) and record is not new and record.is_primary
        else record
        for record in made
    )


def differences(before: Sequence[Record], after: Sequence[Record]) -> Iterable[tuple[Record, Record | None, str]]:
    """(old, new, field) for each field that differs, and (old, None, "") for each record that is gone.

    Tuples of one length are compared place by place, so that a new name is no other record; else by key.
    """
    for old, new in _pairs(before, after):
        if new is None:
            yield old, None, ""
        elif old is not new:
            fields = (*SETTABLE[type(old)], *(("printed",) if isinstance(old, Score) else ()))
            yield from ((old, new, name) for name in fields if getattr(old, name) != getattr(new, name))


def _pairs(before: Sequence[Record], after: Sequence[Record]) -> Iterable[tuple[Record, Record | None]]:
    if [record.table for record in before] == [record.table for record in after]:
        return zip(before, after, strict=True)
    known = {(record.table, key_of(record)): record for record in after}
    return ((record, known.get((record.table, key_of(record)))) for record in before)


def amendment_of(
    old: Record, new: Record | None, name: str, stage: Stage, number: int, decider: Decider, **more: Any
) -> Amendment:
    """What was changed in one field of one record, or that the record was taken out, as a record of its own."""
    return Amendment(
        paper_id=old.paper_id,
        stage=stage,
        number=number,
        field_path=f"{path_of(old)}.{name}" if name else path_of(old),
        action=Action.UPDATE if new else Action.REMOVE,
        old=text_at(old, name),
        new=text_at(new, name) if new else "",
        record=old.table,
        record_key=key_of(old),
        decider=decider,
        **more,
    )
