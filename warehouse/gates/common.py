"""What holds at every stage: one decision per unit, unique keys, own paper, storable values, grounds for a no."""

from typing import Any

from great_expectations.expectations.core.expect_column_values_to_be_between import ExpectColumnValuesToBeBetween
from great_expectations.expectations.core.expect_column_values_to_be_in_set import ExpectColumnValuesToBeInSet
from great_expectations.expectations.core.expect_column_values_to_be_null import ExpectColumnValuesToBeNull
from great_expectations.expectations.core.expect_column_values_to_match_regex import ExpectColumnValuesToMatchRegex
from great_expectations.expectations.core.expect_column_values_to_not_be_null import ExpectColumnValuesToNotBeNull
from great_expectations.expectations.core.expect_compound_columns_to_be_unique import ExpectCompoundColumnsToBeUnique

from schemas.base import Record
from schemas.outcome import Call
from warehouse.gates.frames import NO_CALL, columns_of
from warehouse.gates.gate import Gate
from warehouse.shape import shape_of

_GROUNDS = "a rejection has evidence, a failed check, a person or a stated attribute"
_STORABLE = "it is of the unit's paper, without NaN and numbers beyond 64 bits"
_SHA256 = r"^[0-9a-f]{64}$"


def is_true(column: str, description: str, **more: Any) -> Any:
    """A helper column holds in every row."""
    return ExpectColumnValuesToBeInSet(column=column, value_set=[True], description=description, **more)


def at_least(column: str, least: int, description: str) -> Any:
    """A count is high enough wherever it is known."""
    return ExpectColumnValuesToBeBetween(column=column, min_value=least, description=description)


def exactly(column: str, wanted: int, description: str) -> Any:
    """A count has one value in every row."""
    return ExpectColumnValuesToBeBetween(column=column, min_value=wanted, max_value=wanted, description=description)


def finite(column: str, description: str) -> Any:
    """A number is neither infinite nor beyond what a table of a paper can mean."""
    return ExpectColumnValuesToBeBetween(column=column, min_value=-1e300, max_value=1e300, description=description)


def present(column: str, description: str, **more: Any) -> Any:
    """A value is there in every row; blank text is none."""
    return ExpectColumnValuesToNotBeNull(column=column, description=description, **more)


def absent(column: str, description: str) -> Any:
    """A value is there in no row."""
    return ExpectColumnValuesToBeNull(column=column, description=description)


def matches(column: str, pattern: str, description: str) -> Any:
    """A pattern is found in every text that is there."""
    return ExpectColumnValuesToMatchRegex(column=column, regex=pattern, description=description)


UNITS = (
    exactly("rows_decisions", 1, "a unit has exactly one decision"),
    is_true("agrees", "the decision is of the unit's stage and paper"),
    absent("unstorable", _STORABLE),
)
BY_CALL: dict[str, tuple[Any, ...]] = {
    Call.REJECT: (
        present("rule", "a rejection names its rule"),
        present("category", "a rejection names its category"),
        present("reason", "a rejection gives its reason"),
        at_least("n_grounds", 1, _GROUNDS),
    ),
    Call.REVIEW: (at_least("n_questions", 1, "a review asks at least one question"),),
}


def of_units(call: str, gate: Gate) -> list[Any]:
    """What holds of the units of a stage with one call."""
    own = gate.units.get(Call(call), ()) if call != NO_CALL else ()
    return [*UNITS, *BY_CALL.get(call, ()), *own]


def of_table(record: type[Record], gate: Gate) -> list[Any]:
    """What holds of a table: what derives from its record, then what its stage expects."""
    hashes = [name for name in columns_of(shape_of(record)) if name.endswith("sha256")]
    unique = f"({', '.join(record.key)}) is unique in a unit"
    pointing = [reference for reference in gate.references if reference.table == record.table]
    return [
        ExpectCompoundColumnsToBeUnique(column_list=["unit_key", *record.key], description=unique),
        absent("unstorable", _STORABLE),
        *(matches(name, _SHA256, f"{name} is a sha256") for name in hashes),
        *(is_true(reference.helper, f"{reference.column} is one of the {reference.target}") for reference in pointing),
        *gate.tables.get(record.table, ()),
    ]
