"""Wrong variants killed by the known values of each metric."""

from typing import Any

from pipeline.metrics import registry
from pipeline.metrics.mutants import Fate, kill_rate


def measure_mutants() -> list[dict[str, Any]]:
    """One row for each metric, and the sum. `same` are variants that no random input tells from the metric."""
    rows = []
    for spec in registry().values():
        report = kill_rate(spec)
        counts = {fate: len(report.named(fate)) for fate in Fate}
        rows.append(_row(spec.metric_id, counts, list(report.named(Fate.SURVIVED))))
    total = {fate: sum(row[name] for row in rows) for fate, name in zip(Fate, ("killed", "alive", "same"), strict=True)}
    return [*rows, _row("all", total, [])]


def _row(name: str, counts: dict[Fate, int], alive: list[str]) -> dict[str, Any]:
    killed, survived = counts[Fate.KILLED], counts[Fate.SURVIVED]
    return {
        "metric": name,
        "killed": killed,
        "alive": survived,
        "same": counts[Fate.EQUIVALENT],
        "rate": killed / (killed + survived),
        "survivors": alive,
    }
