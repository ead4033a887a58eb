"""What goes into the warehouse and what a commit says of it."""

from dataclasses import dataclass

from schemas.base import Record
from schemas.outcome import Decision


@dataclass(frozen=True)
class Unit:
    """One stage of one paper: all its records, the decision among them. `seconds` is how long the stage took."""

    unit_key: str
    stage: str
    paper_id: str
    records: tuple[Record, ...]
    seconds: float | None = None

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The decisions among the records; a sound unit has exactly one."""
        return tuple(record for record in self.records if isinstance(record, Decision))


@dataclass(frozen=True)
class Breach:
    """A row that a gate held back, and with it the paper's unit. A fault of ours, never of the paper."""

    unit_key: str
    paper_id: str
    table: str
    expectation: str
    detail: str


@dataclass(frozen=True)
class CommitReport:
    """Unit keys by what became of them, and why some were held back."""

    committed: tuple[str, ...]
    already_there: tuple[str, ...]
    quarantined: tuple[Breach, ...]


@dataclass(frozen=True)
class DataPart:
    """A Parquet file of the manifest. `path` is relative to the root; it holds the units of a span of commits."""

    path: str
    table: str
    run: str
    low_commit: int
    high_commit: int
    rows: int
    schema_version: int
