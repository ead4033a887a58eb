"""Extraction: the whole tuple, one primary metric, and no score of a setting or metric that is not there."""

from schemas.outcome import Call, Stage
from schemas.task import MethodRole, Metric, Score
from warehouse.gates.common import at_least, exactly, is_true, present
from warehouse.gates.gate import Gate, Reference, count
from warehouse.gates.task import TUPLE

GATE = Gate(
    stage=Stage.EXTRACT,
    counts={"n_primary": count(Metric, is_primary=True), "n_proposed": count(Score, role=MethodRole.PROPOSED)},
    references=(
        Reference("scores", "setting_id", "settings", "setting_id"),
        Reference("scores", "metric_id", "metrics", "metric_id"),
        Reference("settings", "depends_on", "settings", "setting_id"),
    ),
    units={
        Call.ADVANCE: (
            exactly("rows_algorithms", 1, "a task has one algorithm"),
            at_least("rows_settings", 1, "a task has a setting"),
            exactly("n_primary", 1, "a task has one primary metric"),
            at_least("n_proposed", 1, "a task has a score of the proposed method"),
        ),
    },
    tables={
        **TUPLE,
        "data_components": (is_true("is_shown", "a part of the data shows its sentence"),),
        "ungrounded_claims": (present("problem", "a claim that does not hold says why"),),
    },
)
