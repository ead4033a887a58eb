"""Intake: a paper that goes on was read: exactly one record, with a file it came from."""

from schemas.outcome import Call, Stage
from warehouse.gates.common import at_least, exactly, present
from warehouse.gates.gate import Gate

GATE = Gate(
    stage=Stage.INTAKE,
    units={Call.ADVANCE: (exactly("rows_papers", 1, "a paper that goes on has one record"),)},
    tables={
        "papers": (
            present("source_name", "a paper names the file it was read from"),
            at_least("source_bytes", 1, "the source is not empty"),
        ),
    },
)
