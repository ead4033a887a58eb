"""Gates hold back the papers whose rows break an expectation, and only those."""

import time
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from math import inf, nan
from typing import Any

import pytest

from schemas.base import Record
from schemas.claims import UngroundedClaim
from schemas.data import CheckStatus, DataCheck, Measure
from schemas.errors import StalledError
from schemas.evidence import DecidedBy, Decider
from schemas.outcome import Call, Decision, Stage
from schemas.pack import Pack
from schemas.screening import Verdict, VerdictCall
from schemas.tables import TABLES
from schemas.task import Metric, Score, Setting
from tests.warehouse import factory
from warehouse.gates import runner
from warehouse.gates.frames import columns_of
from warehouse.gates.gate import Gate
from warehouse.model import Breach, Unit
from warehouse.shape import shape_of
from warehouse.store import Warehouse


def broken(unit: Unit, kind: type[Record], **fields: Any) -> Unit:
    """The unit with fields of its first record of a kind replaced."""
    place = next(index for index, record in enumerate(unit.records) if isinstance(record, kind))
    changed = unit.records[place].model_copy(update=fields)
    return replace(unit, records=(*unit.records[:place], changed, *unit.records[place + 1 :]))


def without(unit: Unit, kind: type[Record]) -> Unit:
    """The unit less its records of a kind."""
    return replace(unit, records=tuple(record for record in unit.records if not isinstance(record, kind)))


def with_more(unit: Unit, *records: Record) -> Unit:
    """The unit with more records."""
    return replace(unit, records=(*unit.records, *records))


def said(breaches: tuple[Breach, ...]) -> set[tuple[str, str]]:
    """Table and expectation of each breach."""
    return {(breach.table, breach.expectation) for breach in breaches}


def test_sound_units_of_every_stage_pass() -> None:
    units = [
        *factory.whole("a"),
        *factory.whole("b"),
        factory.intake("c"),
        factory.rejection("c"),
        factory.waiting("d"),
    ]
    assert runner.check(units) == ()


CLAIM = UngroundedClaim(
    paper_id="a",
    stage=Stage.EXTRACT,
    field_path="algorithm.name",
    claimed="DeepSite",
    problem="the quote does not stand in the paper",
    decider=Decider(by=DecidedBy.LLM, model="m", prompt="p", prompt_version="1"),
)


def test_a_claim_that_does_not_hold_says_why_and_passes() -> None:
    """A helper column of the gate was once called `problem` too, and stood in place of the claim's own."""
    unit = factory.extract("a")
    assert runner.check([with_more(unit, CLAIM)]) == ()
    (breach,) = runner.check([with_more(unit, CLAIM.model_copy(update={"problem": ""}))])
    assert (breach.table, breach.expectation) == ("ungrounded_claims", "a claim that does not hold says why")


@pytest.mark.parametrize("table", TABLES)
def test_no_helper_of_the_gates_stands_in_place_of_a_field(table: str) -> None:
    assert {"unstorable", "is_shown", "unit_key", "unit_paper"}.isdisjoint(columns_of(shape_of(TABLES[table])))


