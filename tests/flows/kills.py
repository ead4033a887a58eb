"""Kill a run with -9 at random moments and look for what was lost. Used by a test (few kills) and the bench (many)."""

import random
import time
from dataclasses import dataclass
from pathlib import Path

from tests.flows.command import Shell
from warehouse.store import Warehouse


@dataclass(frozen=True)
class KillReport:
    """What happened over all kills. `lost` counts committed units that a kill made vanish or unreadable."""

    kills: int
    finished_before_kill: int
    lost: int
    same_as_undisturbed: bool


def kill_and_resume(folder: Path, papers: Path, kills: int, seed: int, plain: bool, longest: float = 6.0) -> KillReport:
    """Run over the same papers again and again, each killed within `longest` seconds, then once to the end."""
    rng = random.Random(seed)
    shell = Shell(folder / "killed")
    mode = ("--plain",) if plain else ()
    finished = lost = 0
    committed: set[str] = set()
    for _ in range(kills):
        process = shell.start("run", papers, "--run", "kills", *mode)
        deadline = time.monotonic() + rng.uniform(0.3, longest)
        while process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.05)
        finished += process.poll() is not None
        process.kill()
        process.communicate()
        now = readable_units(shell.var / "warehouse")
        lost += len(committed - now)
        committed |= now
    shell.run("run", papers, "--run", "kills", *mode)
    calm = Shell(folder / "calm")
    calm.run("run", papers, "--run", "calm", *mode)
    return KillReport(kills, finished, lost, outcomes(shell) == outcomes(calm))


def readable_units(root: Path) -> set[str]:
    """The keys of all committed units, each loaded in full: an unreadable one raises."""
    if not (root / "manifest.sqlite").exists():
        return set()
    with Warehouse.open(root, read_only=True) as warehouse:
        keys = {str(key) for (key,) in warehouse.manifest.rows("SELECT unit_key FROM units")}
        for key in keys:
            warehouse.load(key)
    return keys


def outcomes(shell: Shell) -> list[tuple[str, ...]]:
    """How every paper ended, and how many rows it has."""
    rows = shell.sql("select distinct paper_id, outcome, stage, rule from outcomes order by paper_id")
    counts = shell.sql("select stage, count(*) as n from all_decisions group by stage order by stage")
    return [tuple(str(value) for value in row.values()) for row in (*rows, *counts)]
