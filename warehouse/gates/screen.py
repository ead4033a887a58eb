"""Screening: nothing passes in silence. A pass shows where it stands, and an unknown never advances a paper."""

from great_expectations.expectations.row_conditions import Column

from schemas.outcome import Call, Stage
from schemas.screening import Verdict, VerdictCall
from warehouse.gates.common import at_least, exactly, is_true, present
from warehouse.gates.gate import Gate, count
from warehouse.gates.task import AMENDED

_PASSED = Column("call") == str(VerdictCall.PASS)

GATE = Gate(
    stage=Stage.SCREEN,
    counts={
        "n_rejecting": count(Verdict, call=VerdictCall.REJECT),
        "n_undecided": count(Verdict, call=VerdictCall.UNKNOWN),
    },
    units={
        Call.ADVANCE: (
            at_least("rows_verdicts", 1, "a paper that goes on has verdicts"),
            exactly("n_rejecting", 0, "no rule rejects a paper that goes on"),
            exactly("n_undecided", 0, "no rule is undecided on a paper that goes on"),
        ),
    },
    tables={
        "verdicts": (
            present("category", "a verdict names its category"),
            present("reason", "a verdict gives its reason"),
            is_true("is_shown", "a pass shows its evidence", row_condition=_PASSED),
        ),
        "link_checks": (present("detail", "a link says what came back"),),
        "amendments": AMENDED,
    },
)
