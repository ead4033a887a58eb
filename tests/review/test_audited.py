"""What the review leaves behind, in the warehouse and in the audit: findings of every fate, amendments, agreement."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from flows.show.audit import show_audit
from pipeline.extract import extract
from pipeline.extract.grounded import task_of
from pipeline.review import review
from schemas.curation import Curation
from schemas.errors import UsageError
from schemas.outcome import Call, Stage
from schemas.paper import Paper
from schemas.review import FindingState
from tests.review.scripted import ScriptedChat
from tests.review.test_findings import CAPTION, MCC, attack_wins, claim, ruling, script
from tests.warehouse import factory
from tests.warehouse.conftest import Ticking
from warehouse.agreement import agreement
from warehouse.audit import Audit, audit
from warehouse.sql import query
from warehouse.store import Unit, Warehouse

INVENTED = "We propose GPSuc, a tool for predicting succinylation."
ADDED = claim("R4", "algorithm.variants", "ProtT5", action="add", quote="(hereafter termed, ProtT5)")
DROPPED = claim("R4", "algorithm.name", "GPSuc", quote=INVENTED)
MISFIT = claim("R6", "metrics.accuracy.direction", "lower")
REMOVED = claim("R11", f"{MCC}.DeepSuccinylSite", quote=CAPTION, action="remove")


@pytest.fixture(scope="module")
def kept(lmsuccsite: Paper, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Warehouse]:
    """The first example after a review in which one finding each is applied, dropped, misfit, and upheld by the judge."""
    extracted = extract(lmsuccsite)
    chat = ScriptedChat(
        {
            **script(ADDED, DROPPED, MISFIT, REMOVED),
            "judge_finding": [ruling(attack_wins(lmsuccsite, REMOVED), CAPTION)],
        }
    )
    reviewed = review(lmsuccsite, task_of(extracted.records), (), chat)
    assert reviewed.decision.call is Call.ADVANCE, reviewed.decision.reason
    with Warehouse.open(tmp_path_factory.mktemp("kept") / "warehouse", now=Ticking()) as warehouse:
        run = warehouse.begin_run("judged", {})
        name = lmsuccsite.paper_id
        units = [
            Unit(factory.key(name, Stage.INTAKE), Stage.INTAKE, name, factory.intake(name).records, 0.1),
            Unit(factory.key(name, Stage.SCREEN), Stage.SCREEN, name, factory.screen(name).records, 0.1),
            Unit(factory.key(name, Stage.EXTRACT), Stage.EXTRACT, name, extracted.all(), 0.1),
            Unit(factory.key(name, Stage.REVIEW), Stage.REVIEW, name, reviewed.all(), 0.1),
        ]
        report = warehouse.commit(run, units)
        assert not report.quarantined, report.quarantined
        yield warehouse


@pytest.fixture(scope="module")
def found(kept: Warehouse, lmsuccsite: Paper) -> Audit:
    return audit(kept, lmsuccsite.paper_id)


def test_the_audit_has_the_record_as_amended(found: Audit) -> None:
    (algorithm,) = found.algorithms
    assert algorithm.variants == ("ANN(LMSuccSite)", "ProtT5")
    methods = {score.method for score in found.scores if score.metric_id == "matthews_correlation"}
    assert "DeepSuccinylSite" not in methods and "GPSuc" in methods


def test_an_amendment_names_its_finding_and_keeps_the_old_value(found: Audit) -> None:
    findings = {finding.number: finding for finding in found.findings}
    linked = {amendment.field_path: findings[amendment.finding or 0] for amendment in found.amendments}
    assert linked["algorithm.variants"].check_id == "R4"
    assert linked[f"{MCC}.DeepSuccinylSite"].check_id == "R11"
    assert all(finding.state is FindingState.APPLIED for finding in linked.values())
    (changed,) = [item for item in found.amendments if item.field_path == "algorithm.variants"]
    assert (changed.old, changed.new) == ("ANN(LMSuccSite)", "ANN(LMSuccSite); ProtT5")


def test_the_audit_shows_a_dropped_finding_and_what_it_claimed(
    found: Audit, capsys: pytest.CaptureFixture[str]
) -> None:
    show_audit(found)
    shown = capsys.readouterr().out
    assert "[ungrounded_finding] by llm (scripted-reviewer, prompt review_contribution 1)" in shown
    assert f'claimed: "{INVENTED}"' in shown
    assert "does not stand in the paper word for word" in shown
    assert "[does_not_fit_schema]" in shown and "accuracy is better higher" in shown
    assert "by llm (scripted-judge, prompt judge_finding 1)" in shown
    assert "algorithm.variants: 'ANN(LMSuccSite)' -> 'ANN(LMSuccSite); ProtT5'   (finding " in shown
    assert f"{MCC}.DeepSuccinylSite: '{MCC}.DeepSuccinylSite' -> taken out" in shown


def test_sql_sees_each_record_once_and_as_it_is_now(kept: Warehouse) -> None:
    _, rows = query(kept, "SELECT variants FROM algorithms")
    assert rows == [(["ANN(LMSuccSite)", "ProtT5"],)]
    _, rows = query(kept, "SELECT count(*), count(DISTINCT (setting_id, metric_id, method)) FROM scores")
    assert rows == [(44, 44)]
    assert query(kept, "SELECT count(*) FROM all_scores")[1] == [(45,)]
    assert query(kept, "SELECT count(*) FROM all_algorithms")[1] == [(2,)]


def test_agreement_counts_fates_per_check_model_and_prompt(kept: Warehouse) -> None:
    columns, rows = agreement(kept, "judged")
    table = {row[0]: dict(zip(columns, row, strict=True)) for row in rows if row[1] == "scripted-reviewer"}
    assert (table["R4"]["findings"], table["R4"]["applied"], table["R4"]["dropped_ungrounded"]) == (2, 1, 1)
    assert (table["R4"]["applied_share"], table["R4"]["dropped_share"]) == (0.5, 0.5)
    assert (table["R6"]["dropped_misfit"], table["R11"]["applied"]) == (1, 1)
    assert table["R4"]["prompt"] == "review_contribution" and table["R4"]["prompt_version"] == "1"
    assert agreement(kept)[1] == rows and query(kept, "FROM agreement")[1] == rows
    with pytest.raises(UsageError, match="no run 'other'"):
        agreement(kept, "other")


def test_what_a_human_overturns_is_counted(lmsuccsite: Paper, tmp_path: Path) -> None:
    entry = {"check": "R4", "field_path": "algorithm.variants", "reason": "another group's model"}
    curation = Curation.model_validate({"by": "A. Curator", "date": "2026-11-30", "dismissed": [entry]})
    extracted = extract(lmsuccsite)
    reviewed = review(lmsuccsite, task_of(extracted.records), (), ScriptedChat(script(ADDED)), curation)
    name = lmsuccsite.paper_id
    with Warehouse.open(tmp_path / "warehouse", now=Ticking()) as warehouse:
        run = warehouse.begin_run("overturned", {})
        warehouse.commit(
            run,
            [
                Unit(factory.key(name, Stage.EXTRACT), Stage.EXTRACT, name, extracted.all(), 0.1),
                Unit(factory.key(name, Stage.REVIEW), Stage.REVIEW, name, reviewed.all(), 0.1),
            ],
        )
        columns, rows = agreement(warehouse)
    (row,) = [dict(zip(columns, row, strict=True)) for row in rows if row[1] == "scripted-reviewer"]
    assert (row["overturned_by_human"], row["overturned_share"]) == (1, 1.0)
