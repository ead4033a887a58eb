"""Review: no finding waits on a paper that goes on, an applied one says what it put, and amendments name theirs."""

from great_expectations.expectations.row_conditions import Column

from schemas.outcome import Call, Stage
from schemas.review import Action, Finding, FindingState
from warehouse.gates.common import exactly, present
from warehouse.gates.gate import Gate, Reference, count
from warehouse.gates.task import AMENDED, TUPLE

_PUT = (Column("state") == str(FindingState.APPLIED)) & (Column("action") != str(Action.REMOVE))

GATE = Gate(
    stage=Stage.REVIEW,
    references=(Reference("amendments", "finding", "findings", "number"),),
    counts={"n_queued": count(Finding, state=FindingState.QUEUED)},
    units={Call.ADVANCE: (exactly("n_queued", 0, "no finding waits on a paper that goes on"),)},
    tables={
        "findings": (
            present("reason", "a finding gives its reason"),
            present("field_path", "a finding names its field"),
            present("recommended", "an applied finding says what it put", row_condition=_PUT),
        ),
        "amendments": AMENDED,
        **TUPLE,
    },
)
