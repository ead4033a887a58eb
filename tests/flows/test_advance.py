"""The loop: one paper's failure is its own, what is known is reused, and copies of a paper are recognised."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from flows.advance import Run
from flows.execute import open_work, outcome_of
from flows.plain import PlainRunner
from flows.stages import Tools
from flows.work import Work
from pipeline.adapters.mirror import MirrorSource
from pipeline.adapters.store import FileStore
from schemas.errors import StalledError
from schemas.outcome import Outcome, Stage
from schemas.paper import Paper
from tests.flows.command import ROOT
from warehouse.store import Warehouse

REJECTED = ROOT / "examples" / "rejected"


class BrokenReader:
    """A reader of PDF files on a bad day: it fails in the way it is told to."""

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def layout(self, path: Path) -> dict[str, Any]:
        """Fails."""
        raise self._error


@pytest.fixture
def papers(tmp_path: Path) -> list[Path]:
    names = ("pclm.0000068.xml", "rescience-3069619.pdf", "plos-pbio.1001044.xml")
    return [Path(shutil.copy(REJECTED / name, tmp_path)) for name in names]


def run_over(paths: list[Path], folder: Path, error: BaseException | None = None) -> list[Work]:
    reader = BrokenReader(error or StalledError("the reader is broken", "mend it"))
    tools = Tools(reader, MirrorSource({}), FileStore(folder / "store"), folder / "packs")
    works = [open_work(path) for path in paths]
    with Warehouse.open(folder / "warehouse") as warehouse:
        run = Run(warehouse.begin_run(None, {}), warehouse, tools, lambda stage, done, total, work: None)
        if not run.reuse(works):
            run.advance(works, PlainRunner(2))
    return works


@pytest.mark.parametrize("error", [StalledError("the reader is broken"), RuntimeError("a bug"), MemoryError()])
def test_a_fault_stalls_one_paper_and_no_other(papers: list[Path], tmp_path: Path, error: BaseException) -> None:
    ends = {work.document.path.suffix: outcome_of(work) for work in run_over(papers, tmp_path / "var", error)}
    assert ends == {".xml": Outcome.REJECTED, ".pdf": Outcome.FAILED}


def test_a_fault_is_never_a_rejection_and_is_journaled_with_its_traceback(papers: list[Path], tmp_path: Path) -> None:
    run_over(papers, tmp_path / "var", RuntimeError("a bug"))
    with Warehouse.open(tmp_path / "var" / "warehouse", read_only=True) as warehouse, warehouse.connect() as connection:
        rows = connection.execute("select stage, message, detail from stalls").fetchall()
    assert [(stage, message) for stage, message, _ in rows] == [("intake", "RuntimeError: a bug")]
    assert "Traceback" in rows[0][2]


def test_a_second_run_settles_from_the_warehouse_alone(papers: list[Path], tmp_path: Path) -> None:
    first = run_over(papers[:1], tmp_path / "var")
    second = run_over(papers[:1], tmp_path / "var")
    assert second[0].keys == first[0].keys
    assert second[0].seconds == {}
    assert first[0].seconds.keys() == {Stage.INTAKE, Stage.SCREEN}


def test_two_files_of_one_paper_are_one_paper(papers: list[Path], tmp_path: Path) -> None:
    copy = Path(shutil.copy(papers[0], tmp_path / "again.xml"))
    copy.write_text(copy.read_text(encoding="utf-8") + "\n<!-- another byte -->\n", encoding="utf-8")
    (copy.parent / "again.curation.yaml").write_text("by: Ada\ndate: 2026-01-02\n")
    works = run_over([papers[0], copy], tmp_path / "var")
    assert [work.duplicate_of is None for work in works].count(True) == 1
    assert works[0].paper_id == works[1].paper_id
    best = next(work for work in works if work.duplicate_of is None)
    paper = next(record for record in best.records[Stage.INTAKE] or () if isinstance(record, Paper))
    assert len(paper.also_read) == 1
    assert best.document.curation is not None, "what a human wrote beside either file counts"
    with Warehouse.open(tmp_path / "var" / "warehouse", read_only=True) as warehouse, warehouse.connect() as connection:
        assert connection.execute("select count(*), max(len(also_read)) from papers").fetchall() == [(1, 1)]


def test_merged_files_are_reused_as_they_were(papers: list[Path], tmp_path: Path) -> None:
    copy = Path(shutil.copy(papers[0], tmp_path / "again.xml"))
    copy.write_text(copy.read_text(encoding="utf-8") + "\n<!-- another byte -->\n", encoding="utf-8")
    first = run_over([papers[0], copy], tmp_path / "var")
    second = run_over([papers[0], copy], tmp_path / "var")
    assert [work.keys for work in second] == [work.keys for work in first]
    assert all(work.seconds == {} for work in second)


def test_a_human_decision_makes_its_stage_run_again(papers: list[Path], tmp_path: Path) -> None:
    before = run_over(papers[2:], tmp_path / "var")
    text = "by: Ada\ndate: 2026-01-02\nverdicts:\n"
    text += "  - {rule: prefilter, call: pass, category: research, reason: it is a method paper after all}\n"
    (papers[2].parent / "curation.yaml").write_text(text)
    after = run_over(papers[2:], tmp_path / "var")
    assert before[0].keys[Stage.INTAKE] == after[0].keys[Stage.INTAKE]
    assert before[0].keys[Stage.SCREEN] != after[0].keys[Stage.SCREEN]
    assert after[0].decision != before[0].decision


def test_a_damaged_file_of_the_warehouse_stalls_its_paper_and_no_other(papers: list[Path], tmp_path: Path) -> None:
    first, second = papers[0], papers[2]
    for paper in (first, second):
        run_over([paper], tmp_path / "var")
    damaged = min(
        (tmp_path / "var" / "warehouse" / "data" / "papers").rglob("*.parquet"), key=lambda f: f.stat().st_mtime
    )
    damaged.write_bytes(b"not Parquet")
    ends = {work.document.path.name: outcome_of(work) for work in run_over([first, second], tmp_path / "var")}
    assert ends == {first.name: Outcome.FAILED, second.name: Outcome.REJECTED}


def test_files_that_cannot_be_merged_stall_their_paper_and_no_other(
    papers: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(readings: object) -> None:
        raise ZeroDivisionError("a bug in merging")

    monkeypatch.setattr("flows.copies.combine", broken)
    copy = tmp_path / "again.xml"
    copy.write_text(papers[0].read_text(encoding="utf-8") + "\n<!-- another byte -->\n", encoding="utf-8")
    ends = [outcome_of(work) for work in run_over([papers[0], copy, papers[2]], tmp_path / "var")]
    assert ends == [Outcome.FAILED, Outcome.FAILED, Outcome.REJECTED]
