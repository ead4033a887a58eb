"""The ledger of calls to models: a row each, and budgets that hold whoever else is spending.

A call is written down with what it may take before it is sent, in the transaction that checks the budgets, so two
processes cannot both spend the last dollar. A process that dies leaves its calls as `reserved`: they go on counting,
since the server may have answered and billed them.
"""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from schemas.endpoints import Budget
from schemas.errors import StalledError
from schemas.judging import ModelCall
from warehouse.faults import stalling
from warehouse.manifest import Manifest

_FIELDS = tuple(ModelCall.model_fields)
_INSERT = f"INSERT INTO calls (attempt, at, {', '.join(_FIELDS)}) VALUES ({', '.join('?' * (len(_FIELDS) + 2))})"
_UPDATE = f"UPDATE calls SET {', '.join(f'{name} = ?' for name in _FIELDS)} WHERE number = ?"
_OF_RUN = "attempt IN (SELECT id FROM attempts WHERE run = ?)"
_DOLLARS, _TOKENS = "cost", "tokens_in + tokens_out"
_ROUNDING = 1e-9


@dataclass(frozen=True)
class _Limit:
    """A budget, and the calls that it counts."""

    name: str
    most: float
    column: str
    where: str
    values: tuple[str, ...]


class CallLedger:
    """The `Ledger` of one run. Safe to share between threads; several processes may share one warehouse."""

    def __init__(
        self, manifest: Manifest, root: Path, run: str, attempt: int, budget: Budget, now: Callable[[], datetime]
    ) -> None:
        self._manifest = manifest
        self._root = root
        self._run = run
        self._attempt = attempt
        self._budget = budget
        self._now = now

    def reserve(self, call: ModelCall) -> int:
        """See `pipeline.ports.Ledger`."""
        with stalling(self._root, "write to"), self._manifest.writing() as connection:
            for limit in self._limits(call):
                _check(connection, limit, call)
            return self._insert(connection, call)

    def settle(self, number: int, call: ModelCall) -> None:
        """See `pipeline.ports.Ledger`."""
        with stalling(self._root, "write to"), self._manifest.writing() as connection:
            connection.execute(_UPDATE, (*_row(call), number))

    def note(self, call: ModelCall) -> None:
        """See `pipeline.ports.Ledger`."""
        with stalling(self._root, "write to"), self._manifest.writing() as connection:
            self._insert(connection, call)

    def _insert(self, connection: sqlite3.Connection, call: ModelCall) -> int:
        cursor = connection.execute(_INSERT, (self._attempt, self._now().isoformat(), *_row(call)))
        return int(cursor.lastrowid or 0)

    def _limits(self, call: ModelCall) -> Iterator[_Limit]:
        budget, run = self._budget, (self._run,)
        if budget.run_dollars is not None:
            yield _Limit("run_dollars", budget.run_dollars, _DOLLARS, _OF_RUN, run)
        if budget.run_tokens is not None:
            yield _Limit("run_tokens", budget.run_tokens, _TOKENS, _OF_RUN, run)
        if budget.paper_dollars is not None:
            where = f"{_OF_RUN} AND paper_id = ?"
            yield _Limit("paper_dollars", budget.paper_dollars, _DOLLARS, where, (*run, call.paper_id))
        if budget.total_dollars is not None:
            yield _Limit("total_dollars", budget.total_dollars, _DOLLARS, "true", ())


def _check(connection: sqlite3.Connection, limit: _Limit, call: ModelCall) -> None:
    query = f"SELECT coalesce(sum({limit.column}), 0) FROM calls WHERE {limit.where}"
    (spent,) = connection.execute(query, limit.values).fetchone()
    wanted = call.cost if limit.column == _DOLLARS else call.tokens_in + call.tokens_out
    if spent + wanted > limit.most + _ROUNDING:
        raise StalledError(
            f"the budget {limit.name} = {limit.most:g} has no room for the next call: "
            f"{spent:.6g} spent or reserved, up to {wanted:.6g} more",
            f"raise {limit.name} in [budget] and run again; the answers so far are kept and cost nothing again",
        )


def _row(call: ModelCall) -> Sequence[Any]:
    return [getattr(call, name) for name in _FIELDS]