STORABLE = "it is of the unit's paper, without NaN and numbers beyond 64 bits"
GROUNDS = "a rejection has evidence, a failed check, a person or a stated attribute"
CASES: dict[str, tuple[Callable[[], Unit], str, str]] = {
    "no decision": (lambda: without(factory.intake("a"), Decision), "units", "a unit has exactly one decision"),
    "two decisions": (
        lambda: with_more(factory.screen("a"), factory.intake("a").records[-1]),
        "units",
        "a unit has exactly one decision",
    ),
    "decision of another stage": (
        lambda: replace(
            factory.screen("a"), records=(*factory.screen("a").records[:-1], factory.intake("a").records[-1])
        ),
        "units",
        "the decision is of the unit's stage and paper",
    ),
    "record of another paper": (
        lambda: with_more(factory.screen("a"), factory.verdict("b", "3.2")),
        "verdicts",
        STORABLE,
    ),
    "rejection without rule": (
        lambda: broken(factory.rejection("a"), Decision, rule=None),
        "units",
        "a rejection names its rule",
    ),
    "rejection without category": (
        lambda: broken(factory.rejection("a"), Decision, category=None),
        "units",
        "a rejection names its category",
    ),
    "rejection without reason": (
        lambda: broken(factory.rejection("a"), Decision, reason=" "),
        "units",
        "a rejection gives its reason",
    ),
    "rejection without evidence": (lambda: broken(factory.rejection("a"), Decision, evidence=()), "units", GROUNDS),
    "review without question": (
        lambda: broken(factory.waiting("a"), Decision, questions=()),
        "units",
        "a review asks at least one question",
    ),
    "verdict twice": (
        lambda: with_more(factory.screen("a"), factory.verdict("a", "1.1")),
        "verdicts",
        "(paper_id, rule) is unique in a unit",
    ),
    "pass without evidence": (
        lambda: broken(factory.screen("a"), Verdict, evidence=()),
        "verdicts",
        "a pass shows its evidence",
    ),
    "advance past a rejecting rule": (
        lambda: broken(factory.screen("a"), Verdict, call=VerdictCall.REJECT),
        "units",
        "no rule rejects a paper that goes on",
    ),
    "advance past an undecided rule": (
        lambda: broken(factory.screen("a"), Verdict, call=VerdictCall.UNKNOWN),
        "units",
        "no rule is undecided on a paper that goes on",
    ),
    "advance without verdicts": (
        lambda: without(factory.screen("a"), Verdict),
        "units",
        "a paper that goes on has verdicts",
    ),
    "infinite score": (lambda: broken(factory.extract("a"), Score, value=inf), "scores", "a score is a finite number"),
    "score that is no number": (
        lambda: broken(factory.extract("a"), Score, value=nan),
        "scores",
        STORABLE,
    ),
    "NaN deep in a record": (
        lambda: broken(factory.verify("a"), DataCheck, measures=(Measure(name="rows", value=nan),)),
        "data_checks",
        STORABLE,
    ),
    "score of no setting": (
        lambda: broken(factory.extract("a"), Score, setting_id="other"),
        "scores",
        "setting_id is one of the settings",
    ),
    "score of no metric": (
        lambda: broken(factory.extract("a"), Score, metric_id="other"),
        "scores",
        "metric_id is one of the metrics",
    ),
    "setting that depends on none": (
        lambda: broken(factory.extract("a"), Setting, depends_on="other"),
        "settings",
        "depends_on is one of the settings",
    ),
    "score without cell": (
        lambda: broken(factory.extract("a"), Score, evidence=()),
        "scores",
        "a score shows its cell",
    ),
    "no primary metric": (
        lambda: broken(factory.extract("a"), Metric, is_primary=False),
        "units",
        "a task has one primary metric",
    ),
    "two primary metrics": (
        lambda: with_more(
            factory.extract("a"), factory.extract("a").records[2].model_copy(update={"metric_id": "accuracy"})
        ),
        "units",
        "a task has one primary metric",
    ),
    "no data check": (lambda: without(factory.verify("a"), DataCheck), "units", "a paper that goes on was checked"),
    "packed without pack": (lambda: without(factory.pack("a"), Pack), "units", "a packed paper has a pack"),
    "packed with a failed check": (
        lambda: factory.pack("a", status=CheckStatus.FAIL),
        "units",
        "a packed paper failed no check",
    ),
    "packed with nothing but skipped checks": (
        lambda: factory.pack("a", status=CheckStatus.SKIPPED),
        "units",
        "a packed paper passed a check",
    ),
    "hash of another shape": (
        lambda: broken(factory.pack("a"), Pack, pack_sha256="ABC"),
        "packs",
        "pack_sha256 is a sha256",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_breaks_a_gate(case: str) -> None:
    make, table, expectation = CASES[case]
    unit = make()
    found = runner.check([unit])
    assert (table, expectation) in said(found)
    assert {(breach.unit_key, breach.paper_id) for breach in found} == {(unit.unit_key, "a")}


def test_a_breach_says_what_was_found() -> None:
    (breach,) = runner.check([broken(factory.extract("a"), Score, value=inf)])
    assert breach.detail == "value=inf"
    (breach, *_) = runner.check([with_more(factory.screen("a"), factory.verdict("a", "1.1"))])
    assert breach.detail == "rule=1.1"


@pytest.mark.parametrize(
    ("category", "reason", "is_grounded"),
    [
        ("article_type", "The file declares article-type 'correction'.", True),
        ("article_type", "The journal files the paper under 'Review Article'.", True),
        ("article_type", "The metadata call this a news item.", True),
        ("no_ml_term", "Not one term of machine learning or optimisation in 4211 words of text.", True),
        ("article_type", "It looks unsuitable.", False),
        ("resource", "The title says 'database'.", False),
    ],
)
def test_a_rejection_by_what_a_document_is_may_state_the_attribute_instead_of_a_quote(
    category: str, reason: str, is_grounded: bool
) -> None:
    unit = broken(factory.rejection("a"), Decision, category=category, reason=reason, evidence=())
    assert (runner.check([unit]) == ()) is is_grounded


def test_a_person_may_reject_without_a_quote_but_must_have_a_name() -> None:
    named = broken(factory.rejection("a"), Decision, evidence=(), decider=factory.HUMAN)
    nameless = broken(factory.rejection("b"), Decision, evidence=(), decider=Decider(by=factory.HUMAN.by))
    assert {breach.paper_id for breach in runner.check([named, nameless])} == {"b"}


def test_a_rejection_by_a_failed_data_check_rests_on_the_check() -> None:
    decision = Decision(
        paper_id="a", stage=Stage.VERIFY, call=Call.REJECT, rule="4.5", category="no_setting", reason="none closes"
    )
    unit = factory.verify("a")
    failing = broken(unit, DataCheck, status=CheckStatus.FAIL)
    rejected = replace(failing, records=(*failing.records[:-1], decision))
    assert runner.check([rejected]) == ()
    passing = replace(unit, records=(*unit.records[:-1], decision))
    assert said(runner.check([passing])) == {("units", GROUNDS)}


def test_quarantine_hits_only_the_offending_paper_and_what_stands_on_it(warehouse: Warehouse) -> None:
    run = warehouse.begin_run("r", {})
    bad = broken(factory.extract("bad"), Score, value=inf)
    report = warehouse.commit(run, [*factory.whole("good"), factory.intake("bad"), bad, factory.review("bad")])
    assert {unit.unit_key for unit in (*factory.whole("good"), factory.intake("bad"))} == set(report.committed)
    assert [(breach.unit_key, breach.expectation) for breach in report.quarantined] == [
        (bad.unit_key, "a score is a finite number"),
        (factory.review("bad").unit_key, "stands on sound stages"),
    ]
    assert warehouse.known([bad.unit_key, factory.review("bad").unit_key]) == frozenset()
    assert warehouse.manifest.rows("SELECT paper_id, outcome, stage, category FROM outcomes ORDER BY 1") == [
        ("bad", "failed", "extract", "gate_breach"),
        ("good", "packed", "pack", None),
    ]
    warehouse.commit(run, [factory.extract("bad"), factory.review("bad")])
    assert warehouse.manifest.rows("SELECT outcome, stage FROM outcomes WHERE paper_id = 'bad'") == [(None, "review")]
    assert warehouse.manifest.rows("SELECT DISTINCT cleared FROM breaches") == [(1,)]


def test_a_broken_gate_is_our_fault_and_commits_nothing(warehouse: Warehouse, monkeypatch: pytest.MonkeyPatch) -> None:
    from warehouse.gates.common import present

    gate = Gate(Stage.INTAKE, tables={"papers": (present("no_such_column", "a column that is not there"),)})
    monkeypatch.setattr(import_module("warehouse.gates.intake"), "GATE", gate)
    runner.gate_of.cache_clear()
    runner._suite.cache_clear()
    try:
        with pytest.raises(StalledError, match=r"gate of stage intake is broken: papers: a column .*no_such_column"):
            warehouse.commit(warehouse.begin_run("r", {}), [factory.intake("a")])
    finally:
        monkeypatch.undo()
        runner.gate_of.cache_clear()
        runner._suite.cache_clear()
    assert warehouse.known([factory.intake("a").unit_key]) == frozenset()


@pytest.mark.parametrize("stage", Stage)
def test_each_stage_has_a_gate_of_its_own_and_each_expectation_says_what_it_means(stage: Stage) -> None:
    gate = runner.gate_of(stage)
    assert gate.stage is stage
    expectations = [expectation for group in (*gate.tables.values(), *gate.units.values()) for expectation in group]
    assert expectations
    assert all(expectation.description for expectation in expectations)


def test_five_hundred_rows_are_gated_in_about_a_second() -> None:
    units = [factory.screen(f"p{number}") for number in range(100)]
    assert sum(len(unit.records) for unit in units) == 500
    runner.check(units)
    start = time.process_time()
    runner.check(units)
    assert time.process_time() - start < 1.5  # 0.3 s measured; a shared machine may be slower
