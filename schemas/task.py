"""The task tuple T = (A, D, M, S, B): algorithm, evaluation settings, metrics, scores of A and of the baselines."""

from enum import StrEnum
from typing import ClassVar

from schemas.base import Part, Record
from schemas.evidence import RULES, Decider, Evidence


class Protocol(StrEnum):
    """How development and evaluation data come apart."""

    FIXED = "fixed"
    RANDOM = "random"
    KFOLD = "kfold"
    BOOTSTRAP = "bootstrap"
    NONE = "none"
    UNKNOWN = "unknown"


class ReferenceType(StrEnum):
    """What a submission is compared with."""

    LABEL = "label"
    ORACLE = "oracle"
    DISTRIBUTION = "distribution"


class Direction(StrEnum):
    """Which way a metric improves."""

    HIGHER = "higher"
    LOWER = "lower"

    @property
    def sign(self) -> int:
        """+1 where higher is better, -1 where lower is."""
        return 1 if self is Direction.HIGHER else -1


class MethodRole(StrEnum):
    """What a scored row is in the paper."""

    PROPOSED = "proposed"
    VARIANT = "variant"
    BASELINE = "baseline"
    ABLATION = "ablation"
    BOUND = "bound"


class Algorithm(Record):
    """A: the method the paper proposes, with every name it goes by. It never reaches a pack."""

    table: ClassVar[str] = "algorithms"
    key: ClassVar[tuple[str, ...]] = ("paper_id",)

    name: str
    variants: tuple[str, ...] = ()
    summary: str = ""
    evidence: tuple[Evidence, ...] = ()
    decider: Decider = RULES


class Count(Part):
    """A number of rows that the paper prints for a part of a setting (`train`/`positive`: 4750), with its cell."""

    split: str
    label: str | None = None
    printed: str
    value: int
    evidence: tuple[Evidence, ...] = ()


class Setting(Record):
    """One evaluation setting, a pair (D_dev, D_eval). In a pack it is called an instance.

    `counts` are the sizes the paper states, for check 4.4.
    """

    table: ClassVar[str] = "settings"
    key: ClassVar[tuple[str, ...]] = ("paper_id", "setting_id")

    setting_id: str
    name: str
    task: str = ""
    protocol: Protocol = Protocol.UNKNOWN
    reference_type: ReferenceType = ReferenceType.LABEL
    sources: tuple[str, ...] = ()
    counts: tuple[Count, ...] = ()
    depends_on: str | None = None
    evidence: tuple[Evidence, ...] = ()
    decider: Decider = RULES


class Metric(Record):
    """One quality metric. `metric_id` is the name of a file in `pipeline/metrics`; `printed` is the paper's word.

    `averaging` types what changes a result (macro, micro, binary ...), with the paper's words among the evidence where
    it says so. What it does not say stands in `assumptions` (`averaging: binary`, `threshold: 0.5`). `is_assumed` marks
    a primary metric that the paper does not stress.
    """

    version: ClassVar[int] = 2
    table: ClassVar[str] = "metrics"
    key: ClassVar[tuple[str, ...]] = ("paper_id", "metric_id")

    metric_id: str
    printed: str
    direction: Direction
    unit: str | None = None
    averaging: str | None = None
    threshold: float | None = None
    is_assumed: bool = False
    assumptions: tuple[str, ...] = ()
    is_primary: bool = False
    evidence: tuple[Evidence, ...] = ()
    decider: Decider = RULES


class Score(Record):
    """One score as printed, and as a number after `factor` (a percent becomes a fraction with factor 0.01).

    `value` is in the metric's own unit and range. `spread` is a standard deviation, `low` and `high` an interval.
    A score with `is_from_figure` never decides a gate.
    """

    table: ClassVar[str] = "scores"
    key: ClassVar[tuple[str, ...]] = ("paper_id", "setting_id", "metric_id", "method")

    setting_id: str
    metric_id: str
    method: str
    role: MethodRole
    printed: str
    value: float
    factor: float = 1.0
    spread: float | None = None
    low: float | None = None
    high: float | None = None
    n: int | None = None
    is_from_figure: bool = False
    evidence: tuple[Evidence, ...] = ()
    decider: Decider = RULES


class Task(Part):
    """The whole tuple of one paper, as the stages hand it on."""

    algorithm: Algorithm
    settings: tuple[Setting, ...]
    metrics: tuple[Metric, ...]
    scores: tuple[Score, ...]

    @property
    def primary(self) -> Metric:
        """The metric the paper's claim rests on."""
        return next(metric for metric in self.metrics if metric.is_primary)

    def scores_of(self, setting_id: str, metric_id: str) -> tuple[Score, ...]:
        """The scores of one setting and metric, best first."""
        sign = next(metric.direction.sign for metric in self.metrics if metric.metric_id == metric_id)
        found = [s for s in self.scores if (s.setting_id, s.metric_id) == (setting_id, metric_id)]
        return tuple(sorted(found, key=lambda score: -sign * score.value))

    def sota(self, setting_id: str, metric_id: str) -> Score | None:
        """The score of the one variant of A that the paper leads with."""
        found = (s for s in self.scores_of(setting_id, metric_id) if s.role is MethodRole.PROPOSED)
        return next(found, None)

    def best_baseline(self, setting_id: str, metric_id: str) -> Score | None:
        """The best score of somebody else's method."""
        found = (s for s in self.scores_of(setting_id, metric_id) if s.role is MethodRole.BASELINE)
        return next(found, None)
