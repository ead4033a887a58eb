"""What the paper does not say of a metric: settled by its own numbers, indifferent, or a question."""

import math
from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.adapters.store import FileStore
from pipeline.metrics.two_by_two import values_of
from pipeline.pack import build
from pipeline.pack.plan import Plan, make_plan
from pipeline.pack.settling import Settlement, settle
from pipeline.results.fields import with_value
from schemas.evidence import RULES, Evidence, Place
from schemas.outcome import Call
from schemas.task import MethodRole, Metric, Protocol, Score, Task
from tests.pack.cases import Case, lmsuccsite, metric, small

OPEN = ("averaging: binary",)
RATES = {"ZymoFormer": (0.91, 0.78), "Lookup": (0.62, 0.71), "Guess": (0.3, 0.9)}
"""Sensitivity and specificity of three methods."""


def assumed(name: str, primary: bool = False) -> Metric:
    return metric(name, primary).model_copy(update={"averaging": "binary", "assumptions": OPEN})


def printed(name: str, metric_id: str, value: float, digits: int) -> Score:
    text = f"{value:.{digits}f}"
    cell = Evidence(quote=text, place=Place(table="Table 2", row=name, column=metric_id))
    role = MethodRole.PROPOSED if name == "ZymoFormer" else MethodRole.BASELINE
    return Score(
        paper_id="p",
        setting_id="enzyme_screen",
        metric_id=metric_id,
        method=name,
        role=role,
        printed=text,
        value=float(text),
        evidence=(cell,),
    )


def planned(case: Case, store: FileStore, task: Task) -> Plan:
    return make_plan(case.paper, task, case.recipes, case.files, store, None)


def skewed(case: Case, store: FileStore, meant: dict[str, str], given: tuple[str, ...], digits: int = 3) -> Plan:
    """A plan with one positive row in six, whose printed numbers come from one table per method; `meant` says what each open metric really is."""
    metrics = (metric("matthews_correlation", primary=True), *map(metric, given), *map(assumed, meant))
    plan = planned(case, store, case.task.model_copy(update={"metrics": metrics, "scores": ()}))
    (instance,) = plan.instances
    rows = [str(int(at % 6 == 0)) for at in range(len(instance.truth))]
    plan = replace(plan, instances=(replace(instance, truth=instance.truth.assign(active=rows)),))
    positives, negatives = rows.count("1"), rows.count("0")
    scores = []
    for name, (found, right) in RATES.items():
        tp, tn = round(found * positives), round(right * negatives)
        table = (tp, positives - tp, negatives - tn, tn)
        for metric_id in (*given, *meant):
            value = float(values_of(meant.get(metric_id, metric_id), table))
            scores.append(printed(name, metric_id, value, digits))
    return replace(plan, task=plan.task.model_copy(update={"scores": tuple(scores)}))


@pytest.fixture(scope="module")
def wide(store: FileStore, tmp_path_factory: pytest.TempPathFactory) -> Case:
    return small(store, tmp_path_factory.mktemp("wide"), n_test=400)


@pytest.mark.parametrize(
    ("meant", "way"),
    [("f1", "binary"), ("f1_macro", "macro"), ("f1_weighted", "weighted"), ("f1_micro", "micro")],
)
def test_sensitivity_and_specificity_tell_what_a_printed_f1_is(
    wide: Case, store: FileStore, meant: str, way: str
) -> None:
    made = settle(skewed(wide, store, {"f1": meant}, ("sensitivity", "specificity")))
    (item,) = made.settled
    assert (item.metric, item.by_numbers, made.questions) == (meant, True, ())
    (f1,) = (m for m in made.plan.task.metrics if m.metric_id == "f1")
    assert (f1.averaging, f1.assumptions) == (way, ())
    assert item.reason == f"of binary, macro, weighted, micro only {way} agrees with the printed numbers"
    assert {e.place.column for e in item.evidence} == {"sensitivity", "specificity", "f1"}


def test_two_open_metrics_are_settled_together(wide: Case, store: FileStore) -> None:
    meant = {"precision": "precision_macro", "sensitivity": "recall_macro"}
    made = settle(skewed(wide, store, meant, ("accuracy", "matthews_correlation", "specificity"), digits=4))
    assert {item.metric_id: item.metric for item in made.settled} == meant


def test_a_number_that_is_cut_off_and_not_rounded_settles_nothing_wrongly(wide: Case, store: FileStore) -> None:
    plan = skewed(wide, store, {"f1": "f1"}, ("sensitivity", "specificity"), digits=5)
    cut = tuple(
        s.model_copy(
            update={"printed": f"{math.floor(s.value * 100) / 100:.2f}", "value": math.floor(s.value * 100) / 100}
        )
        for s in plan.task.scores
    )
    made = settle(replace(plan, task=plan.task.model_copy(update={"scores": cut})))
    assert all(item.metric == "f1" for item in made.settled)


