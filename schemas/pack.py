"""A pack as the warehouse knows it: its identity, its files and every check it went through."""

from typing import ClassVar

from schemas.base import Part, Record, Sha256
from schemas.data import CheckStatus, Measure
from schemas.evidence import Decider


class PackFile(Part):
    """One file of a pack, by path inside the pack."""

    path: str
    sha256: Sha256
    bytes: int


class BaselineResult(Part):
    """What a generated solver scored on an instance, next to the SOTA."""

    instance: str
    metric: str
    solver: str
    value: float
    sota: float | None = None


class Pack(Record):
    """A built pack. `pack_sha256` is the hash of the sorted file list, so two equal packs have equal hashes.

    `brief_by` is who wrote the background and the objective; none where the templates did.
    """

    table: ClassVar[str] = "packs"
    key: ClassVar[tuple[str, ...]] = ("paper_id", "pack_id")
    version: ClassVar[int] = 2

    pack_id: str
    semantic_version: str = "1.0.0"
    pack_sha256: Sha256
    instances: tuple[str, ...]
    primary_metric: str
    files: tuple[PackFile, ...]
    baselines: tuple[BaselineResult, ...] = ()
    brief_by: Decider | None = None


class PackCheck(Record):
    """One check of a pack (K0-K5, F1-F8)."""

    table: ClassVar[str] = "pack_checks"
    key: ClassVar[tuple[str, ...]] = ("paper_id", "pack_id", "check_id")

    pack_id: str
    check_id: str
    title: str
    status: CheckStatus
    reason: str
    hits: tuple[str, ...] = ()
    measures: tuple[Measure, ...] = ()
