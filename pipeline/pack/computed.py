"""A metric of answers for an instance, as its evaluator computes it, in this process."""

from typing import Any

import numpy as np

from pipeline.metrics.spec import MetricSpec
from pipeline.pack.evaluator import InstanceContract
from pipeline.pack.kinds import kind_named


def value_of(spec: MetricSpec, output: InstanceContract, truth: Any, given: Any) -> float | None:
    """The metric of answers against the truth, both arrays of the output's kind. None where it is undefined."""
    try:
        value = spec.compute(truth, kind_named(output.kind).compared(output, spec.input_kind, given))
    except ValueError:
        return None
    return value if np.isfinite(value) else None
