"""Seconds to build (which verifies) and to verify again, cold and warm, and the size of a pack against its data.

Cold is a new interpreter and an empty store; warm is the second time in the same one.
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ("lmsuccsite", "crabnet")


def measure_builds() -> list[dict[str, Any]]:
    """One row for each example."""
    return [_in_a_new_interpreter(name) for name in EXAMPLES]


def _in_a_new_interpreter(name: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.bench_packs.builds", name]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def build_twice(name: str, root: Path) -> dict[str, Any]:
    """Build and verify an example twice in this interpreter."""
    began = time.perf_counter()
    from pipeline.adapters.store import FileStore
    from pipeline.pack import build, verify_pack
    from tests.pack import cases

    row: dict[str, Any] = {"example": name}
    for state in ("cold", "warm"):
        store = FileStore(root / state / "store")
        case = getattr(cases, name)(store)
        build(case.paper, case.task, case.recipes, case.files, store, root / state / "packs")
        row[f"build_{state}_s"] = time.perf_counter() - began
        pack = next(path.parent for path in (root / state / "packs").rglob("pack.lock.json"))
        began = time.perf_counter()
        verify_pack(pack)
        row[f"verify_{state}_s"] = time.perf_counter() - began
        began = time.perf_counter()
    return row | _sizes(pack)


def _sizes(pack: Path) -> dict[str, Any]:
    sizes = {path.relative_to(pack).as_posix(): path.stat().st_size for path in pack.rglob("*") if path.is_file()}
    data = sum(n for name, n in sizes.items() if name.startswith(("problem/data/", "evaluation/ground_truth/")))
    total = sum(sizes.values())
    return {"files": len(sizes), "data_kB": data / 1000, "pack_kB": total / 1000, "ratio": total / data}


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(build_twice(sys.argv[1], Path(folder))))
