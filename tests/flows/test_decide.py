"""`queue` says what waits, `decide` writes the answer beside the paper, and nothing else in the file changes."""

import datetime
import json
from pathlib import Path

import pytest

from flows.commands import agreement, decide, queue
from flows.curation_file import curation_path, load_curation
from flows.curation_writer import amend
from flows.decisions import Decision
from pipeline.results import read_results
from pipeline.screen import screen
from schemas.errors import UsageError
from schemas.evidence import DecidedBy
from schemas.paper import Paper
from schemas.screening import VerdictCall
from tests.injection.trial import LMSUCCSITE
from tests.warehouse import factory
from warehouse.store import Warehouse

TODAY = datetime.date(2026, 11, 30)
WRITTEN = """# what we decided, and why
by: A. Curator
date: 2026-11-29   # the day of the meeting

metrics:
  # MAE only: the others are not in the figure
  - {metric_id: mae, printed: MAE, direction: lower, is_primary: true}
scores:
  - {setting_id: bulk, metric_id: mae, method: CrabNet, role: proposed, printed: "11.209", where: Figure 1}
"""


@pytest.fixture
def paper(tmp_path: Path) -> Path:
    path = tmp_path / "crabnet" / "paper.pdf"
    path.parent.mkdir()
    path.write_bytes(b"%PDF crabnet")
    return path


def decision(field: str, value: str, by: str = "B. Reader") -> Decision:
    return Decision(field, value, by, "I looked", TODAY)


def test_a_first_decision_makes_a_file_that_runs_read(paper: Path) -> None:
    written, _ = amend(paper, decision("verdicts.3.1", "pass:open"))
    assert written == paper.with_name("curation.yaml") == curation_path(paper)
    (verdict,) = load_curation(written).verdicts
    assert (verdict.rule, verdict.call, verdict.category) == ("3.1", VerdictCall.PASS, "open")
    assert (verdict.by, verdict.date, verdict.reason) == ("B. Reader", TODAY, "I looked")


def test_comments_and_everything_else_stay(paper: Path) -> None:
    path = paper.with_name("curation.yaml")
    path.write_text(WRITTEN, encoding="utf-8")
    amend(paper, decision("scores.bulk.mae.Roost", '{role: baseline, printed: 11.395, where: "Figure 1"}'))
    text = path.read_text(encoding="utf-8")
    for line in WRITTEN.splitlines():
        assert line in text
    curation = load_curation(path)
    assert [score.printed for score in curation.scores] == ["11.209", "11.395"]
    first, second = (curation.decider_of(score) for score in curation.scores)
    assert (first.person, first.on) == ("A. Curator", datetime.date(2026, 11, 29))
    assert (second.person, second.on) == ("B. Reader", TODAY)


def test_a_second_decision_on_a_field_takes_the_place_of_the_first(paper: Path) -> None:
    for value in ("reject:on_request", "pass:open"):
        path, _ = amend(paper, decision("verdicts.3.1", value))
    assert [verdict.category for verdict in load_curation(path).verdicts] == ["open"]


@pytest.mark.parametrize(
    ("field", "value", "found"),
    [
        ("algorithm", "CrabNet", ("algorithm", "name", "CrabNet")),
        ("algorithm", "{name: CrabNet, variants: [HotCrab]}", ("algorithm", "variants", ("HotCrab",))),
        ("algorithm.variants", "[HotCrab, CrabNet v2]", ("changes", "value", ("HotCrab", "CrabNet v2"))),
        ("metrics.mae.is_primary", "true", ("changes", "value", True)),
        ("metrics.mae.unit", "null", ("changes", "value", None)),
        ("scores.bulk.mae.RF 2.0.role", "bound", ("changes", "field", "scores.bulk.mae.RF 2.0.role")),
        ("metrics.mae", "{printed: MAE, direction: lower}", ("metrics", "metric_id", "mae")),
        ("scores.bulk.mae.RF 2.0", "{role: bound, printed: 0.90, where: Figure 1}", ("scores", "method", "RF 2.0")),
        ("scores.bulk.mae.RF", "{role: bound, printed: 0.90, where: Figure 1}", ("scores", "printed", "0.90")),
        ("findings.R4.algorithm.name", "dismiss", ("dismissed", "field_path", "algorithm.name")),
        ("recipes.bulk", "{inputs: [formula], target: value}", ("recipes", "target", "value")),
        ("brief", "{scientific_problem: Why., task_objective: What.}", ("brief", "task_objective", "What.")),
    ],
)
def test_every_kind_of_field(paper: Path, field: str, value: str, found: tuple[str, str, object]) -> None:
    path, _ = amend(paper, decision(field, value))
    head, name, wanted = found
    entry = getattr(load_curation(path), head)
    entry = entry[0] if isinstance(entry, tuple) else entry
    assert getattr(entry, name) == wanted and (entry.by, entry.reason) == ("B. Reader", "I looked")