def test_a_row_of_another_test_set_is_passed_over(wide: Case, store: FileStore) -> None:
    plan = skewed(wide, store, {"f1": "f1_macro"}, ("sensitivity", "specificity"))
    other = (
        printed("Copied", name, value, 3) for name, value in (("sensitivity", 0.9), ("specificity", 0.9), ("f1", 0.1))
    )
    made = settle(replace(plan, task=plan.task.model_copy(update={"scores": (*plan.task.scores, *other)})))
    assert [item.metric for item in made.settled] == ["f1_macro"]


def test_rows_that_contradict_each_other_settle_nothing(wide: Case, store: FileStore) -> None:
    one = skewed(wide, store, {"f1": "f1_macro"}, ("sensitivity", "specificity"))
    other = skewed(wide, store, {"f1": "f1"}, ("sensitivity", "specificity"))
    mixed = tuple((a, b)[a.method == "Guess"] for a, b in zip(one.task.scores, other.task.scores, strict=True))
    made = settle(replace(one, task=one.task.model_copy(update={"scores": mixed})))
    assert_asked(made, "f1")


def test_alone_it_says_nothing_and_is_asked(wide: Case, store: FileStore) -> None:
    made = settle(skewed(wide, store, {"f1": "f1"}, ()))
    assert_asked(made, "f1")
    (question,) = made.questions
    assert "leave binary or macro or weighted or micro (the same answers give binary 0." in question.question


def test_means_over_folds_are_of_no_one_table(wide: Case, store: FileStore) -> None:
    plan = skewed(wide, store, {"f1": "f1"}, ("sensitivity", "specificity"))
    (setting,) = plan.task.settings
    folds = setting.model_copy(update={"protocol": Protocol.KFOLD})
    assert_asked(settle(replace(plan, task=plan.task.model_copy(update={"settings": (folds,)}))), "f1")


def assert_asked(made: Settlement, metric_id: str) -> None:
    assert made.settled == ()
    assert [question.field for question in made.questions] == [f"metrics.{metric_id}.averaging"]
    (kept,) = (m for m in made.plan.task.metrics if m.metric_id == metric_id)
    assert kept.assumptions == OPEN


def test_what_has_one_reading_is_no_assumption(wide: Case, store: FileStore) -> None:
    made = settle(skewed(wide, store, {"specificity": "specificity"}, ("accuracy",)))
    assert (made.settled, made.questions) == ((), ())
    assert all(m.assumptions == () for m in made.plan.task.metrics)


def test_a_reading_that_the_paper_prints_beside_it_is_none(wide: Case, store: FileStore) -> None:
    given = ("precision_macro", "precision_weighted")
    made = settle(skewed(wide, store, {"precision": "precision"}, given))
    assert (made.settled, made.questions) == ((), ())


def test_what_a_human_said_is_not_assumed() -> None:
    said = with_value(assumed("f1"), "averaging", "macro", RULES)
    assert isinstance(said, Metric) and (said.averaging, said.assumptions) == ("macro", ())


def test_more_classes_a_number_that_is_not_the_accuracy_is_a_macro_mean(wide: Case, store: FileStore) -> None:
    made = settle(of_three(skewed(wide, store, {"sensitivity": "recall_macro"}, ("accuracy",))))
    assert [item.metric for item in made.settled] == ["recall_macro"]


def test_more_classes_as_many_rows_of_each_make_no_difference(wide: Case, store: FileStore) -> None:
    plan = of_three(skewed(wide, store, {"sensitivity": "recall_macro"}, ()))
    even = plan.instances[0].truth.head(399).assign(active=["a", "b", "c"] * 133)
    made = settle(replace(plan, instances=(replace(plan.instances[0], truth=even),)))
    (item,) = made.settled
    assert (item.by_numbers, item.reason) == (False, "macro, weighted give the same on every instance of this pack")


def test_more_classes_without_the_accuracy_it_is_asked(wide: Case, store: FileStore) -> None:
    assert_asked(settle(of_three(skewed(wide, store, {"f1": "f1_macro"}, ()))), "f1")


def of_three(plan: Plan) -> Plan:
    """The same with a third, rare class in the test set."""
    (instance,) = plan.instances
    truth = instance.truth.assign(active=["c" if at % 9 == 0 else "ab"[at % 2] for at in range(len(instance.truth))])
    return replace(plan, instances=(replace(instance, truth=truth, classes=("a", "b", "c")),))


def test_the_first_example_is_settled_by_its_table(store: FileStore) -> None:
    case = lmsuccsite(store)
    metrics = tuple(assumed("sensitivity") if m.metric_id == "sensitivity" else m for m in case.task.metrics)
    made = settle(planned(case, store, case.task.model_copy(update={"metrics": metrics})))
    assert [(item.metric, item.by_numbers) for item in made.settled] == [("sensitivity", True)]


def test_an_open_metric_keeps_a_paper_from_being_packed(wide: Case, store: FileStore, tmp_path: Path) -> None:
    metrics = (*wide.task.metrics, assumed("f1"))
    scores = (*wide.task.scores, printed("ZymoFormer", "f1", 0.81, 2))
    task = wide.task.model_copy(update={"metrics": metrics, "scores": scores})
    decision = build(wide.paper, task, wide.recipes, wide.files, store, tmp_path / "packs").decision
    assert decision.call is Call.REVIEW
    assert [question.field for question in decision.questions] == ["metrics.f1.averaging"]
