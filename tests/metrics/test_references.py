"""Every metric gives what the library function it names gives, on random input; without a library, what its definition
gives, written out in another way (`formulas.py`).
"""

import ast
import importlib
import math
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.metrics import registry
from pipeline.metrics.random_inputs import random_input
from pipeline.metrics.spec import InputKind, MetricSpec
from tests.metrics import formulas, formulas_of_arrays
from tests.metrics.inputs import PLAIN, examples, inputs, value

FORMULAS = formulas.FORMULAS | formulas_of_arrays.FORMULAS
SEARCHED = {"gdt_ts", "gdt_ha", "tm_score"}
"""Metrics that search for a superposition: compared below where the best one is known."""
EVERY = [pytest.param(spec, id=spec.metric_id) for spec in registry().values()]


def reference(spec: MetricSpec) -> Callable[[Any, Any], float]:
    """The function a metric is checked against; `module.function(keyword=literal)` in its declaration."""
    if spec.function.__name__ in FORMULAS:
        return partial(FORMULAS[spec.function.__name__], **spec.parameters)
    assert spec.reference != "formula", "write the definition down in formulas.py"
    call = ast.parse(spec.reference, mode="eval").body
    keywords = {}
    if isinstance(call, ast.Call):
        keywords = {str(word.arg): ast.literal_eval(word.value) for word in call.keywords}
        call = call.func
    module, _, name = ast.unparse(call).rpartition(".")
    function = getattr(importlib.import_module(module), name)
    return lambda truth, prediction: function(truth, prediction, **keywords)


def agrees(spec: MetricSpec, truth: Any, prediction: Any) -> None:
    found = value(spec, truth, prediction)
    if found is None:
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = reference(spec)(truth, prediction)
    wanted = float(getattr(expected, "statistic", expected))
    # biotite keeps coordinates as 32-bit floats
    near = 1e-5 if spec.input_kind is InputKind.STRUCTURES else 1e-7
    assert math.isnan(wanted) or found == pytest.approx(wanted, rel=near, abs=near)


@pytest.mark.parametrize("spec", [param for param in EVERY if param.values[0].input_kind in PLAIN])
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_against_the_reference(spec: MetricSpec, data: Any) -> None:
    agrees(spec, *data.draw(inputs(spec)))


@pytest.mark.parametrize(
    "spec", [param for param in EVERY if param.values[0].input_kind not in PLAIN and param.id not in SEARCHED]
)
def test_against_the_reference_on_whole_inputs(spec: MetricSpec) -> None:
    for seed in range(1, 1 + examples(spec, 0)):
        agrees(spec, *random_input(spec.input_kind, seed))


def test_label_matrices_without_missing_labels_are_compared_too() -> None:
    """The random ones nearly all have missing labels, which scikit-learn does not know."""
    for seed in range(10):
        truth, prediction = random_input(InputKind.MULTI_LABEL, seed)
        truth = [[0 if label != label else label for label in row] for row in truth]
        for spec in registry().values():
            if spec.input_kind is InputKind.MULTI_LABEL:
                agrees(spec, truth, prediction)


def chain(residues: int, noise: float, seed: int) -> tuple[Any, Any]:
    """A chain, and the same turned, moved and shaken."""
    draw = np.random.default_rng(seed)
    steps = draw.normal((1, 0.5, 0), 1, (residues, 3))
    first = np.cumsum(3.8 * steps / np.linalg.norm(steps, axis=1, keepdims=True), axis=0)
    turn = np.linalg.qr(draw.normal(size=(3, 3)))[0]
    return first, (first + draw.normal(0, noise, first.shape)) @ (turn * np.sign(np.linalg.det(turn))) + 20


@pytest.mark.parametrize("seed", range(3))
def test_tm_score_is_that_of_tm_align_for_near_models(seed: int) -> None:
    truth, model = chain(60, 0.4, seed)
    expected = formulas_of_arrays.tm_score(truth, model)
    assert registry()["tm_score"].compute([truth], [model]) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("name", ["gdt_ts", "gdt_ha"])
def test_gdt_is_at_least_that_of_the_superposition_of_all_atoms(name: str) -> None:
    from Bio.SVDSuperimposer import SVDSuperimposer

    truth, model = chain(40, 1.0, 5)
    superimposer = SVDSuperimposer()
    superimposer.set(truth, model)
    superimposer.run()
    apart = np.linalg.norm(superimposer.get_transformed() - truth, axis=1)
    spec = registry()[name]
    least = np.mean([np.mean(apart <= cutoff) for cutoff in spec.parameters["cutoffs"]])
    assert least <= spec.compute([truth], [model]) <= 1


def test_energy_distance_of_one_column_is_that_of_scipy() -> None:
    from scipy.stats import energy_distance

    truth, prediction = random_input(InputKind.SAMPLES, 3)
    columns = [row[0] for row in truth], [row[0] for row in prediction]
    assert registry()["energy_distance"].compute(*columns) == pytest.approx(energy_distance(*columns))


@pytest.mark.parametrize("spec", EVERY)
def test_no_metric_is_undefined_on_an_ordinary_input(spec: MetricSpec) -> None:
    """Else the comparison above would compare nothing."""
    known = next(known for known in spec.known if known.value is not None)
    assert spec.compute(known.truth, known.prediction) is not None
