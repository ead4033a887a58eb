"""Any number of readers while two writers write."""

from pathlib import Path

from schemas.outcome import Stage
from tests.warehouse import factory
from tests.warehouse.writers import batch, commit_batches, start
from warehouse.store import Warehouse

_TORN = (
    "SELECT unit_key FROM units u WHERE (SELECT count(*) FROM all_decisions d WHERE d.unit_key = u.unit_key) <> 1 "
    "OR (u.stage = 'extract' AND (SELECT count(*) FROM all_scores s WHERE s.unit_key = u.unit_key) <> 3)"
)


def test_two_writers_of_the_same_units_and_a_reader(tmp_path: Path) -> None:
    root = tmp_path / "warehouse"
    Warehouse.open(root).close()
    numbers = list(range(3))
    notes = [tmp_path / "one", tmp_path / "two"]
    writers = [
        start(commit_batches, root, name, order, note)
        for name, order, note in (("one", numbers, notes[0]), ("two", numbers[::-1], notes[1]))
    ]
    reads = 0
    while any(writer.is_alive() for writer in writers):
        with Warehouse.open(root, read_only=True) as reader, reader.connect() as connection:
            assert connection.execute(_TORN).fetchall() == []
        reads += 1
    assert [writer.exitcode for writer in writers] == [0, 0]
    assert reads > 1
    wrote = [note.read_text().split() for note in notes]
    meant = {unit.unit_key for number in numbers for unit in batch("shared", number)}
    assert not set(wrote[0]) & set(wrote[1])
    assert set(wrote[0]) | set(wrote[1]) == meant
    with Warehouse.open(root, read_only=True) as reader, reader.connect() as connection:
        assert connection.execute("SELECT count(*), count(DISTINCT unit_key) FROM all_decisions").fetchall() == [
            (len(meant), len(meant))
        ]
        sql = "SELECT run, count(*) FROM run_units GROUP BY 1 ORDER BY 1"
        assert connection.execute(sql).fetchall() == [("one", len(meant)), ("two", len(meant))]


def test_a_reader_keeps_the_state_it_opened(warehouse: Warehouse) -> None:
    run = warehouse.begin_run("r", {})
    warehouse.commit(run, [factory.intake("a")])
    with Warehouse.open(warehouse.root, read_only=True) as reader, reader.connect() as connection:
        warehouse.commit(run, [factory.intake("b")])
        warehouse.stall(run, "c", Stage.INTAKE, "no answer")
        assert connection.execute("SELECT paper_id FROM papers").fetchall() == [("a",)]
        assert connection.execute("SELECT paper_id FROM outcomes").fetchall() == [("a",)]
        assert reader.known([factory.intake("b").unit_key])
