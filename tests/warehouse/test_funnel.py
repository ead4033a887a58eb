"""The funnel counts where papers went and names them."""

import pytest

from schemas.errors import UsageError
from schemas.outcome import Outcome, Stage
from warehouse.funnel import funnel
from warehouse.store import Warehouse


def test_the_papers_of_a_run_by_how_they_ended(full: Warehouse) -> None:
    found = funnel(full, "first")
    assert found.papers == 4
    assert found.outcomes == dict.fromkeys(Outcome, 1)
    assert found.under_way == 0
    rows = [(r.stage, r.outcome, r.rule, r.category, [paper.name for paper in r.papers]) for r in found.rows]
    assert rows == [
        (Stage.INTAKE, Outcome.FAILED, None, "stall", ["folder/broken.pdf"]),
        (Stage.SCREEN, Outcome.NEEDS_REVIEW, "2.1", "scores_in_figure", ["crabnet/paper.pdf"]),
        (Stage.SCREEN, Outcome.REJECTED, "1.1", "resource", ["other/database.pdf"]),
        (Stage.PACK, Outcome.PACKED, None, None, ["lmsuccsite/paper.xml"]),
    ]
    assert found.rows[2].papers[0].reason == "The contribution is a database."


def test_stages_narrow(full: Warehouse) -> None:
    counts = [(count.stage, count.entered, count.advanced) for count in funnel(full, "first").stages]
    assert counts == [
        (Stage.INTAKE, 3, 3),
        (Stage.SCREEN, 3, 1),
        (Stage.EXTRACT, 1, 1),
        (Stage.REVIEW, 1, 1),
        (Stage.VERIFY, 1, 1),
        (Stage.PACK, 1, 1),
    ]


def test_open_questions_name_the_paper_and_the_field(full: Warehouse) -> None:
    (asked,) = funnel(full, "first").questions
    assert (asked.name, asked.stage, asked.question.field) == ("crabnet/paper.pdf", Stage.SCREEN, "scores")


def test_copies_are_named_and_not_counted(full: Warehouse) -> None:
    assert funnel(full, "first").duplicates == ("lmsuccsite/paper.pdf is a copy of lmsuccsite/paper.xml",)


def test_the_latest_run_is_meant_where_none_is_named(full: Warehouse) -> None:
    assert funnel(full).run == "second"


def test_an_unknown_run_lists_the_known_ones(full: Warehouse) -> None:
    with pytest.raises(UsageError, match="no run 'third'") as error:
        funnel(full, "third")
    assert error.value.hint == "the latest runs: second, first"


def test_a_warehouse_without_runs_says_so(warehouse: Warehouse) -> None:
    with pytest.raises(UsageError, match="no run"):
        funnel(warehouse)


def test_the_views_say_the_same(full: Warehouse) -> None:
    with full.connect() as connection:
        rows = connection.execute(
            "SELECT stage, outcome, papers FROM funnel WHERE run = 'first' ORDER BY ALL"
        ).fetchall()
    found = funnel(full, "first")
    assert rows == sorted((str(r.stage), str(r.outcome), len(r.papers)) for r in found.rows)
