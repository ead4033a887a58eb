"""Whether a target fits what the paper scores: numbers for errors and correlations, classes for accuracies."""

from collections.abc import Sequence
from dataclasses import replace

from pipeline.verify.candidate import Candidate
from pipeline.verify.columns import is_integer
from pipeline.verify.target import BINARY, MULTICLASS, REGRESSION, SEVERAL, TEXT
from schemas.task import Metric


def as_scored(candidate: Candidate, metrics: Sequence[Metric]) -> Candidate:
    """The candidate with the kind of target that the metrics compare; without a target where the two do not fit.

    Few whole numbers are values or classes, whichever the metrics compare.
    """
    kinds = _kinds(metrics)
    if candidate.target_kind == TEXT and kinds != {"texts"}:
        reason = f"{candidate.target!r} holds text with too many values to be classes"
        return replace(candidate, target=None, reasons=(reason,), confidence=0.0)
    if candidate.target is None or len(kinds) != 1 or candidate.target_kind in (TEXT, *SEVERAL):
        return candidate
    compares_values = kinds == {"values"}
    if compares_values == (candidate.target_kind == REGRESSION):
        return candidate
    if candidate.classes and all(map(is_integer, candidate.classes)):
        kind = REGRESSION if compares_values else (BINARY if len(candidate.classes) == 2 else MULTICLASS)
        reasons = (*candidate.reasons, f"the metrics compare {'numbers' if compares_values else 'classes'}")
        return replace(candidate, target_kind=kind, reasons=reasons)
    held = "numbers" if candidate.target_kind == REGRESSION else "classes"
    wanted = "numbers" if compares_values else "classes"
    reason = f"{candidate.target!r} holds {held}, and the paper's metrics compare {wanted}"
    return replace(candidate, target=None, reasons=(reason,), confidence=0.0)


def _kinds(metrics: Sequence[Metric]) -> set[str]:
    """`values` and `classes`, as far as the registry knows the metrics. Scores may rank either, so they say nothing."""
    from pipeline.metrics import registry
    from pipeline.metrics.spec import InputKind

    names = {
        InputKind.VALUES: "values",
        InputKind.LABELS: "classes",
        InputKind.PROBABILITIES: "classes",
        InputKind.CLASS_PROBABILITIES: "classes",
        InputKind.SEQUENCES: "texts",
    }
    known = registry()
    found = (known[metric.metric_id].input_kind for metric in metrics if metric.metric_id in known)
    return {names[kind] for kind in found if kind in names}
