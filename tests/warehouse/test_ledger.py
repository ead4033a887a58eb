"""The ledger: a row per call that outlives kills, and budgets that hold whoever else is spending."""

import os
import signal
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from schemas.endpoints import Budget
from schemas.errors import StalledError
from schemas.judging import CallOutcome, ModelCall, Role
from schemas.outcome import Stage
from tests.warehouse.writers import start
from warehouse.ddl import VERSION
from warehouse.ledger import CallLedger
from warehouse.sql import query
from warehouse.store import Warehouse

OLD_MANIFEST = Path(__file__).parent.parent / "golden" / "manifest_v1.sql"


def call(cost: float = 0.01, paper_id: str = "a", tokens: int = 1_000, outcome: str = "reserved") -> ModelCall:
    return ModelCall(
        role=Role.SCREENER,
        stage=Stage.SCREEN,
        paper_id=paper_id,
        model="large",
        endpoint="http://localhost:1/v1",
        prompt_id="screen_1_1",
        prompt_version=2,
        prompt_digest="0123456789abcdef",
        outcome=CallOutcome(outcome),
        tokens_in=tokens,
        tokens_out=100,
        cost=cost,
    )


def ledger(warehouse: Warehouse, run: str = "r", **budget: float) -> CallLedger:
    warehouse.begin_run(run, {})
    return warehouse.ledger(run, Budget.model_validate(budget))


def test_a_call_is_a_row_from_before_it_is_sent(warehouse: Warehouse) -> None:
    calls = ledger(warehouse)
    number = calls.reserve(call(0.5))
    columns, rows = query(warehouse, "SELECT run, outcome, cost, tokens_in FROM model_calls")
    assert (columns, rows) == (("run", "outcome", "cost", "tokens_in"), [("r", "reserved", 0.5, 1000)])
    settled = call(0.2, outcome="answered").model_copy(update={"seconds": 1.5, "retries": 2, "answer": '{"x": "ü"}'})
    calls.settle(number, settled)
    calls.note(call(0.0, outcome="cached", tokens=0))
    columns, rows = query(warehouse, 'SELECT * EXCLUDE ("at") FROM model_calls ORDER BY number')
    first = dict(zip(columns, rows[0], strict=True))
    assert (first.pop("run"), first.pop("number"), first.pop("attempt")) == ("r", number, 1)
    assert ModelCall.model_validate(first) == settled
    assert [row[columns.index("outcome")] for row in rows] == ["answered", "cached"]


def test_calls_are_copied_only_for_a_question_about_them(warehouse: Warehouse) -> None:
    ledger(warehouse).reserve(call())
    assert query(warehouse, 'SELECT count(*) FROM "Model_Calls"')[1] == [(1,)]
    assert ("model_calls",) in query(warehouse, "SHOW TABLES")[1]
    with warehouse.connect(with_calls=False) as connection:
        assert connection.execute("SELECT count(*) FROM model_calls").fetchall() == [(0,)]


BUDGETS = {
    "run_dollars": ({"run_dollars": 0.025}, 2),
    "run_tokens": ({"run_tokens": 3_300}, 3),
    "paper_dollars": ({"paper_dollars": 0.01}, 1),
    "total_dollars": ({"total_dollars": 0.04}, 4),
}


@pytest.mark.parametrize("name", BUDGETS)
def test_a_budget_that_is_used_up_stops_the_next_call_and_is_named(warehouse: Warehouse, name: str) -> None:
    budget, calls_that_fit = BUDGETS[name]
    calls = ledger(warehouse, **budget)
    for _ in range(calls_that_fit):
        calls.settle(calls.reserve(call()), call(outcome="answered"))
    with pytest.raises(StalledError, match=f"the budget {name} = ") as error:
        calls.reserve(call())
    assert f"raise {name} in [budget]" in error.value.hint
    assert len(warehouse.manifest.rows("SELECT * FROM calls")) == calls_that_fit


def test_what_a_call_did_not_take_is_free_again(warehouse: Warehouse) -> None:
    calls = ledger(warehouse, run_dollars=0.015)
    number = calls.reserve(call(0.01))
    with pytest.raises(StalledError, match=r"0\.01 spent or reserved, up to 0\.01 more"):
        calls.reserve(call(0.01))
    calls.settle(number, call(0.004, outcome="answered"))
    calls.reserve(call(0.01))


def test_a_budget_counts_what_it_is_named_for(warehouse: Warehouse) -> None:
    first = ledger(warehouse, "one", run_dollars=0.01, paper_dollars=0.01)
    first.reserve(call())
    other = ledger(warehouse, "two", run_dollars=0.02, paper_dollars=0.01)
    other.reserve(call(paper_id="b"))
    with pytest.raises(StalledError, match="paper_dollars"):
        other.reserve(call(paper_id="b"))
    other.reserve(call(paper_id="c"))
    again = ledger(warehouse, "one", run_dollars=0.01)  # the same run, started again
    with pytest.raises(StalledError, match="run_dollars"):
        again.reserve(call(paper_id="d"))
    with pytest.raises(StalledError, match=r"total_dollars = 0\.03"):
        ledger(warehouse, "three", total_dollars=0.03).reserve(call())


