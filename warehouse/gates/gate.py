"""What a gate file declares."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from schemas.base import Record
from schemas.outcome import Call, Stage

Count = Callable[[Sequence[Record]], int]


@dataclass(frozen=True)
class Reference:
    """A column whose values must be keys of another table of the same unit, as `scores.setting_id` of `settings`."""

    table: str
    column: str
    target: str
    target_column: str

    @property
    def helper(self) -> str:
        """The gate column that is true where the reference holds."""
        return f"{self.column}_exists"


@dataclass(frozen=True)
class Gate:
    """The gate of one stage: expectations on its units by the call of their decision, and on its tables.

    A row of a unit has the decision's columns, `rows_<table>` for each of `tables`, and `counts`. A row of a table has
    the record's scalars (struct fields as `decider_by`), `n_<list>` for its lists, and helpers: `unstorable`,
    `is_shown` (it has evidence, or a person decided it), `<column>_exists` for references.
    """

    stage: Stage
    tables: Mapping[str, Sequence[Any]]
    units: Mapping[Call, Sequence[Any]] = field(default_factory=dict)
    counts: Mapping[str, Count] = field(default_factory=dict)
    references: Sequence[Reference] = ()


def count(kind: type[Record], **fields: Any) -> Count:
    """A count of the records of one kind whose fields have the given values."""

    def counted(records: Sequence[Record]) -> int:
        kept = (record for record in records if isinstance(record, kind))
        return sum(all(getattr(record, name) == value for name, value in fields.items()) for record in kept)

    return counted
