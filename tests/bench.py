"""`make bench`: the times and counts the README and the changelog name, measured on this machine.

Prints a table and writes `var/bench.json`. Nothing here is a test: a slow machine only prints larger numbers.
"""

import json
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from flows.server import leased_server
from tests.flows.command import ROOT, Shell
from tests.flows.kills import kill_and_resume

EXAMPLE = ROOT / "examples" / "lmsuccsite" / "paper.pdf"
KILLS = 20


def seconds(action: Callable[[], object], times: int = 1) -> float:
    """The median time of an action."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        action()
        taken.append(time.perf_counter() - start)
    return statistics.median(taken)


def bench(folder: Path) -> dict[str, float | int | bool]:
    """Everything the issue tracker and the README quote."""
    cold, warm = Shell(folder / "cold"), Shell(folder / "cold")
    figures: dict[str, float | int | bool] = {"help_s": seconds(lambda: cold.run("--help"), times=5)}
    figures["build_pack_cold_s"] = seconds(lambda: cold.run("build-pack", EXAMPLE))
    figures["build_pack_repeated_s"] = seconds(lambda: warm.run("build-pack", EXAMPLE), times=3)
    figures["audit_s"] = seconds(lambda: warm.run("audit", EXAMPLE), times=5)
    figures["funnel_s"] = seconds(lambda: warm.run("funnel"), times=5)
    with leased_server(folder / "server", idle_seconds=60) as url:
        other = Shell(folder / "warm", (("PREFECT_API_URL", url),))
        figures["build_pack_warm_server_s"] = seconds(lambda: other.run("build-pack", EXAMPLE))
    figures["build_pack_plain_s"] = seconds(lambda: Shell(folder / "plain").run("build-pack", EXAMPLE, "--plain"))
    figures["run_examples_s"] = seconds(lambda: Shell(folder / "all").run("run", ROOT / "examples"))
    report = kill_and_resume(folder / "kills", ROOT / "examples", KILLS, seed=1, plain=True, longest=20.0)
    figures |= {"kills": report.kills, "kills_lost_units": report.lost, "kills_same_end": report.same_as_undisturbed}
    return figures


def main() -> None:
    """Measure, print, and write the JSON file."""
    with tempfile.TemporaryDirectory() as folder:
        figures = bench(Path(folder))
    for name, value in figures.items():
        print(f"{name:28} {value:.2f}" if isinstance(value, float) else f"{name:28} {value}")
    target = ROOT / "var" / "bench.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
