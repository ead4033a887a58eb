"""A metric of predictions for an instance, as its evaluator computes it, in this process."""

from typing import Any

import numpy as np

from pipeline.metrics.spec import InputKind, MetricSpec
from pipeline.pack.evaluator import InstanceContract, OutputKind
from pipeline.verify.instance import Instance


def value_of(spec: MetricSpec, instance: Instance, output: InstanceContract, prediction: Any) -> float | None:
    """The metric of predictions (n,): values, probabilities, or numbers of classes. None where it is undefined."""
    if output.kind is OutputKind.PROBABILITIES and spec.input_kind is InputKind.LABELS:
        prediction = (prediction >= output.threshold).astype(int)
    if output.kind is OutputKind.CLASS_LABELS:
        prediction = prediction.astype(int)
    try:
        value = spec.compute(_truth(instance, output), prediction)
    except ValueError:
        return None
    return value if np.isfinite(value) else None


def _truth(instance: Instance, output: InstanceContract) -> Any:
    target = instance.truth[instance.target]
    if output.kind is OutputKind.VALUES:
        return target.to_numpy(dtype=float)
    return np.array([output.classes.index(str(label)) for label in target])
