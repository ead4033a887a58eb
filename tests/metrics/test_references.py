"""Every metric gives what the library function it names gives, on random input; without a library, what its definition
gives, written out here in another way.
"""

import ast
import importlib
import math
import statistics
import warnings
from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import recall_score

from pipeline.metrics import registry
from pipeline.metrics.spec import MetricSpec
from tests.metrics.inputs import inputs, value


def _ccc(truth: list[float], prediction: list[float]) -> float:
    """1 - mean squared difference over what it would be without correlation."""
    apart = statistics.pvariance(truth) + statistics.pvariance(prediction)
    apart += (statistics.fmean(truth) - statistics.fmean(prediction)) ** 2
    return 1 - statistics.fmean((t - p) ** 2 for t, p in zip(truth, prediction, strict=True)) / apart


def _ece(truth: list[int], prediction: list[float]) -> float:
    total = 0.0
    for number in range(10):
        rows = [
            (t, p)
            for t, p in zip(truth, prediction, strict=True)
            if number / 10 < p <= (number + 1) / 10 or (number == 0 and p == 0)
        ]
        total += abs(sum(t for t, _ in rows) - sum(p for _, p in rows))
    return total / len(truth)


def _concordance(truth: list[float], prediction: list[float]) -> float:
    rows = list(zip(truth, prediction, strict=True))
    pairs = [(one, other) for one, other in combinations(rows, 2) if one[0] != other[0]]
    wins = sum(0.5 if a[1] == b[1] else (a[0] - b[0]) * (a[1] - b[1]) > 0 for a, b in pairs)
    return wins / len(pairs)


def _kling_gupta(truth: list[float], prediction: list[float]) -> float:
    correlation = statistics.correlation(truth, prediction)
    spread = statistics.stdev(prediction) / statistics.stdev(truth)
    return 1 - math.dist((correlation, spread, statistics.fmean(prediction) / statistics.fmean(truth)), (1, 1, 1))


def _smape(truth: list[float], prediction: list[float]) -> float:
    rows = zip(truth, prediction, strict=True)
    return statistics.fmean(abs(t - p) / ((abs(t) + abs(p)) / 2) if t or p else 0.0 for t, p in rows)


def _relative_absolute(truth: list[float], prediction: list[float]) -> float:
    middle = statistics.fmean(truth)
    return sum(abs(t - p) for t, p in zip(truth, prediction, strict=True)) / sum(abs(t - middle) for t in truth)


FORMULAS: dict[str, Callable[[Any, Any], float]] = {
    "ccc": _ccc,
    "concordance_index": _concordance,
    "expected_calibration_error": _ece,
    "false_negative_rate": lambda t, p: 1 - recall_score(t, p),
    "false_positive_rate": lambda t, p: 1 - recall_score(t, p, pos_label=0),
    "g_mean": lambda t, p: math.sqrt(recall_score(t, p) * recall_score(t, p, pos_label=0)),
    "kling_gupta_efficiency": _kling_gupta,
    "pearson_squared": lambda t, p: statistics.correlation(t, p) ** 2,
    "relative_absolute_error": _relative_absolute,
    "smape": _smape,
}


def reference(spec: MetricSpec) -> Callable[[Any, Any], float]:
    """The function a metric is checked against; `module.function(keyword=literal)` in its declaration."""
    if spec.reference == "formula":
        return FORMULAS[spec.metric_id]
    call = ast.parse(spec.reference, mode="eval").body
    keywords = {}
    if isinstance(call, ast.Call):
        keywords = {str(word.arg): ast.literal_eval(word.value) for word in call.keywords}
        call = call.func
    module, _, name = ast.unparse(call).rpartition(".")
    function = getattr(importlib.import_module(module), name)
    return lambda truth, prediction: function(truth, prediction, **keywords)


@pytest.mark.parametrize("spec", [pytest.param(spec, id=spec.metric_id) for spec in registry().values()])
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_against_the_reference(spec: MetricSpec, data: Any) -> None:
    truth, prediction = data.draw(inputs(spec))
    found = value(spec, truth, prediction)
    if found is None:
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = reference(spec)(truth, prediction)
    assert found == pytest.approx(float(getattr(expected, "statistic", expected)), rel=1e-7, abs=1e-7)


@pytest.mark.parametrize("spec", [pytest.param(spec, id=spec.metric_id) for spec in registry().values()])
def test_no_metric_is_undefined_on_an_ordinary_input(spec: MetricSpec) -> None:
    """Else the comparison above would compare nothing."""
    known = next(known for known in spec.known if known.value is not None)
    assert spec.compute(known.truth, known.prediction) is not None
