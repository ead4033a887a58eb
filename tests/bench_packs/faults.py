"""Planted faults found by the check that must catch them, each in a fresh copy of one small pack."""

import shutil
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from pipeline.adapters.store import FileStore
from pipeline.pack import build
from pipeline.pack.checks import all_checks
from pipeline.pack.checks.check import Finding, PackFaultError, judged
from pipeline.pack.checks.view import PackView
from schemas.data import CheckStatus
from tests.pack.cases import small
from tests.pack.leaks import add
from tests.pack.plants import relock
from tests.pack.test_checks import FAULTS as BEFORE_THE_LOCK
from tests.pack.test_firewall import NAMES_AND_DATA, PROSE, TRACES
from tests.pack.test_planted_faults import FAULTS as LOCKED_AGAIN
from tests.pack.test_running import BREAKS

Fault = tuple[str, str, Callable[[Path], object]]


def faults() -> Iterator[Fault]:
    """Every planted fault: the check that must fail, a name, and how it is planted."""
    for name, (check_id, plant) in LOCKED_AGAIN.items():
        yield check_id, name, lambda pack, plant=plant: (plant(pack), relock(pack))
    for name, (check_id, change, _) in BEFORE_THE_LOCK.items():
        yield check_id, name, change
    for change, check_id, said in BREAKS:
        yield check_id, said, change
    for name, (rule, text) in PROSE.items():
        yield rule, name, lambda pack, text=text: add(pack, "problem/README.md", f"\n{text}\n")
    for rule, path, text in NAMES_AND_DATA:
        yield rule, path, lambda pack, path=path, text=text: add(pack, path, text)
    for path in TRACES:
        yield "F7", path, lambda pack, path=path: add(pack, path, "x")


def measure_faults() -> list[dict[str, Any]]:
    """One row for each check, with the faults it did not catch, and the sum."""
    planted: dict[str, list[tuple[str, bool]]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        clean = _pack(Path(folder))
        for number, (check_id, name, plant) in enumerate(faults()):
            copy = Path(shutil.copytree(clean, Path(folder) / str(number) / clean.name))
            plant(copy)
            found = _check(copy, check_id).status is CheckStatus.FAIL
            planted[check_id].append((name, found))
            shutil.rmtree(copy.parent, ignore_errors=True)
    order = [check.check_id for check in all_checks()]
    rows = [_row(check_id, planted[check_id]) for check_id in order]
    return [*rows, _row("all", [one for check_id in order for one in planted[check_id]])]


def _pack(root: Path) -> Path:
    store = FileStore(root / "store")
    case = small(store, root / "source")
    build(case.paper, case.task, case.recipes, case.files, store, root / "packs")
    return next(path.parent for path in (root / "packs").rglob("pack.lock.json"))


def _check(pack: Path, check_id: str) -> Finding:
    (check,) = (check for check in all_checks() if check.check_id == check_id)
    with PackView(pack) as view:
        try:
            return check.run(view)
        except PackFaultError as fault:
            return judged([fault.message], "")


def _row(check_id: str, results: list[tuple[str, bool]]) -> dict[str, Any]:
    return {
        "check": check_id,
        "planted": len(results),
        "found": sum(found for _, found in results),
        "missed": [name for name, found in results if not found],
    }
