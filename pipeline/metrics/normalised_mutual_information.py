"""Normalised mutual information, by the arithmetic mean of the two entropies. It equals the V-measure."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def normalised_mutual_information(truth: Any, prediction: Any) -> float:
    """Compares two partitions; the names of clusters do not matter."""
    from sklearn.metrics import normalized_mutual_info_score

    if len(truth) == 0:
        raise ValueError("no rows")
    return float(normalized_mutual_info_score(truth, prediction))


METRIC = MetricSpec(
    metric_id="normalised_mutual_information",
    title="Normalised mutual information",
    aliases=("NMI", "normalized mutual information", "V-measure", "NMI score"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.LABELS,
    reference="sklearn.metrics.normalized_mutual_info_score",
    compute=normalised_mutual_information,
    known=(
        KnownValue((0, 0, 1, 1), (1, 1, 0, 0), 1.0, "the same partition under other names"),
        KnownValue((0, 0, 1, 1), (0, 0, 1, 2), 0.8, "1 bit over (1 + 3/2) / 2"),
        KnownValue((0, 0, 1, 1), (0, 1, 0, 1), 0.0, "independent"),
        KnownValue((0, 0, 1, 1, 2, 2, 3, 3), (0, 0, 0, 0, 1, 1, 1, 1), 2 / 3, "1 bit over (2 + 1) / 2"),
        KnownValue((), (), None, "no rows"),
    ),
    is_fraction=True,
)
