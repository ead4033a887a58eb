"""How far findings of the review held: per check, model and prompt version, in numbers and shares."""

from typing import TYPE_CHECKING, Any

from schemas.errors import UsageError
from warehouse.faults import stalling_duckdb

if TYPE_CHECKING:
    from warehouse.store import Warehouse

_STATES = {
    "applied": "state = 'applied'",
    "dropped_ungrounded": "state = 'ungrounded_finding'",
    "dropped_misfit": "state = 'does_not_fit_schema'",
    "reported": "state = 'reported'",
    "queued": "state = 'queued'",
    "overturned_by_judge": "state = 'dismissed' AND ruled_by.\"by\" = 'llm'",
    "overturned_by_human": "state = 'dismissed' AND ruled_by.\"by\" = 'human'",
}


def agreement_sql(findings: str) -> str:
    """A row per check, model and prompt version over a relation of findings; rules stand for deterministic checks."""
    counts = ", ".join(f"count(*) FILTER ({condition}) AS {name}" for name, condition in _STATES.items())
    dropped = "state IN ('ungrounded_finding', 'does_not_fit_schema')"
    shares = {"applied": _STATES["applied"], "dropped": dropped, "overturned": "state = 'dismissed'"}
    parts = ", ".join(
        f"round(count(*) FILTER ({condition}) / count(*), 3) AS {name}_share" for name, condition in shares.items()
    )
    return (
        'SELECT check_id, coalesce(decider.model, decider."by") AS model, decider.prompt AS prompt, '
        f"decider.prompt_version AS prompt_version, count(*) AS findings, {counts}, {parts} FROM {findings} "
        "GROUP BY 1, 2, 3, 4 ORDER BY length(check_id), 1, 2, 3, 4"
    )


def agreement(warehouse: "Warehouse", run: str | None = None) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
    """Column names and rows, over a run, or over the latest units of all papers. Raises UsageError for no such run."""
    with stalling_duckdb(warehouse.root), warehouse.connect() as connection:
        if run is None:
            cursor = connection.execute(agreement_sql("findings"))
        else:
            if not connection.execute("SELECT 1 FROM runs WHERE run = ?", [run]).fetchall():
                raise UsageError(f"there is no run {run!r}", '`papergym sql "from runs"` lists them')
            units = "(SELECT * FROM all_findings WHERE unit_key IN (SELECT unit_key FROM run_units WHERE run = ?))"
            cursor = connection.execute(agreement_sql(units), [run])
        return tuple(column[0] for column in cursor.description or ()), cursor.fetchall()
