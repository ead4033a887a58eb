"""The state of one paper on its way through the stages."""

from dataclasses import dataclass, field
from pathlib import Path

from schemas.base import Record
from schemas.curation import Curation
from schemas.outcome import Call, Decision, Stage


@dataclass(frozen=True)
class Document:
    """A file to work on: its path, its bytes' sha256, and what a human said of it."""

    path: Path
    sha256: str
    curation: Curation | None = None


@dataclass
class Work:
    """One paper in flight. `keys` are the unit keys of the stages done, `records` what they made (or None: not loaded).

    `error` is a fault of ours or of the world; it ends the paper's turn, and the next run tries it again.
    """

    document: Document
    paper_id: str = ""
    keys: dict[Stage, str] = field(default_factory=dict)
    records: dict[Stage, tuple[Record, ...] | None] = field(default_factory=dict)
    decision: Decision | None = None
    error: str | None = None
    stalled_at: Stage | None = None
    seconds: dict[Stage, float] = field(default_factory=dict)
    settled: set[Stage] = field(default_factory=set)
    duplicate_of: str | None = None

    @property
    def is_open(self) -> bool:
        """True while the paper still has a stage before it."""
        stopped = self.decision is not None and self.decision.call is not Call.ADVANCE
        return not (stopped or self.error or self.duplicate_of)

    @property
    def is_whole(self) -> bool:
        """True for a file that was read, without a fault, and that no other file stands for."""
        return Stage.INTAKE in self.settled and not self.error and not self.duplicate_of

    @property
    def name(self) -> str:
        """What people call it: the file, with its folder."""
        return "/".join(filter(None, (self.document.path.parent.name, self.document.path.name)))
