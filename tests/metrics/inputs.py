"""Random inputs for a metric, as hypothesis strategies of (truth, prediction)."""

from typing import Any

from hypothesis import strategies as st

from pipeline.metrics.random_inputs import random_input
from pipeline.metrics.spec import InputKind, MetricSpec

VALUES = st.integers(-800, 800).map(lambda number: number / 8)
POSITIVE_VALUES = st.integers(0, 800).map(lambda number: number / 8)
PROBABILITIES = st.integers(0, 64).map(lambda number: number / 64) | st.sampled_from(
    [place / 10 for place in range(11)]
)
CLASSES = {"binary": st.sampled_from([0, 1]), "several": st.integers(0, 4)}


def pairs(truth: st.SearchStrategy[Any], prediction: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Two columns of equal length, 1 to 30 rows."""
    rows = st.lists(st.tuples(truth, prediction), min_size=1, max_size=30)
    return rows.map(lambda found: ([one for one, _ in found], [other for _, other in found]))


def inputs(spec: MetricSpec) -> st.SearchStrategy[Any]:
    """Inputs that a metric is made for; it may be undefined for some of them."""
    if spec.input_kind is InputKind.VALUES:
        values = POSITIVE_VALUES if spec.metric_id == "rmsle" else VALUES
        return pairs(values, values)
    if spec.input_kind is InputKind.LABELS:
        binary = pairs(CLASSES["binary"], CLASSES["binary"])
        return binary if spec.averaging == ("binary",) else binary | pairs(CLASSES["several"], CLASSES["several"])
    if spec.input_kind in PLAIN:
        return pairs(CLASSES["binary"], PROBABILITIES)
    return st.integers(0, 10_000).map(lambda seed: random_input(spec.input_kind, seed))


PLAIN = {InputKind.LABELS, InputKind.PROBABILITIES, InputKind.SCORES, InputKind.VALUES}
"""Kinds whose rows are single values."""
HEAVY = {InputKind.IMAGES, InputKind.STRUCTURES, InputKind.DETECTIONS, InputKind.MASKS, InputKind.SEGMENTS}


def examples(spec: MetricSpec, plain: int) -> int:
    """How many random inputs a property is tried on: `plain` for single values, fewer where each takes long."""
    if spec.input_kind in PLAIN:
        return plain
    return 2 if spec.input_kind in HEAVY else 8


def value(spec: MetricSpec, truth: list[Any], prediction: list[Any]) -> float | None:
    """The metric, None where it is undefined."""
    try:
        return spec.compute(truth, prediction)
    except ValueError:
        return None
