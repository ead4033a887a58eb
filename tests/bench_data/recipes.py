"""`python -m tests.bench_data.recipes [--rows N]`: a recipe and all checks, on the examples and on made-up tables.

Tables of 1e3, 1e4 ... N rows (a fifth of them test rows) go through inspection, proposal, recipe and checks, each size
in a process of its own. The last columns show that time grows no faster than n log n. Writes `var/bench-data/recipes.json`.
"""

import argparse
import math
import tempfile
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv

from pipeline.adapters.store import FileStore
from pipeline.verify.case import Case, all_checks, run_check
from pipeline.verify.inventory import Root, take
from pipeline.verify.materialise import assemble, read_parts
from pipeline.verify.propose import propose
from pipeline.verify.roles import with_roles
from schemas.data import DataCheck
from schemas.task import Task
from tests.bench_data.apart import apart, keep, show
from tests.verify.records import EXAMPLES, LMSUCCSITE, crabnet, setting, task

_PARTS = (("train.csv", 0.8), ("test.csv", 0.2))


def write_tables(folder: Path, rows: int) -> None:
    """A class from two measures, a kind, a patient and a year; one row in a thousand stands twice."""
    draw = np.random.default_rng(rows)
    for name, share in _PARTS:
        count = int(rows * share)
        x = draw.normal(size=count)
        made = pa.table(
            {
                "patient": pa.array([f"P{number}" for number in draw.integers(0, max(2, rows // 20), count)]),
                "x1": x.round(6),
                "x2": draw.normal(size=count).round(6),
                "kind": pa.array(np.array(["red", "green", "blue"])[draw.integers(0, 3, count)]),
                "year": draw.integers(1990, 2020, count),
                "label": (x + draw.normal(size=count) > 0).astype(int),
            }
        )
        pyarrow.csv.write_csv(made, folder / name)


def work(data: str, the_task: Task) -> dict[str, Any]:
    """Processor seconds of each step over all settings, and the numbers of rows and checks."""
    seconds: dict[str, float] = {}

    def timed(name: str, step: Callable[[], Any]) -> Any:
        start = time.process_time()
        found = step()
        seconds[name] = seconds.get(name, 0.0) + time.process_time() - start
        return found

    with tempfile.TemporaryDirectory() as folder:
        store = FileStore(Path(folder))
        files = timed("inspect", lambda: take("p", Root("u", Path(data)), store).files)
        proposal = timed("propose", lambda: propose(files, the_task, None))
        files = with_roles(files, the_task, proposal, None, store)
        rows, checks = 0, 0
        for each in proposal.proposed:
            raw = timed("read", lambda each=each: read_parts(each.recipe, store))
            timed("assemble", lambda each=each, raw=raw: assemble(each.recipe, raw))
            paths = {source.path for source in each.recipe.sources}
            own = tuple(file for file in files if file.path in paths)
            case = Case(each.match.setting, store, proposed=each, files=own, raw=raw)
            found: list[DataCheck] = []
            for check in all_checks():
                found += timed(
                    f"check {check.check_id}", lambda c=check, case=case, found=found: run_check(c, case, found)
                )
            rows, checks = rows + sum(map(len, raw.values())), checks + len(found)
    return {"rows": rows, "checks": checks, "seconds": seconds}


def row_of(name: str, data: Path, the_task: Task) -> dict[str, Any]:
    """One measured line."""
    cost = apart(work, str(data), the_task)
    steps = cost.result["seconds"]
    checks = sum(value for step, value in steps.items() if step.startswith("check"))
    return {
        "data": name,
        "rows": cost.result["rows"],
        "inspect s": steps["inspect"],
        "read s": steps["read"],
        "assemble s": steps["assemble"],
        "checks s": checks,
        "4.6 s": steps["check 4.6"],
        "all s": sum(steps.values()),
        "by the clock": cost.seconds,
        "peak MB": cost.peak,
        "records": cost.result["checks"],
    }


def growth(rows: list[dict[str, Any]]) -> None:
    """Adds what ten times the rows cost in time, next to what n log n would allow."""
    for before, after in pairwise(rows):
        n, m = before["rows"], after["rows"]
        after["times"] = after["all s"] / before["all s"]
        after["n log n"] = m * math.log(m) / (n * math.log(n))
    rows[0]["times"] = rows[0]["n log n"] = ""


def main() -> None:
    """Measure, print, keep."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=float, default=1e6, help="the largest made-up table (1e7 needs 8 GB)")
    most = int(parser.parse_args().rows)
    examples = [
        row_of("lmsuccsite", EXAMPLES / "lmsuccsite" / "data", task(LMSUCCSITE, algorithm="LMSuccSite")),
        row_of("crabnet", EXAMPLES / "crabnet" / "data", crabnet()),
    ]
    made = []
    for size in [10**power for power in range(3, 9) if 10**power <= most]:
        with tempfile.TemporaryDirectory() as folder:
            apart(write_tables, Path(folder), size)  # the peak of a process counts from that of its parent
            made.append(row_of(f"{size:.0e}", Path(folder), task(setting("s"))))
            print(made[-1], flush=True)
    growth(made)
    show("the examples: all their settings", examples)
    show("made-up tables: processor seconds of all steps, and what n log n allows from the line before", made)
    print(f"kept in {keep('recipes', {'examples': examples, 'made': made})}")


if __name__ == "__main__":
    main()
