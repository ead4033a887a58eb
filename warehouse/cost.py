"""What a run's calls to models came to, by stage, role, model or paper."""

from typing import TYPE_CHECKING, Any, Literal

from schemas.base import Part
from schemas.evaluation import Spent
from warehouse.faults import stalling
from warehouse.manifest import Manifest

if TYPE_CHECKING:
    from warehouse.store import Warehouse

By = Literal["stage", "role", "model", "paper"]
_COLUMNS = {"stage": "stage", "role": "role", "model": "model", "paper": "paper_id"}
_SUMS = """count(*) FILTER (WHERE outcome NOT IN ('cached', 'replayed')),
    count(*) FILTER (WHERE outcome IN ('cached', 'replayed')), count(*) FILTER (WHERE outcome = 'broken'),
    count(*) FILTER (WHERE outcome = 'failed'), count(*) FILTER (WHERE outcome = 'reserved'),
    coalesce(sum(retries), 0), coalesce(sum(tokens_in), 0), coalesce(sum(tokens_cached), 0),
    coalesce(sum(tokens_out), 0), coalesce(sum(cost), 0.0), coalesce(sum(seconds), 0.0)"""
_IN_ORDER = "(SELECT position FROM stages p WHERE p.stage = model_calls.stage)"


class CostLine(Part):
    """The calls of one stage, role, model or paper.

    `sent` went out, `free` were answered from the cache or a recording. Of those sent, `broken` gave an answer in no
    usable form, `failed` gave none, and `open` are under way or were cut off by a kill; they count as reserved.
    """

    name: str
    sent: int
    free: int
    broken: int
    failed: int
    open: int
    retries: int
    tokens_in: int
    tokens_cached: int
    tokens_out: int
    dollars: float
    seconds: float


class Costs(Part):
    """A run's calls, the dearest line first (stages in their order)."""

    run: str
    by: By
    lines: tuple[CostLine, ...]
    total: CostLine


def costs(warehouse: "Warehouse", run: str | None = None, by: By = "stage") -> Costs:
    """The costs of a run, the latest if none is given. Raises UsageError where there is no such run."""
    column = _COLUMNS[by]
    order = _IN_ORDER if by == "stage" else f"sum(cost) DESC, sum(tokens_in) DESC, {column}"
    with stalling(warehouse.root, "read"), warehouse.manifest.snapshot():
        name = _run(warehouse.manifest, run)
        rows = warehouse.manifest.rows(
            f"SELECT {column}, {_SUMS} FROM model_calls WHERE run = ? GROUP BY {column} ORDER BY {order}", (name,)
        )
        total = warehouse.manifest.rows(f"SELECT 'total', {_SUMS} FROM model_calls WHERE run = ?", (name,))
    return Costs(run=name, by=by, lines=tuple(_line(row) for row in rows), total=_line(total[0]))


def spent(warehouse: "Warehouse", run: str | None = None) -> Spent:
    """The same in one line, for reports."""
    total = costs(warehouse, run).total
    return Spent(calls=total.sent, tokens_in=total.tokens_in, tokens_out=total.tokens_out, dollars=total.dollars)


def _run(manifest: Manifest, run: str | None) -> str:
    if run is None:
        found = manifest.rows("SELECT run FROM runs ORDER BY last_attempt DESC LIMIT 1")
        run = str(found[0][0]) if found else ""
    manifest.attempt(run)  # raises UsageError, with the names of runs
    return run


def _line(row: tuple[Any, ...]) -> CostLine:
    return CostLine.model_validate(dict(zip(CostLine.model_fields, row, strict=True)))