def test_a_cent_too_small_for_binary_fractions_still_fits(warehouse: Warehouse) -> None:
    calls = ledger(warehouse, run_dollars=1.0)
    for _ in range(10):
        calls.reserve(call(0.1))
    with pytest.raises(StalledError):
        calls.reserve(call(0.1))


def test_threads_do_not_overspend(warehouse: Warehouse) -> None:
    calls = ledger(warehouse, run_dollars=0.2)

    def spend(_: int) -> bool:
        try:
            calls.reserve(call())
        except StalledError:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(spend, range(40))) == 20


def spend_all(root: Path, run: str, notes: Path) -> None:
    """Call until the budget has no room, as fast as it goes."""
    with Warehouse.open(root) as warehouse:
        calls = ledger(warehouse, run, run_dollars=0.5)
        made = 0
        while True:
            try:
                calls.reserve(call())
            except StalledError as error:
                notes.write_text(f"{made} {error.message}")
                return
            made += 1


def test_two_processes_of_a_run_share_its_budget(tmp_path: Path) -> None:
    root = tmp_path / "warehouse"
    notes = [tmp_path / "first", tmp_path / "second"]
    children = [start(spend_all, root, "shared", path) for path in notes]
    for child in children:
        child.join()
        assert child.exitcode == 0
    made = [int(path.read_text().split()[0]) for path in notes]
    assert sum(made) == 50
    assert all("run_dollars" in path.read_text() for path in notes)
    with Warehouse.open(root) as warehouse:
        assert warehouse.manifest.rows("SELECT count(*), round(sum(cost), 6) FROM model_calls") == [(50, 0.5)]


def reserve_for_ever(root: Path, notes: Path) -> None:
    """Reserve call after call, and note each one after it returned."""
    with Warehouse.open(root) as warehouse, notes.open("ab", buffering=0) as file:
        calls = ledger(warehouse, "killed")
        while True:
            os.write(file.fileno(), f"{calls.reserve(call(0.001))}\n".encode())


def test_a_kill_loses_no_call_and_its_reservations_go_on_counting(tmp_path: Path) -> None:
    root, notes = tmp_path / "warehouse", tmp_path / "notes"
    for _ in range(5):
        before = notes.stat().st_size if notes.exists() else 0
        child = start(reserve_for_ever, root, notes)
        while not notes.exists() or notes.stat().st_size < before + 20:
            time.sleep(0.01)
        child.kill()
        child.join()
        assert child.exitcode == -signal.SIGKILL
    acknowledged = {int(line) for line in notes.read_text().split("\n")[:-1]}
    with Warehouse.open(root) as warehouse:
        rows = warehouse.manifest.rows("SELECT number, outcome FROM calls")
        assert acknowledged <= {number for number, _ in rows}
        assert len(rows) <= len(acknowledged) + 5
        assert {outcome for _, outcome in rows} == {"reserved"}
        with pytest.raises(StalledError, match=f"{len(rows) * 0.001:.6g} spent or reserved"):
            ledger(warehouse, "killed", run_dollars=0.001).reserve(call())


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A warehouse as the first version of papergym left it."""
    root = tmp_path / "warehouse"
    root.mkdir()
    for folder in ("data", "_staging", "_orphans"):
        (root / folder).mkdir()
    with sqlite3.connect(root / "manifest.sqlite") as manifest:
        manifest.executescript(OLD_MANIFEST.read_text(encoding="utf-8"))
        manifest.execute("PRAGMA journal_mode = WAL")
    manifest.close()
    return root


def version(root: Path) -> int:
    with sqlite3.connect(root / "manifest.sqlite") as manifest:
        return int(manifest.execute("PRAGMA user_version").fetchone()[0])


def shape(warehouse: Warehouse) -> set[tuple[str, str]]:
    return set(warehouse.manifest.rows("SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"))


def test_an_older_manifest_gets_the_ledger_and_keeps_its_rows(old: Path, tmp_path: Path) -> None:
    assert version(old) == 1
    with Warehouse.open(old) as warehouse, Warehouse.open(tmp_path / "new") as new:
        assert shape(warehouse) == shape(new)
        assert query(warehouse, "SELECT run, stage, message FROM stalls")[1] == [
            ("first", "intake", "the reader ran out of time")
        ]
        warehouse.ledger("first", Budget()).reserve(call())
        assert query(warehouse, "SELECT run, model FROM model_calls")[1] == [("first", "large")]
    assert version(old) == VERSION
    Warehouse.open(old).close()


def test_a_reader_of_an_older_manifest_sees_no_calls_and_changes_nothing(old: Path) -> None:
    with Warehouse.open(old, read_only=True) as warehouse:
        assert query(warehouse, "SELECT count(*) FROM model_calls")[1] == [(0,)]
        assert query(warehouse, "SELECT count(*) FROM stalls")[1] == [(1,)]
    assert version(old) == 1


def open_and_note(root: Path, notes: Path) -> None:
    with Warehouse.open(root) as warehouse:
        notes.write_text(warehouse.begin_run(notes.name, {}))


def test_processes_that_meet_an_older_manifest_migrate_it_once(old: Path, tmp_path: Path) -> None:
    children = [start(open_and_note, old, tmp_path / f"p{number}") for number in range(4)]
    for child in children:
        child.join()
        assert child.exitcode == 0
    assert version(old) == VERSION
