"""Kill writers at random moments and look at what is left. `bench` does it for a longer count."""

import random
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from tests.warehouse.writers import batch, commit_for_ever, start
from warehouse.store import Warehouse


@dataclass(frozen=True)
class Damage:
    """What kills did to a warehouse: all but `acknowledged` and `orphans` must be empty or zero."""

    acknowledged: int
    lost: frozenset[str]
    torn: frozenset[str]
    doubled: frozenset[str]
    unlisted: frozenset[str]
    orphans: int


def kill_writers(root: Path, times: int, seed: int) -> Damage:
    """Start and kill -9 a writer `times` times, then look."""
    chance = random.Random(seed)
    notes = root.with_suffix(".acknowledged")
    Warehouse.open(root).close()
    for number in range(times):
        writer = start(commit_for_ever, root, f"w{number}", notes, number % 2 == 1)
        _wait_for_life(notes)
        time.sleep(chance.uniform(0.0, 0.12))
        writer.kill()
        writer.join()
        assert writer.exitcode == -signal.SIGKILL
    return examine(root, notes)


def _wait_for_life(notes: Path) -> None:
    """Until the writer has committed once, so that the kill falls into the middle of its work."""
    before = notes.stat().st_size if notes.exists() else 0
    end = time.monotonic() + 30
    while time.monotonic() < end:
        if notes.exists() and notes.stat().st_size > before:
            return
        time.sleep(0.002)
    raise AssertionError("the writer did not start")


def examine(root: Path, notes: Path) -> Damage:
    """Compare what is there with what was acknowledged and with what was meant to be written."""
    told = frozenset(notes.read_text(encoding="utf-8").splitlines())
    with Warehouse.open(root) as warehouse, warehouse.connect() as connection:
        units = {key for (key,) in connection.execute("SELECT unit_key FROM units").fetchall()}
        counts = connection.execute(
            "SELECT unit_key, (SELECT count(*) FROM all_decisions d WHERE d.unit_key = u.unit_key), "
            "(SELECT count(*) FROM all_papers p WHERE p.unit_key = u.unit_key), "
            "(SELECT count(*) FROM all_scores s WHERE s.unit_key = u.unit_key) FROM units u"
        ).fetchall()
        rows = {key for (key,) in connection.execute("SELECT DISTINCT unit_key FROM all_decisions").fetchall()}
        wanted = {key: (1, 1, 0) if key.startswith("intake") else (1, 0, 3) for key in units}
        torn = {key for key, *found in counts if any(n < w for n, w in zip(found, wanted[key], strict=True))}
        doubled = {key for key, *found in counts if any(n > w for n, w in zip(found, wanted[key], strict=True))}
        changed = {key for key in sorted(units)[-20:] if set(warehouse.load(key)) != _meant(key)}
        listed = {path for (path,) in warehouse.manifest.rows("SELECT path FROM files")}
        on_disk = {path.relative_to(root).as_posix() for path in (root / "data").rglob("*.parquet")}
    return Damage(
        acknowledged=len(told),
        lost=told - units,
        torn=frozenset(torn | changed | (rows - units)),
        doubled=frozenset(doubled),
        unlisted=frozenset(on_disk - listed),
        orphans=len(list((root / "_orphans").iterdir())),
    )


def _meant(key: str) -> set[object]:
    name, number, _ = key.split(":")[1].rsplit("-", 2)
    return {record for unit in batch(name, int(number)) if unit.unit_key == key for record in unit.records}


def bench(root: Path, times: int = 200) -> str:
    """One line for `make bench`."""
    start_time = time.monotonic()
    damage = kill_writers(root, times, seed=times)
    seconds = time.monotonic() - start_time
    return (
        f"{times} kills in {seconds:.0f} s: {damage.acknowledged} units acknowledged, {len(damage.lost)} lost, "
        f"{len(damage.torn)} torn, {len(damage.doubled)} doubled, {damage.orphans} orphans set aside"
    )