def test_one_field_of_a_curated_entry_is_set_in_it(paper: Path) -> None:
    path = paper.with_name("curation.yaml")
    path.write_text(WRITTEN, encoding="utf-8")
    amend(paper, decision("metrics.mae.unit", "GPa"))
    (metric,) = load_curation(path).metrics
    assert (metric.unit, metric.is_primary, metric.by) == ("GPa", True, "B. Reader")


def test_a_list_that_now_stands_for_all_is_said(paper: Path) -> None:
    _, made = amend(paper, decision("metrics.mae", "{printed: MAE, direction: lower}"))
    assert "are now all metrics of the paper" in made.note


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("colour", "blue", "'colour' is no field of a curation file"),
        ("verdicts.3.1", "pass", "is no verdict"),
        ("verdicts.3.1", "maybe:open", "is no verdict"),
        ("findings.R4.algorithm.name", "apply", "is not dismiss"),
        ("scores.bulk.mae.RF", "0.90", "is no entry of scores"),
        ("scores.bulk.mae.RF", "{role: rival, printed: 1, where: Figure 1}", "scores.bulk.mae.RF.role"),
        ("metrics.mae", "{printed: MAE}", "metrics.mae.direction: Field required"),
        ("settings.x", "[1, 2", "the value is not YAML"),
        ("brief.task_objective", "Find it.", "scientific_problem: Field required"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_written(paper: Path, field: str, value: str, problem: str) -> None:
    with pytest.raises(UsageError) as error:
        amend(paper, decision(field, value))
    assert problem in str(error.value)
    assert [path.name for path in paper.parent.iterdir()] == ["paper.pdf"]


def test_a_file_that_was_broken_before_is_left_alone(paper: Path) -> None:
    path = paper.with_name("curation.yaml")
    for text in ("by: A\ndate: 2026-11-29\ncolour: blue\n", "by: [A\n", "- a\n- b\n"):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(UsageError):
            amend(paper, decision("verdicts.3.1", "pass:open"))
        assert path.read_text(encoding="utf-8") == text


def test_a_decision_on_one_paper_is_none_on_its_neighbour(paper: Path) -> None:
    neighbour = paper.with_name("other.pdf")
    neighbour.write_bytes(b"%PDF other")
    shared = paper.with_name("curation.yaml")
    shared.write_text(WRITTEN, encoding="utf-8")
    written, _ = amend(paper, decision("verdicts.3.1", "pass:open"))
    assert written == paper.with_name("paper.curation.yaml") == curation_path(paper)
    assert "the day of the meeting" in written.read_text(encoding="utf-8")
    assert curation_path(neighbour) == shared and shared.read_text(encoding="utf-8") == WRITTEN


def test_later_runs_honour_a_decision_and_keep_what_was_read(lmsuccsite: Paper, tmp_path: Path) -> None:
    from pipeline.adapters.mirror import MirrorSource

    path, _ = amend(_copy(tmp_path), decision("metrics.accuracy.is_primary", "true"))
    curation = load_curation(path)
    results = read_results(lmsuccsite, curation)
    (primary,) = [metric for metric in results.metrics if metric.is_primary]
    assert (primary.metric_id, primary.decider.person) == ("accuracy", "B. Reader")
    produced = screen(lmsuccsite, results, MirrorSource(LMSUCCSITE), curation)
    amended = {item.field_path: item for item in produced.records if item.table == "amendments"}
    assert set(amended) == {"metrics.accuracy.is_primary", "metrics.matthews_correlation.is_primary"}
    one = amended["metrics.accuracy.is_primary"]
    assert (one.old, one.new, one.decider.by) == ("False", "True", DecidedBy.HUMAN)  # type: ignore[attr-defined]


def test_a_change_that_fits_nothing_is_asked_about(lmsuccsite: Paper, tmp_path: Path) -> None:
    path, _ = amend(_copy(tmp_path), decision("metrics.rouge_1.is_primary", "true"))
    gaps = read_results(lmsuccsite, load_curation(path)).gaps
    assert "nothing has this path" in gaps[-1].question


def _copy(folder: Path) -> Path:
    path = folder / "paper.pdf"
    path.write_bytes(b"%PDF")
    return path


@pytest.fixture
def waiting(paper: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A warehouse in which the paper waits; the folder to look for its file in."""
    monkeypatch.setenv("PAPERGYM_VAR", str(tmp_path / "var"))
    with Warehouse.open(tmp_path / "var" / "warehouse") as warehouse:
        run = warehouse.begin_run("first", {})
        warehouse.commit(run, [factory.intake("crabnet"), factory.waiting("crabnet")])
        warehouse.source(run, "crabnet", "crabnet/paper.pdf", factory.digest("%PDF crabnet"))
    return tmp_path


def said(paper: str, field: str, value: str, folder: Path) -> int:
    on = datetime.datetime(2026, 11, 30)
    return decide.run(paper=paper, field=field, value=value, by="B. Reader", reason="I looked", on=on, folder=folder)


def test_a_paper_is_found_by_doi_id_and_name(waiting: Path, paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("10.1038/crabnet", "crabnet", "crabnet/paper.pdf", str(paper)):
        assert said(name, "verdicts.3.1", "pass:open", waiting) == 0
        assert f"{paper.parent / 'curation.yaml'}: verdicts: 3.1 decided by B. Reader" in capsys.readouterr().out


def test_a_file_that_changed_or_is_elsewhere_is_said(waiting: Path, paper: Path, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    with pytest.raises(UsageError, match=r"crabnet/paper\.pdf\) is not below"):
        said("crabnet", "verdicts.3.1", "pass:open", tmp_path / "elsewhere")
    paper.write_bytes(b"%PDF another")
    with pytest.raises(UsageError, match="has that name and other bytes"):
        said("crabnet", "verdicts.3.1", "pass:open", waiting)


@pytest.mark.parametrize(
    ("field", "problem"),
    [
        ("verdicts.3.9", "no rule is called '3.9'"),
        ("metrics.maeh", "no metric is called 'maeh'"),
        ("findings.R12.algorithm", "no check is called 'R12'"),
    ],
)
def test_names_that_nothing_has_come_back_with_what_is_close(waiting: Path, field: str, problem: str) -> None:
    with pytest.raises(UsageError, match=problem) as error:
        said("crabnet", field, "pass:open", waiting)
    assert "there are" in error.value.hint


def test_the_queue_lists_what_waits_and_why(waiting: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert queue.run(run_name=None, as_json=True) == 0
    (item,) = json.loads(capsys.readouterr().out)
    assert (item["paper_id"], item["file"], item["stage"]) == ("crabnet", "crabnet/paper.pdf", "screen")
    assert [(question["rule"], question["field"]) for question in item["questions"]] == [("2.1", "scores")]
    assert queue.run(run_name="first", as_json=False) == 0
    head, row = capsys.readouterr().out.splitlines()
    assert head.split("\t") == ["paper", "file", "stage", "rule", "field", "question", "place"]
    assert row.startswith("crabnet\tcrabnet/paper.pdf\tscreen\t2.1\tscores\tFigure 1 is a picture")
    with pytest.raises(UsageError, match="no run 'other'"):
        queue.run(run_name="other", as_json=False)


def test_a_paper_that_was_answered_leaves_the_queue(waiting: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Warehouse.open(waiting / "var" / "warehouse") as warehouse:
        run = warehouse.begin_run("second", {})
        warehouse.reuse(run, factory.intake("crabnet").unit_key, "intake", "crabnet")
        warehouse.commit(run, [factory.screen("crabnet", "v2")])
    assert queue.run(run_name=None, as_json=True) == 0
    assert json.loads(capsys.readouterr().out) == []
    assert queue.run(run_name="first", as_json=True) == 0
    assert len(json.loads(capsys.readouterr().out)) == 1


def test_agreement_of_a_run_without_findings_is_an_empty_table(
    waiting: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert agreement.run(run_name="first", as_json=False) == 0
    assert capsys.readouterr().out.startswith("check_id\tmodel\tprompt\tprompt_version\tfindings\tapplied")
