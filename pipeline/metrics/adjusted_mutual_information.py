"""Adjusted mutual information: mutual information beyond chance (Vinh et al., 2010), arithmetic mean."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def adjusted_mutual_information(truth: Any, prediction: Any) -> float:
    """Compares two partitions; the names of clusters do not matter."""
    from sklearn.metrics import adjusted_mutual_info_score

    if len(truth) == 0:
        raise ValueError("no rows")
    return float(adjusted_mutual_info_score(truth, prediction))


METRIC = MetricSpec(
    metric_id="adjusted_mutual_information",
    title="Adjusted mutual information",
    aliases=("AMI", "adjusted mutual info"),
    direction=Direction.HIGHER,
    low=-1.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.LABELS,
    reference="sklearn.metrics.adjusted_mutual_info_score",
    compute=adjusted_mutual_information,
    known=(
        KnownValue((0, 0, 1, 1), (1, 1, 0, 0), 1.0, "the same partition under other names"),
        KnownValue((0, 0, 1, 1), (0, 0, 1, 2), 4 / 7, "expected 2/3 bit: (1 - 2/3) / (5/4 - 2/3)"),
        KnownValue((0, 0, 1, 1), (0, 1, 0, 1), -0.5, "expected 1/3 bit: (0 - 1/3) / (1 - 1/3)"),
        KnownValue((), (), None, "no rows"),
    ),
    no_skill=0.0,
    is_fraction=True,
)
