"""What a pack says about its scores (`scoring.json`, `leaderboard.csv`), and what scoring a submission gives back."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated

from pydantic import Field, StringConstraints

from schemas.base import Part, Sha256
from schemas.task import Direction, MethodRole

Finite = Annotated[float, Field(allow_inf_nan=False)]

InstanceName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")]
"""Names a folder, so it may not lead out of one."""

SURPASS_ABOVE = 0.1
"""A gap above this surpasses the SOTA (NatureBench); at or above 0 matches it."""


class MetricScoring(Part):
    """The marks one metric of one instance is measured by, in the metric's own unit and range.

    `floor` is what a predictor without information scores, `worst` the worst method on the leaderboard,
    `resolution` the unit of the last digit the paper prints of the SOTA.
    """

    metric: str
    direction: Direction
    low: Finite | None = None
    high: Finite | None = None
    optimum: Finite | None = None
    floor: Finite | None = None
    worst: Finite | None = None
    sota: Finite | None = None
    sota_method: str | None = None
    resolution: Finite | None = None
    baseline: Finite | None = None
    baseline_method: str | None = None
    warnings: tuple[str, ...] = ()


class InstanceScoring(Part):
    """The metrics of one instance."""

    instance: InstanceName
    metrics: tuple[MetricScoring, ...]


class ScoringFile(Part):
    """`evaluation/scoring.json`."""

    version: int = 1
    primary_metric: str
    instances: tuple[InstanceScoring, ...]


class LeaderboardRow(Part):
    """A row of `evaluation/leaderboard.csv`; the fields are its columns. Equal values share the better rank."""

    instance: str
    metric: str
    rank: int
    method: str
    role: MethodRole
    value: Finite


class Medal(StrEnum):
    """Gold: at or above the SOTA. Silver: at or above the best baseline. Bronze: at or above the median method."""

    GOLD = "gold"
    SILVER = "silver"
    BRONZE = "bronze"


class Neighbour(Part):
    """The method just above or below on the leaderboard."""

    method: str
    value: float


class Standing(Part):
    """The place of a submission among the `methods` of the paper. Equal values share the better rank."""

    rank: int
    methods: int
    above: Neighbour | None = None
    below: Neighbour | None = None
    medal: Medal | None = None


class MetricResult(Part):
    """One metric of a submission next to the paper's scores. `value` is None where the submission failed.

    `is_sota_as_printed` says that the value rounds to the SOTA at the digits the paper prints. Gap, rank and medal
    compare exactly.
    """

    metric: str
    is_primary: bool
    value: float | None
    sota: float | None = None
    sota_method: str | None = None
    baseline: float | None = None
    baseline_method: str | None = None
    gap: float | None = None
    is_sota_as_printed: bool = False
    normalised: dict[str, float | None] = Field(default_factory=dict)
    standing: Standing | None = None


class InstanceResult(Part):
    """One instance of a submission. `error` says why a metric has no value."""

    instance: str
    metrics: tuple[MetricResult, ...]
    error: str | None = None

    @property
    def primary(self) -> MetricResult:
        """The result that decides."""
        return next(result for result in self.metrics if result.is_primary)


class Split(StrEnum):
    """What a submission answers: the validation rows, whose answers are in sight, or the hidden test rows."""

    DEV = "dev"
    TEST = "test"


class Ending(StrEnum):
    """How an attempt ended. Only an invalid submission is the doing of who submitted it."""

    SCORED = "scored"
    INVALID_SUBMISSION = "invalid_submission"
    EVALUATOR_ERROR = "evaluator_error"
    SANDBOX_ERROR = "sandbox_error"


Scores = dict[str, dict[str, float | str | None]]
"""What an evaluator gives: by instance, its metrics, and under `error` why one is null."""


class Attempt(Part):
    """What is logged of every attempt to score a submission. `submission_sha256` covers the files that were read.

    `sandbox` is where the evaluator ran: an engine, or a limited process, which is no sandbox. `scores` is what the
    evaluator said, so that the same submission need not be scored on the test split twice; `is_repeat` is then true.
    `reason` says why there are no scores. Lines of older logs have neither.
    """

    pack: str
    evaluator_sha256: Sha256
    truth_sha256: Sha256 | None = None
    submission_sha256: Sha256
    split: Split = Split.TEST
    ending: Ending | None = None
    reason: str = ""
    is_repeat: bool = False
    sandbox: str = ""
    seconds: float
    gap: float | None
    values: dict[str, float | None]
    errors: dict[str, str]
    scores: Scores | None = None

    @property
    def asked(self) -> tuple[str | None, ...]:
        """What was to be scored by what: equal for two attempts that must have the same scores."""
        return (self.pack, self.evaluator_sha256, self.truth_sha256, self.submission_sha256, self.split)

    def line(self, at: datetime) -> str:
        """A line of a JSON-lines log, with its line end."""
        return self.model_dump_json().replace("{", f'{{"at":"{at.isoformat()}",', 1) + "\n"


class ScoreReport(Part):
    """A scored submission. `gap` is the mean of the primary metric's gaps; a failed instance counts -1.

    On the split `dev` the values are of the validation rows, next to scores of the paper on the test rows; instances
    without a validation split are in `left_out`.
    """

    pack: str
    split: Split = Split.TEST
    left_out: tuple[str, ...] = ()
    primary_metric: str
    instances: tuple[InstanceResult, ...]
    gap: float | None
    attempt: Attempt

    @property
    def is_match(self) -> bool:
        """At or above the SOTA on average."""
        return self.gap is not None and self.gap >= 0

    @property
    def is_surpass(self) -> bool:
        """Clearly above the SOTA on average."""
        return self.gap is not None and self.gap > SURPASS_ABOVE
