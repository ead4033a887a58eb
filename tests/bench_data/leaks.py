"""`python -m tests.bench_data.leaks [--gigabytes G]`: planted leaks found, false alarms, time and memory of the scan.

Plants every leak of the tests into the small pack and counts the kinds that the firewall finds; scans ten clean sets;
and scans `G` GB of visible tables for 100,000 answers in a process of its own. Writes `var/bench-data/leaks.json`.
"""

import argparse
import json
import multiprocessing
import resource
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd

from pipeline.adapters.store import FileStore
from pipeline.leakage import Answers, Truth, longest_needle, scan, visible_files
from pipeline.leakage.visible import OVERLAP
from pipeline.pack import build
from tests.flows.command import ROOT
from tests.leakage.clean_sets import clean_sets, write_set
from tests.pack.cases import small
from tests.pack.leaks import hits, truth_of
from tests.pack.test_answers_in_sight import VALUES
from tests.pack.test_planted_faults import FAULTS

ANSWERS = 100_000
_ROWS = 500_000
"""Rows of a block of the large table: some 50 MB."""


def planted(folder: Path) -> dict[str, bool]:
    """By kind of leak, whether F6 finds it."""
    store = FileStore(folder / "store")
    case = small(store, folder / "source")
    build(case.paper, case.task, case.recipes, case.files, store, folder / "packs")
    (clean,) = (folder / "packs").glob("prediction_*")
    plants: dict[str, Callable[[Path], object]] = {
        name: (lambda pack, plant=plant: plant(pack, truth_of(pack))) for name, plant in VALUES.items()
    }
    plants |= {name: plant for name, (check, plant) in FAULTS.items() if check == "F6"}
    found = {}
    for at, (name, plant) in enumerate(plants.items()):
        pack = Path(shutil.copytree(clean, folder / str(at) / clean.name))
        plant(pack)
        found[name] = bool(hits(pack, "F6"))
    return found


def false_alarms(folder: Path) -> dict[str, int]:
    """By clean set, the number of leaks reported."""
    found = {}
    for one in clean_sets():
        answers = write_set(one, folder / one.name)
        found[one.name] = len(list(scan(visible_files(folder / one.name), answers)))
    return found


def write_large(folder: Path, gigabytes: float) -> dict[str, Answers]:
    """A training table of the asked size and a test table with 100,000 rows; returns the answers."""
    draw = np.random.default_rng(1)
    data = folder / "problem" / "data" / "large"
    data.mkdir(parents=True)
    written, first = 0, True
    with (data / "train.csv").open("w", encoding="utf-8") as stream:
        while written < gigabytes * 1e9:
            block = pd.DataFrame(draw.normal(size=(_ROWS, 8)), columns=[f"x{at}" for at in range(8)])
            block["target"] = draw.integers(0, 3, _ROWS)
            block.to_csv(stream, index=False, header=first, float_format="%.8f")
            written, first = stream.tell(), False
    ids = np.array([f"test_{at:06d}" for at in range(ANSWERS)])
    pd.DataFrame({"id": ids, "x0": draw.normal(size=ANSWERS)}).to_csv(data / "test.csv", index=False)
    values = draw.integers(0, 3, ANSWERS).astype(str)
    content = ("id,target\n" + "\n".join(map(",".join, zip(ids, values, strict=True))) + "\n").encode()
    return {"large": Answers(Truth(ids, values, is_class=True), content)}


def scan_large(folder: Path, gigabytes: float, plant: bool, results: "multiprocessing.Queue[dict[str, float]]") -> None:
    """Scan the large tables; a plant puts one run of answers across the middle of the training table's bytes."""
    answers = write_large(folder, gigabytes)
    path = folder / "problem" / "data" / "large" / "train.csv"
    if plant:
        with path.open("r+b") as stream:
            stream.seek(16 * 1024 * 1024 * int(gigabytes * 20) - 100)
            stream.write(("\n" + " ".join(answers["large"].truth.values[:200]) + "\n").encode())
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.perf_counter()
    files = visible_files(folder, max(OVERLAP, longest_needle(answers)))
    leaks = list(scan(files, answers))
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    results.put(
        {
            "gigabytes": round(size / 1e9, 2),
            "seconds": round(time.perf_counter() - began, 1),
            "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
            "before_mb": before // 1024,
            "leaks": len(leaks),
        }
    )


def main() -> None:
    """Measure, print, and write the JSON file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gigabytes", type=float, default=1.0)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        found = planted(Path(name) / "planted")
        alarms = false_alarms(Path(name) / "clean")
        results: multiprocessing.Queue[dict[str, float]] = multiprocessing.Queue()
        large = []
        for plant in (False, True):
            work = (Path(name) / f"large-{plant}", asked.gigabytes, plant, results)
            process = multiprocessing.Process(target=scan_large, args=work)
            process.start()
            large.append(results.get())
            process.join()
    print("planted leak\tfound")
    for kind, was_found in found.items():
        print(f"{kind}\t{'yes' if was_found else 'NO'}")
    print(
        f"{sum(found.values())} of {len(found)} kinds found; false alarms: {sum(alarms.values())} on {len(alarms)} clean sets"
    )
    for row, what in zip(large, ("clean", "one run planted"), strict=True):
        print(
            f"{row['gigabytes']} GB, {ANSWERS} answers, {what}: {row['seconds']} s, peak {row['peak_mb']} MB, {row['leaks']} leaks"
        )
    target = ROOT / "var" / "bench-data" / "leaks.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps({"planted": found, "false_alarms": alarms, "large": large}, indent=1))


if __name__ == "__main__":
    main()
