"""Verification: a paper that goes on has data on disk, a recipe, and checks."""

from great_expectations.expectations.row_conditions import Column

from schemas.outcome import Call, Stage
from warehouse.gates.common import at_least, present
from warehouse.gates.gate import Gate

_HAS_TARGET = Column("kind") != "distribution"

GATE = Gate(
    stage=Stage.VERIFY,
    units={
        Call.ADVANCE: (
            at_least("rows_data_files", 1, "a paper that goes on has data files"),
            at_least("rows_recipes", 1, "a paper that goes on has a recipe"),
            at_least("rows_data_checks", 1, "a paper that goes on was checked"),
        ),
    },
    tables={
        "data_files": (
            at_least("bytes", 0, "a file has a size"),
            at_least("rows", 0, "a number of rows is not negative"),
            present("path", "a file has a path"),
        ),
        "recipes": (
            at_least("n_sources", 1, "a recipe reads a file"),
            at_least("n_inputs", 1, "a recipe has an input"),
            present("target", "a recipe has a target, but that of a distribution", row_condition=_HAS_TARGET),
        ),
        "data_checks": (present("reason", "a check gives its reason"),),
        "ungrounded_claims": (present("problem", "a claim that does not hold says why"),),
    },
)
