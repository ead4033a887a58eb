"""`audit` says everything about one paper, whatever it is called, and quickly."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from schemas.errors import UsageError
from schemas.evidence import DecidedBy
from schemas.outcome import Outcome, Stage
from schemas.task import MethodRole
from tests.warehouse import factory
from warehouse.audit import Audit, audit
from warehouse.store import Warehouse

PACKED = "s41598-022-21366-2"


def test_a_packed_paper_stage_by_stage(full: Warehouse) -> None:
    found = audit(full, PACKED, run="first")
    assert (found.outcome, found.stage, found.run, found.other_runs) == (
        Outcome.PACKED,
        Stage.PACK,
        "first",
        ("second",),
    )
    assert [stage.stage for stage in found.stages] == list(Stage)
    assert {(stage.reused, stage.made_in, stage.seconds) for stage in found.stages} == {(False, "first", 0.5)}
    assert [stage.unit_key for stage in found.stages] == [unit.unit_key for unit in factory.whole(PACKED)]
    assert found.doi == f"10.1038/{PACKED}"
    assert {name: len(getattr(found, name)) for name in _TABLES} == _TABLES


_TABLES = {
    "verdicts": 3,
    "link_checks": 1,
    "algorithms": 1,
    "settings": 1,
    "metrics": 1,
    "scores": 3,
    "findings": 1,
    "data_files": 1,
    "recipes": 1,
    "data_checks": 2,
    "packs": 1,
    "pack_checks": 2,
}


def test_every_value_comes_with_its_cell_and_with_who_decided(full: Warehouse) -> None:
    by_method = {score.method: score for score in audit(full, PACKED).scores}
    assert str(by_method["LMSuccSite"].evidence[0].place) == "Table 4, row 'LMSuccSite', column 'MCC', page 10"
    assert by_method["LMSuccSite"].evidence[0].place.box == factory.CELL.place.box
    assert by_method["LMSuccSite"].decider.by is DecidedBy.RULES
    assert str(by_method["Ensemble"].decider) == "human (Ada Lovelace, 2026-03-01)"


def test_the_records_are_those_that_were_committed(full: Warehouse) -> None:
    found = audit(full, PACKED)
    audited = {record for name in _TABLES for record in getattr(found, name)}
    committed = {record for unit in factory.whole(PACKED) for record in unit.records}
    assert audited == {record for record in committed if record.table in _TABLES}


def test_a_later_run_shows_what_it_reused(full: Warehouse) -> None:
    found = audit(full, PACKED)
    assert found.run == "second"
    assert {(stage.reused, stage.made_in) for stage in found.stages} == {(True, "first")}
    assert all(stage.at > stage.committed_at for stage in found.stages)


def test_a_rejected_paper_names_rule_category_and_quote(full: Warehouse) -> None:
    found = audit(full, "db-2021")
    assert (found.outcome, found.rule, found.category) == (Outcome.REJECTED, "1.1", "resource")
    assert found.stages[-1].decision.evidence == (factory.SENTENCE,)


def test_a_waiting_paper_asks_its_questions(full: Warehouse) -> None:
    found = audit(full, "crabnet")
    assert found.outcome is Outcome.NEEDS_REVIEW
    assert [question.field for question in found.stages[-1].decision.questions] == ["scores"]


def test_a_stalled_file_shows_its_fault(full: Warehouse) -> None:
    found = audit(full, "broken")
    assert (found.outcome, found.stages) == (Outcome.FAILED, ())
    assert [(fault.kind, fault.stage, fault.message, fault.detail) for fault in found.faults] == [
        ("stall", "intake", "the reader ran out of time", "180 s")
    ]


def test_the_files_a_paper_came_from(full: Warehouse) -> None:
    assert [(source.name, source.duplicate_of) for source in audit(full, PACKED, "first").sources] == [
        ("lmsuccsite/paper.xml", None),
        ("lmsuccsite/paper.pdf", "lmsuccsite/paper.xml"),
    ]


@pytest.mark.parametrize(
    "name",
    [
        PACKED,
        PACKED.upper(),
        f"10.1038/{PACKED}",
        f"doi:10.1038/{PACKED}",
        f"https://doi.org/10.1038/{PACKED}",
        "s41598",
        "10.1038/s4",
        "lmsuccsite/paper.pdf",
        "lmsuccsite/paper",
        "examples/lmsuccsite/paper.pdf",
    ],
)
def test_a_paper_goes_by_id_doi_file_and_start(full: Warehouse, name: str) -> None:
    assert audit(full, name).paper_id == PACKED


def test_a_file_is_known_by_its_bytes(warehouse: Warehouse, tmp_path: Path) -> None:
    from hashlib import sha256

    file = tmp_path / "renamed.pdf"
    file.write_bytes(b"%PDF")
    run = warehouse.begin_run("r", {})
    warehouse.source(run, "a", "folder/original.pdf", sha256(b"%PDF").hexdigest())
    assert audit(warehouse, str(file)).paper_id == "a"


def test_a_name_of_several_papers_lists_them(full: Warehouse) -> None:
    with pytest.raises(UsageError, match=r"'paper\.pdf' fits 2 papers") as error:
        audit(full, "paper.pdf")
    assert PACKED in error.value.hint
    assert "crabnet" in error.value.hint


@pytest.mark.parametrize("name", ["", "lmsucsite/paper.pdf", "no such thing", "/etc", "\0"])
def test_an_unknown_name_is_said_so_with_close_ones(full: Warehouse, name: str) -> None:
    with pytest.raises(UsageError, match="no paper in the warehouse is called") as error:
        audit(full, name)
    assert "lmsuccsite/paper.pdf" in error.value.hint or "names are known" in error.value.hint


def test_a_run_without_the_paper_is_said_so(full: Warehouse) -> None:
    with pytest.raises(UsageError, match="crabnet is not in run 'second'") as error:
        audit(full, "crabnet", run="second")
    assert error.value.hint == "it is in: first"


def test_of_two_records_with_one_key_the_later_stage_counts(warehouse: Warehouse) -> None:
    run = warehouse.begin_run("r", {})
    changed = factory.score("a", "GPSuc", 0.31, MethodRole.BASELINE)
    review = factory.review("a")
    corrected = factory.unit(Stage.REVIEW, "a", *review.records[:-1], changed)
    warehouse.commit(run, [factory.extract("a"), corrected])
    assert {score.method: score.value for score in audit(warehouse, "a").scores} == {
        "LMSuccSite": 0.36,
        "GPSuc": 0.31,
        "Ensemble": 0.33,
    }


def test_an_audit_is_json_and_back(full: Warehouse) -> None:
    found = audit(full, PACKED)
    assert Audit.model_validate_json(found.model_dump_json()) == found


def test_a_cold_process_answers_within_a_second_and_loads_nothing_heavy(full: Warehouse) -> None:
    code = (
        "import sys; from pathlib import Path; "
        "from warehouse.store import Warehouse; from warehouse.audit import audit; "
        f"print(audit(Warehouse.open(Path({str(full.root)!r}), read_only=True), 'crabnet').outcome); "
        "print(sorted({'great_expectations', 'pandas', 'pyarrow', 'prefect'} & set(sys.modules)))"
    )
    before = os.times()
    start = time.monotonic()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    elapsed = time.monotonic() - start
    after = os.times()
    assert done.stdout.split("\n")[:2] == ["needs_review", "[]"]
    computing = after.children_user + after.children_system - before.children_user - before.children_system
    assert min(elapsed, computing) < 1.0
