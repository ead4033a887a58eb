"""The scores of a pack's evaluator next to those of the registry's own functions, on the outputs of the solvers."""

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from pipeline.metrics import registry
from pipeline.metrics.spec import InputKind, MetricSpec
from pipeline.pack.checks.scripts import Declared
from pipeline.pack.checks.view import PackView

_EXACT = 1e-9


def differing(view: PackView, names: Sequence[str]) -> Iterator[str]:
    """Where the evaluator of the pack says something else than the registry, by solver, instance and metric."""
    for name in names:
        for instance in view.interface.instances:
            truth, given = _pair(view, name, instance)
            for metric in view.interface.metrics:
                value = view.trial.outputs[name].value(instance.name, metric)
                wanted = _value(registry()[metric], instance, truth, given) if metric in registry() else value
                if not _same(value, wanted):
                    yield f"{name} on {instance.name}: the evaluator says {metric} {value}, the registry {wanted}"


def _pair(view: PackView, name: str, instance: Declared) -> tuple[Any, Any]:
    """Truth and submission in the order of the truth's ids, each of shape (n,); classes as their numbers."""
    path = view.trial.folder(name) / instance.name / instance.file
    table = view.table(path)
    ids, targets = table.column(instance.id_column), table.column(instance.target_column)
    by_id = dict(zip(ids, targets, strict=True))
    rows = view.trial.material[instance.name].truth
    is_class = instance.kind != "values"
    truth = np.array([_number(value, instance, is_class) for _, value in rows])
    given = np.array([_number(by_id[row_id], instance, instance.kind == "class_labels") for row_id, _ in rows])
    return truth, given


def _number(text: str, instance: Declared, is_class: bool) -> float | int:
    return instance.classes.index(text) if is_class else float(text)


def _value(spec: MetricSpec, instance: Declared, truth: Any, given: Any) -> float | None:
    if instance.kind == "probabilities" and spec.input_kind is InputKind.LABELS:
        given = (given >= instance.threshold).astype(int)
    try:
        with np.errstate(all="ignore"):
            value = spec.compute(truth, given)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _same(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return math.isclose(one, other, rel_tol=_EXACT, abs_tol=_EXACT)
