"""Runs the gates with Great Expectations, and says which unit broke which expectation.

A gate that cannot be evaluated (a column is missing) is broken, which is our fault: StalledError, and nothing is
committed. An expectation that does not hold is bad data, and holds back the units it names and what follows them.
"""

import logging
import os
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from schemas.errors import StalledError
from schemas.outcome import Stage
from schemas.tables import TABLES
from warehouse.gates.frames import frames_of
from warehouse.gates.gate import Gate
from warehouse.model import Breach, Unit

if TYPE_CHECKING:
    import pandas as pd


def check(units: Sequence[Unit]) -> tuple[Breach, ...]:
    """Validate units, stage by stage. A breach also holds back the later stages of its paper in the same batch."""
    by_stage: dict[Stage, list[Unit]] = defaultdict(list)
    for unit in units:
        by_stage[Stage(unit.stage)].append(unit)
    found = [breach for stage, group in by_stage.items() for breach in _check_stage(stage, group)]
    return (*found, *_held_by(found, units))


def _held_by(breaches: Sequence[Breach], units: Sequence[Unit]) -> Iterator[Breach]:
    order = list(Stage)
    held = {breach.unit_key for breach in breaches}
    first: dict[str, int] = {}
    for unit in units:
        if unit.unit_key in held:
            first[unit.paper_id] = min(order.index(Stage(unit.stage)), first.get(unit.paper_id, len(order)))
    for unit in units:
        cause = first.get(unit.paper_id)
        if cause is not None and unit.unit_key not in held and order.index(Stage(unit.stage)) > cause:
            what = f"stage {order[cause]} of this paper is quarantined"
            yield Breach(unit.unit_key, unit.paper_id, "units", "stands on sound stages", what)


def _check_stage(stage: Stage, units: Sequence[Unit]) -> Iterator[Breach]:
    gate = gate_of(stage)
    for name, frame in frames_of(units, gate).items():
        yield from _check_frame(stage, name, frame)


@cache
def gate_of(stage: Stage) -> Gate:
    """The gate in `warehouse/gates/<stage>.py`."""
    _engine()
    gate: Gate = import_module(f"warehouse.gates.{stage}").GATE
    return gate


@cache
def _engine() -> Any:
    """Great Expectations with an in-memory context: imported once, silent, sending nothing."""
    os.environ["GX_ANALYTICS_ENABLED"] = "false"
    import great_expectations as gx
    from great_expectations.data_context.types.base import ProgressBarsConfig

    logging.getLogger("great_expectations.data_context.types.base").setLevel(logging.WARNING)
    context = gx.get_context(mode="ephemeral")
    context.variables.progress_bars = ProgressBarsConfig(globally=False, metric_calculations=False)
    asset = context.data_sources.add_pandas("units").add_dataframe_asset("batch")
    return asset.add_batch_definition_whole_dataframe("whole")


@cache
def _suite(stage: Stage, name: str) -> Any:
    import great_expectations as gx

    from warehouse.gates import common

    gate = gate_of(stage)
    expectations = common.of_table(TABLES[name], gate) if name in TABLES else common.of_units(name, gate)
    return gx.ExpectationSuite(name=f"{stage}_{name}", expectations=expectations)


def _check_frame(stage: Stage, name: str, frame: "pd.DataFrame") -> Iterator[Breach]:
    suite = _suite(stage, name)
    batch = _engine().get_batch(batch_parameters={"dataframe": frame})
    wanted = {"result_format": "COMPLETE", "unexpected_index_column_names": ["unit_key", "unit_paper"]}
    for result in batch.validate(suite, result_format=wanted).results:
        if not result.success:
            yield from _breaches(stage, name, result)


def _breaches(stage: Stage, name: str, result: Any) -> Iterator[Breach]:
    expectation = result.expectation_config.description
    rows = result.result.get("unexpected_index_list")
    if not rows:  # no rows to blame: the expectation itself could not be evaluated
        raise StalledError(
            f"the gate of stage {stage} is broken: {name}: {expectation}: {_complaint(result)}",
            f"mend warehouse/gates/{stage}.py, or the record it looks at; no paper is to blame",
        )
    table = name if name in TABLES else "units"
    for row in rows:
        unit_key, paper_id = str(row.pop("unit_key")), str(row.pop("unit_paper"))
        detail = ", ".join(f"{column}={value!s:.200}" for column, value in row.items() if column != "paper_id")
        yield Breach(unit_key, paper_id, table, expectation, detail)


def _complaint(result: Any) -> str:
    """The first message in GX's report of an exception, which has another shape than that of bad data."""
    nested = (value for value in result.exception_info.values() if isinstance(value, dict))
    messages = [str(value.get("exception_message", "")).partition("\n")[0] for value in nested]
    return next((message for message in messages if message), "it names no rows")
