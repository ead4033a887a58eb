"""A pack as the warehouse knows it: its identity, its files and every check it went through."""

from typing import ClassVar

from schemas.base import Part, Record, Sha256
from schemas.data import CheckStatus, Measure
from schemas.evidence import Decider, Evidence


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


class Calibration(Part):
    """A baseline of the paper, run again with `solver`: its score here, next to the printed one and the SOTA.

    `value` is none where it could not be run in time, and `note` says why.
    """

    instance: str
    metric: str
    method: str
    solver: str
    value: float | None
    printed: float
    sota: float | None = None
    note: str = ""


class SettledAssumption(Part):
    """What the paper does not say of a metric, and how it came out.

    `metric` is what the pack is scored by. `by_numbers` says that of all `readings` only this one agrees with what the
    paper prints, else none of them differs on this pack. `evidence` are the cells that were compared.
    """

    metric_id: str
    assumption: str
    readings: tuple[str, ...]
    metric: str
    by_numbers: bool
    reason: str
    evidence: tuple[Evidence, ...] = ()


class Pack(Record):
    """A built pack. `pack_sha256` is the hash of the sorted file list, so two equal packs have equal hashes.

    `brief_by` is who wrote the background and the objective; none where the templates did.
    """

    table: ClassVar[str] = "packs"
    key: ClassVar[tuple[str, ...]] = ("paper_id", "pack_id")
    version: ClassVar[int] = 3

    pack_id: str
    semantic_version: str = "1.0.0"
    pack_sha256: Sha256
    instances: tuple[str, ...]
    primary_metric: str
    files: tuple[PackFile, ...]
    baselines: tuple[BaselineResult, ...] = ()
    brief_by: Decider | None = None
    settled: tuple[SettledAssumption, ...] = ()
    calibration: tuple[Calibration, ...] = ()


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
