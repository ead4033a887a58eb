"""What a predictor without information scores: the best that one answer for every row can do."""

import numpy as np

from pipeline.metrics import registry
from pipeline.metrics.spec import MetricSpec
from pipeline.pack.computed import value_of
from pipeline.pack.evaluator import InstanceContract, OutputContract, OutputKind
from pipeline.pack.plan import Plan
from pipeline.verify.instance import Instance
from schemas.task import Metric


def measured_floors(plan: Plan, contract: OutputContract) -> dict[tuple[str, str], float]:
    """Floors by (instance, metric) for the metrics whose no-skill value depends on the data."""
    floors = {}
    for instance, output in zip(plan.instances, contract.instances, strict=True):
        for metric in plan.metrics:
            spec = registry()[metric.metric_id]
            if spec.no_skill is None and (floor := _floor(metric, spec, instance, output)) is not None:
                floors[output.name, metric.metric_id] = floor
    return floors


def _floor(metric: Metric, spec: MetricSpec, instance: Instance, output: InstanceContract) -> float | None:
    """The best value over constants that the training rows suggest; None where the metric is undefined for all."""
    n_rows = len(instance.truth)
    answers = [np.full(n_rows, constant) for constant in constants(instance, output)]
    values = [value_of(spec, instance, output, answer) for answer in answers]
    defined = [value for value in values if value is not None]
    return max(defined, key=lambda value: metric.direction.sign * value) if defined else None


def constants(instance: Instance, output: InstanceContract) -> list[float]:
    """Mean and median of the training target; each class; or certainty of either class and the positive share."""
    target = instance.train[instance.target]
    if output.kind is OutputKind.VALUES:
        return [float(target.astype(float).mean()), float(target.astype(float).median())]
    if output.kind is OutputKind.PROBABILITIES:
        return [0.0, float((target.astype(str) == output.classes[-1]).mean()), 1.0]
    return [float(code) for code in range(len(output.classes))]
