"""Every metric file: what it declares is true of what it computes."""

import ast
import inspect
import math
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pipeline.metrics
from pipeline.metrics import fitting, names, registry
from pipeline.metrics.random_inputs import perfect_answer, random_input
from pipeline.metrics.spec import InputKind, MetricSpec
from tests.metrics.inputs import PLAIN, examples, inputs, value

FOLDER = Path(pipeline.metrics.__file__).parent
HELPERS = {"__init__", "spec", "names", "mutants", "slips", "wrong_inputs", "random_inputs", "two_by_two"}
EVERY = [pytest.param(spec, id=spec.metric_id) for spec in registry().values()]
KNOWN = [
    pytest.param(spec, known, id=f"{spec.metric_id}-{known.note}")
    for spec in registry().values()
    for known in spec.known
]


def test_every_file_is_one_metric_of_its_own_name() -> None:
    """Or one function of its own name, with a parameter that makes several metrics of it."""
    files = {path.stem for path in FOLDER.glob("*.py")} - HELPERS
    assert files == {spec.function.__name__ for spec in registry().values()}
    alone = [spec for spec in registry().values() if not spec.parameters]
    assert all(spec.metric_id == spec.function.__name__ for spec in alone)


def test_every_kind_of_input_has_a_metric() -> None:
    assert {spec.input_kind for spec in registry().values()} == set(InputKind)


def test_a_family_is_led_by_the_metric_whose_name_it_shares() -> None:
    heads = {spec.family for spec in registry().values() if spec.family}
    assert heads <= set(registry())
    assert not any(registry()[head].family for head in heads)


@pytest.mark.parametrize(
    ("metric_id", "kind", "expected"),
    [
        ("auroc", InputKind.SCORES, "auroc"),
        ("auroc", InputKind.CLASS_PROBABILITIES, "auroc_macro"),
        ("auroc", InputKind.MULTI_LABEL, "auroc_per_target"),
        ("log_loss", InputKind.CLASS_PROBABILITIES, "log_loss_multiclass"),
        ("rmse", InputKind.MULTI_TARGET, "rmse_per_target"),
        ("jaccard", InputKind.MASKS, "mask_iou"),
        ("f1_micro", InputKind.SETS, "set_f1_micro"),
        ("mae", InputKind.SEQUENCES, None),
        ("no_metric", InputKind.LABELS, None),
    ],
)
def test_a_printed_name_means_the_member_of_the_family_that_fits(
    metric_id: str, kind: InputKind, expected: str | None
) -> None:
    found = fitting(metric_id, [kind])
    assert (found.metric_id if found else None) == expected


def test_the_metrics_that_the_first_packs_need_are_there() -> None:
    wanted = {"accuracy", "matthews_correlation", "sensitivity", "specificity", "g_mean", "mae", "rmse", "r2", "auroc"}
    assert wanted <= set(registry())


def test_no_two_metrics_share_a_name() -> None:
    owners: dict[str, set[str]] = {}
    for spec in registry().values():
        for alias in (spec.metric_id, spec.title, *spec.aliases):
            owners.setdefault(names.fold(alias), set()).add(spec.metric_id)
    assert {alias: ids for alias, ids in owners.items() if len(ids) > 1} == {}


@pytest.mark.parametrize(("spec", "known"), KNOWN)
def test_known_values(spec: MetricSpec, known: Any) -> None:
    found = value(spec, list(known.truth), list(known.prediction))
    if known.value is None:
        assert found is None
    else:
        assert found == pytest.approx(known.value, rel=1e-11, abs=1e-11)


@pytest.mark.parametrize("spec", EVERY)
def test_three_values_are_known_and_nothing_is_undefined(spec: MetricSpec) -> None:
    assert sum(known.value is not None for known in spec.known) >= 3
    with pytest.raises(ValueError, match=r"no rows|truth|cluster"):
        spec.compute((), ())


@pytest.mark.parametrize("spec", EVERY)
def test_the_source_stands_alone(spec: MetricSpec) -> None:
    """The evaluator of a pack copies it: it may use what it imports itself, and nothing around it."""
    source = textwrap.dedent(inspect.getsource(spec.function))
    imported = {node.module or "" for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)}
    allowed = {"scipy", "sklearn", "rdkit"} if spec.input_kind is InputKind.MOLECULES else {"scipy", "sklearn"}
    assert {name.split(".")[0] for name in imported} - set(sys.stdlib_module_names) <= allowed
    namespace: dict[str, Any] = {"Any": Any}
    exec(source, namespace)
    known = spec.known[0]
    function = namespace[spec.function.__name__]
    assert function(known.truth, known.prediction, **spec.parameters) == pytest.approx(known.value)


