"""The scores of a pack's evaluator next to those of the registry's own functions, on the outputs of the solvers."""

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from pipeline.metrics import registry
from pipeline.metrics.spec import MetricSpec
from pipeline.pack.checks.scripts import Declared
from pipeline.pack.checks.view import PackView
from pipeline.pack.kinds import kind_named

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
    """Truth and submission in the order of the truth's ids, as metrics take them."""
    kind = kind_named(instance.kind)
    table = view.table(view.trial.folder(name) / instance.name / instance.file)
    columns = [table.column(column) for column in kind.answer_columns(instance)]
    by_id = dict(zip(table.column(instance.id_column), zip(*columns, strict=True), strict=True))
    rows = view.trial.material[instance.name].truth
    truth = kind.truth(instance, [tuple(cells) for _, *cells in rows])
    return truth, kind.given(instance, [by_id[row_id] for row_id, *_ in rows])


def _value(spec: MetricSpec, instance: Declared, truth: Any, given: Any) -> float | None:
    try:
        with np.errstate(all="ignore"):
            value = spec.compute(truth, kind_named(instance.kind).compared(instance, spec.input_kind, given))
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _same(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return math.isclose(one, other, rel_tol=_EXACT, abs_tol=_EXACT)
