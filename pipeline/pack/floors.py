"""What a predictor without information scores: the best that one answer for every row can do."""

import numpy as np

from pipeline.metrics import registry
from pipeline.metrics.spec import MetricSpec
from pipeline.pack.computed import value_of
from pipeline.pack.evaluator import InstanceContract, OutputContract
from pipeline.pack.kinds import kind_named
from pipeline.pack.plan import Plan
from pipeline.pack.samples import cells_of
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
    kind = kind_named(output.kind)
    columns = kind.truth_columns(output)
    truth = kind.truth(output, cells_of(instance.truth, columns))
    constants = kind.constants(output, cells_of(instance.train, columns))
    rows = [kind.given(output, [answer]) for answer in dict.fromkeys(constants.values())]
    values = [value_of(spec, output, truth, np.repeat(row, len(truth), axis=0)) for row in rows]
    defined = [value for value in values if value is not None]
    return max(defined, key=lambda value: metric.direction.sign * value) if defined else None
