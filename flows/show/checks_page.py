"""The checks of a pack as one HTML page that needs nothing else: no script, no picture, no network."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pipeline.pack.firewall.hit import read_hit
from pipeline.pack.lifecycle import PackStatus
from pipeline.pack.verification import Verification
from schemas.data import CheckStatus
from schemas.errors import UsageError
from schemas.pack import BaselineResult, PackCheck

_TEMPLATE = Path(__file__).with_name("templates") / "checks.html.j2"
_GROUPS = {
    "K0": "K0 Files",
    "K1": "K1 Consistency",
    "F": "K2 Firewall",
    "K3": "K3 Design",
    "K4": "K4 Running",
    "K5": "K5 Container",
}


def write_page(target: Path, found: Verification, status: PackStatus) -> None:
    """Write the page, whole or not at all. Raises UsageError where the file cannot be written."""
    part = target.with_name(f".{target.name}.part")
    try:
        part.write_text(page(found, status), encoding="utf-8")
        part.replace(target)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise UsageError(
            f"{target} cannot be written: {error.strerror}", "name a file in a folder that is there"
        ) from (error)


def page(found: Verification, status: PackStatus) -> str:
    """The page. Everything from the pack is escaped."""
    from jinja2 import Environment, StrictUndefined

    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    counts = Counter(check.status for check in found.checks)
    verdict, verdict_class = _verdict(counts)
    return environment.from_string(_TEMPLATE.read_text(encoding="utf-8")).render(
        pack_id=found.checks[0].pack_id,
        paper_id=found.checks[0].paper_id,
        version=status.version,
        warnings=status.warnings,
        verdict=verdict,
        verdict_class=verdict_class,
        counts=[(each.value, counts[each]) for each in CheckStatus],
        groups=list(_groups(found.checks)),
        ladders=list(_ladders(found.baselines)),
    )


def _verdict(counts: Counter[CheckStatus]) -> tuple[str, str]:
    """One sentence. Where something was skipped it never says that all is well."""
    if counts[CheckStatus.FAIL]:
        return f"{counts[CheckStatus.FAIL]} of {counts.total()} checks failed.", "bad"
    if counts[CheckStatus.SKIPPED]:
        return f"No check failed; {counts[CheckStatus.SKIPPED]} were skipped, so nothing is known of them.", "open"
    if counts[CheckStatus.WARN]:
        return f"No check failed; {counts[CheckStatus.WARN]} warn.", "open"
    return f"All {counts.total()} checks passed.", "good"


def _groups(checks: Sequence[PackCheck]) -> Iterator[dict[str, Any]]:
    for prefix, title in _GROUPS.items():
        mine = [_check(check) for check in checks if check.check_id.startswith(prefix)]
        if mine:
            yield {"title": title, "checks": mine}


def _check(check: PackCheck) -> dict[str, Any]:
    read = [(hit, read_hit(hit)) for hit in check.hits]
    return {
        "id": check.check_id,
        "status": check.status.value,
        "title": check.title,
        "reason": check.reason,
        "leaks": [leak for _, leak in read if leak],
        "others": [hit for hit, leak in read if not leak],
        "measures": [(each.name, _number(each.value), _number(each.expected)) for each in check.measures],
    }


def _ladders(results: Sequence[BaselineResult]) -> Iterator[dict[str, Any]]:
    """A table per instance: the generated solvers, then the SOTA of the paper."""
    for instance in dict.fromkeys(result.instance for result in results):
        mine = {(each.solver, each.metric): each for each in results if each.instance == instance}
        metrics = list(dict.fromkeys(metric for _, metric in mine))
        rows = [
            (solver, [_number(mine[solver, name].value) if (solver, name) in mine else "none" for name in metrics])
            for solver in dict.fromkeys(solver for solver, _ in mine)
        ]
        sota = {metric: each.sota for (_, metric), each in mine.items()}
        rows.append(("SOTA of the paper", [_number(sota[name]) for name in metrics]))
        yield {"instance": instance, "metrics": metrics, "rows": rows}


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.4g}"
