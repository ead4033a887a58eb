"""An estimate as a person reads it: per paper, then per stage and role, each from the lower to the upper bound."""

from collections.abc import Sequence
from typing import Any

from flows.counting import Counted
from flows.estimate import Estimate
from flows.show.console import line, print_table
from schemas.endpoints import Models

NOTE = (
    "Lower: the first answer rejects; where screening has nothing to ask, one round of review. Upper: nothing stops "
    "the paper, the review takes all rounds, and the judge hears all it may. An answer that does not hold is asked "
    "again once. Tokens are characters / 4."
)


def as_data(found: Sequence[Estimate], models: Models) -> dict[str, Any]:
    """The estimate for machines."""
    papers = [
        {"file": str(item.path), "paper_id": item.paper_id or None, "reason": item.reason, **_bounds([item], models)}
        for item in found
    ]
    parts = [{"stage": stage, "role": role, **_bounds(found, models, stage, role)} for stage, role in _parts(found)]
    return {"papers": papers, "stages": parts, "total": _bounds(found, models), "note": NOTE}


def show_estimates(found: Sequence[Estimate], models: Models) -> None:
    """Two tables and the sum."""
    columns = ["calls", "tokens in", "tokens out", "dollars"]
    rows = [[item.path.name, *_cells(_bounds([item], models)), item.reason] for item in found]
    print_table(["paper", *columns, "why"], rows)
    parts = [[stage, role, *_cells(_bounds(found, models, stage, role))] for stage, role in _parts(found)]
    print_table(["stage", "role", *columns], [*parts, ["all", "", *_cells(_bounds(found, models))]])
    line(NOTE)
    if not any(models.of(call.role).price_in for item in found for call in item.upper):
        line("No prices are set (price_in, price_out in [models.default]), so the dollars are 0.")


def _parts(found: Sequence[Estimate]) -> list[tuple[str, str]]:
    return list(dict.fromkeys((str(call.stage), str(call.role)) for item in found for call in item.upper))


def _bounds(found: Sequence[Estimate], models: Models, stage: str = "", role: str = "") -> dict[str, dict[str, float]]:
    """Both bounds of some papers, of all stages and roles or of one."""

    def counted(calls: Sequence[Counted]) -> list[Counted]:
        return [call for call in calls if stage in ("", call.stage) and role in ("", call.role)]

    lower = [call for item in found for call in counted(item.lower)]
    upper = [call for item in found for call in counted(item.upper)]
    return {"lower": _sums(lower, models), "upper": _sums(upper, models)}


def _sums(calls: Sequence[Counted], models: Models) -> dict[str, float]:
    dollars = sum(models.of(call.role).cost(call.tokens_in, call.tokens_out) for call in calls)
    return {
        "calls": len(calls),
        "tokens_in": sum(call.tokens_in for call in calls),
        "tokens_out": sum(call.tokens_out for call in calls),
        "dollars": round(dollars, 6),
    }


def _cells(bounds: dict[str, dict[str, float]]) -> list[str]:
    lower, upper = bounds["lower"], bounds["upper"]
    return [f"{low:g} - {upper[name]:g}" if low != upper[name] else f"{low:g}" for name, low in lower.items()]