PLAIN_ONES = [param for param in EVERY if param.values[0].input_kind in PLAIN]
OTHERS = [param for param in EVERY if param.values[0].input_kind not in PLAIN]


def check_range(spec: MetricSpec, truth: list[Any], prediction: list[Any]) -> None:
    found = value(spec, truth, prediction)
    if found is not None:
        assert isinstance(found, float)
        assert math.isfinite(found)
        assert (spec.low is None or found >= spec.low - 1e-9) and (spec.high is None or found <= spec.high + 1e-9)


@pytest.mark.parametrize("spec", PLAIN_ONES)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_values_stay_in_the_range_and_a_perfect_prediction_is_the_optimum(spec: MetricSpec, data: Any) -> None:
    truth, prediction = data.draw(inputs(spec))
    check_range(spec, truth, prediction)
    perfect = value(spec, truth, truth)
    if perfect is not None:
        assert perfect == pytest.approx(spec.optimum, abs=1e-9) or (len(set(truth)) == 1 and perfect == 0.0)


@pytest.mark.parametrize("spec", OTHERS)
def test_the_same_for_whole_inputs(spec: MetricSpec) -> None:
    for seed in range(examples(spec, 0)):
        truth, prediction = random_input(spec.input_kind, seed)
        check_range(spec, truth, prediction)
        answer = perfect_answer(spec.input_kind, truth)
        perfect = None if answer is None else value(spec, truth, answer)
        if perfect is not None and spec.optimum is not None and spec.function.__name__ not in UNREACHED:
            assert perfect == pytest.approx(spec.optimum, abs=1e-9)


UNREACHED = {"precision_at_k", "recall_at_k", "rouge_n"}
"""No ranking reaches 1 where k items are not just the relevant ones, nor a text of one word its pairs of words."""


@pytest.mark.parametrize("spec", PLAIN_ONES)
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_the_order_of_rows_does_not_matter(spec: MetricSpec, data: Any) -> None:
    truth, prediction = data.draw(inputs(spec))
    order = data.draw(st.permutations(range(len(truth))))
    moved = value(spec, [truth[row] for row in order], [prediction[row] for row in order])
    assert moved == pytest.approx(value(spec, truth, prediction), abs=1e-9)


@pytest.mark.parametrize("spec", OTHERS)
def test_the_order_of_whole_rows_does_not_matter(spec: MetricSpec) -> None:
    """Rows of truth and prediction move together, but for samples and molecules, which are no pairs."""
    truth, prediction = random_input(spec.input_kind, 1)
    moved = value(spec, truth[::-1], prediction[::-1])
    assert moved == pytest.approx(value(spec, truth, prediction), abs=1e-9)


@pytest.mark.parametrize("spec", [param for param in PLAIN_ONES if param.values[0].no_skill is not None])
def test_a_constant_scores_no_skill(spec: MetricSpec) -> None:
    """Undefined is as good an answer; a relative error has the mean of the truth for its constant."""
    truth = [1, 0, 0, 1, 0, 0] if spec.input_kind is not InputKind.VALUES else [1.0, 2.0, 3.0, 6.0, 0.0, 0.0]
    constant = [sum(truth) / len(truth) if spec.input_kind is InputKind.VALUES else 1] * len(truth)
    assert value(spec, truth, constant) in (None, pytest.approx(spec.no_skill))


@pytest.mark.parametrize("spec", EVERY)
def test_labels_may_be_strings(spec: MetricSpec) -> None:
    """Names of classes where there is no positive class, `0` and `1` as text where there is."""
    if spec.input_kind is not InputKind.LABELS or spec.metric_id == "quadratic_kappa":
        return
    truth, prediction = [1, 1, 1, 1, 0, 0, 0, 0, 0, 0], [1, 1, 1, 0, 1, 1, 0, 0, 0, 0]
    spell = str if spec.averaging == ("binary",) else {0: "no", 1: "yes"}.__getitem__
    spelled = value(spec, [spell(label) for label in truth], [spell(label) for label in prediction])
    assert spelled == pytest.approx(spec.compute(truth, prediction))


@pytest.mark.parametrize(
    "spec", [pytest.param(s, id=s.metric_id) for s in registry().values() if s.averaging == ("binary",)]
)
def test_binary_metrics_refuse_other_labels(spec: MetricSpec) -> None:
    with pytest.raises(ValueError, match="labels other than 0 and 1"):
        spec.compute([0, 1, 2], [0, 1, 1])
