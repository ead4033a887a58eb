"""How a paper ends, as one row per run and paper."""

from schemas.outcome import Stage
from tests.warehouse import factory
from warehouse.audit import audit
from warehouse.store import Unit, Warehouse


def outcomes(warehouse: Warehouse) -> dict[tuple[str, str], tuple[str | None, str | None]]:
    """Outcome and stage by run and paper."""
    rows = warehouse.manifest.rows("SELECT run, paper_id, outcome, stage FROM outcomes")
    return {(run, paper): (outcome, stage) for run, paper, outcome, stage in rows}


def test_every_paper_of_a_run_ends_in_one_way(full: Warehouse) -> None:
    assert outcomes(full) == {
        ("first", "s41598-022-21366-2"): ("packed", "pack"),
        ("first", "db-2021"): ("rejected", "screen"),
        ("first", "crabnet"): ("needs_review", "screen"),
        ("first", "folder/broken.pdf"): ("failed", "intake"),
        ("second", "s41598-022-21366-2"): ("packed", "pack"),
    }


def test_a_paper_on_its_way_has_no_outcome_yet(warehouse: Warehouse) -> None:
    run = warehouse.begin_run("r", {})
    warehouse.source(run, "seen", "seen.pdf", factory.digest("seen"))
    warehouse.commit(run, [factory.intake("a"), factory.screen("a")])
    assert outcomes(warehouse) == {("r", "a"): (None, "screen"), ("r", "seen"): (None, None)}


def test_a_stall_counts_until_the_stage_is_committed(warehouse: Warehouse) -> None:
    run = warehouse.begin_run("r", {})
    warehouse.commit(run, [factory.intake("a")])
    warehouse.stall(run, "a", Stage.SCREEN, "no answer", "trace")
    assert outcomes(warehouse)["r", "a"] == ("failed", "screen")
    warehouse.commit(run, [factory.screen("a")])
    assert outcomes(warehouse)["r", "a"] == (None, "screen")
    assert warehouse.manifest.rows("SELECT message, detail, cleared FROM stalls") == [("no answer", "trace", 1)]


def test_a_later_run_does_not_rewrite_how_an_earlier_one_ended(warehouse: Warehouse) -> None:
    first = warehouse.begin_run("first", {})
    warehouse.stall(first, "a", Stage.INTAKE, "no answer")
    second = warehouse.begin_run("second", {})
    warehouse.commit(second, [factory.intake("a"), factory.rejection("a")])
    assert outcomes(warehouse) == {("first", "a"): ("failed", "intake"), ("second", "a"): ("rejected", "screen")}
    assert warehouse.manifest.rows("SELECT cleared FROM stalls") == [(1,)]


def test_going_on_with_a_run_starts_from_its_first_stage_again(warehouse: Warehouse) -> None:
    run = warehouse.begin_run("r", {})
    warehouse.commit(run, list(factory.whole("a")))
    warehouse.begin_run("r", {})
    warehouse.reuse(run, factory.intake("a").unit_key, Stage.INTAKE, "a")
    warehouse.commit(run, [factory.rejection("a", "v2")])  # the rule changed: the later stages no longer count
    assert outcomes(warehouse) == {("r", "a"): ("rejected", "screen")}


def test_a_file_that_stalled_before_its_paper_was_known_is_the_paper_once_it_is_read(warehouse: Warehouse) -> None:
    run = warehouse.begin_run("r", {})
    warehouse.stall(run, "folder/a.pdf", Stage.INTAKE, "the reader died")
    assert outcomes(warehouse) == {("r", "folder/a.pdf"): ("failed", "intake")}
    warehouse.begin_run("r", {})
    warehouse.commit(run, [factory.intake("a")])
    warehouse.source(run, "a", "folder/a.pdf", factory.digest("a"))
    assert outcomes(warehouse) == {("r", "a"): (None, "intake")}
    assert warehouse.manifest.rows("SELECT cleared FROM stalls") == [(1,)]
    assert [fault.message for fault in audit(warehouse, "a").faults] == ["the reader died"]


def test_of_two_files_of_one_paper_only_the_one_that_went_on_counts(warehouse: Warehouse) -> None:
    run = warehouse.begin_run("r", {})
    best = factory.intake("a")
    record = factory.paper("a").model_copy(
        update={"source": factory.paper("a").source.model_copy(update={"sha256": factory.digest("pdf")})}
    )
    copy = Unit("intake:copy", Stage.INTAKE, "a", (record, best.records[-1]))
    warehouse.commit(run, [best, copy, factory.rejection("a")])
    warehouse.source(run, "a", "a.xml", factory.digest("a"))
    warehouse.source(run, "a", "a.pdf", factory.digest("pdf"), "a.xml")
    assert outcomes(warehouse) == {("r", "a"): ("rejected", "screen")}
    with warehouse.connect() as connection:
        assert connection.execute("SELECT unit_key FROM papers").fetchall() == [(best.unit_key,)]
        assert connection.execute("SELECT count(*) FROM all_papers").fetchall() == [(2,)]


def test_the_same_bytes_under_two_names_do_not_hide_the_paper(warehouse: Warehouse) -> None:
    run = warehouse.begin_run("r", {})
    warehouse.commit(run, [factory.intake("a"), factory.rejection("a")])
    warehouse.source(run, "a", "a.pdf", factory.digest("a"))
    warehouse.source(run, "a", "copy.pdf", factory.digest("a"), "a.pdf")
    assert warehouse.manifest.rows("SELECT count(*) FROM latest_units") == [(2,)]
    assert outcomes(warehouse) == {("r", "a"): ("rejected", "screen")}
