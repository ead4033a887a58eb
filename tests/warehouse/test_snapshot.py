"""A run as a snapshot: every paper with its end and its records."""

import pytest

from schemas.errors import UsageError
from schemas.snapshot import End
from warehouse.snapshot import snapshot
from warehouse.store import Warehouse


def test_every_paper_of_the_run_has_its_end(full: Warehouse) -> None:
    found = snapshot(full, "first")
    ends = {paper_id: paper.end for paper_id, paper in found.papers.items()}
    assert set(ends.values()) == {End.PACKED, End.REJECTED, End.NEEDS_REVIEW, End.FAILED}
    packed = found.papers["s41598-022-21366-2"]
    assert packed.end is End.PACKED
    assert packed.verdicts and packed.scores and packed.algorithms


def test_the_latest_run_is_taken_and_reused_units_count(full: Warehouse) -> None:
    found = snapshot(full)
    assert found.run == "second"
    assert found.papers["s41598-022-21366-2"].scores == snapshot(full, "first").papers["s41598-022-21366-2"].scores


def test_an_unknown_run_is_named_with_those_there_are(full: Warehouse) -> None:
    with pytest.raises(UsageError, match="third"):
        snapshot(full, "third")
