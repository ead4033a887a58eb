"""The sample submission: the same prediction for every row, taken from the training rows alone."""

from typing import TYPE_CHECKING, Any

from pipeline.pack.evaluator import OutputKind
from pipeline.verify.instance import Instance

if TYPE_CHECKING:
    import pandas as pd


def sample_submission(instance: Instance, kind: OutputKind) -> "pd.DataFrame":
    """A valid submission with columns id and target that knows nothing of the inputs."""
    frame = instance.test_inputs[[instance.id_column]].copy()
    frame[instance.target] = constant(instance, kind)
    return frame


def constant(instance: Instance, kind: OutputKind) -> Any:
    """The mean of the training target, its most frequent class (of equals the last), or the positive share."""
    target = instance.train[instance.target]
    if kind is OutputKind.VALUES:
        return float(target.astype(float).mean())
    if kind is OutputKind.PROBABILITIES:
        return float((target.astype(str) == instance.classes[-1]).mean())
    counts = target.astype(str).value_counts()
    return max(instance.classes, key=lambda label: (counts.get(label, 0), instance.classes.index(label)))
