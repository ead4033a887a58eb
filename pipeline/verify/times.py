"""Columns of dates, and whether the test rows come after the others."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pipeline.verify.hygiene import Found, Side
from pipeline.verify.values import texts

if TYPE_CHECKING:
    import pandas as pd

_NAMES = re.compile(
    r"(?i)(.*[_\s-])?(date|time|datetime|timestamp|year|month|day|deposited|released|published)([_\s-].*)?"
)
_YEAR = re.compile(r"(1[89]|20)\d\d")
_SAMPLE = 1000


@dataclass(frozen=True)
class InTime:
    """A column of dates: rows of the other part that are later than the first test row, and the two ends."""

    column: str
    later: Found
    first_test: str
    last_other: str


def in_time(test: Side, other: Side) -> InTime | None:
    """Where a column holds dates in both parts; None where none does."""
    for name in test.frame.columns:
        if name in other.frame.columns and _NAMES.fullmatch(str(name).strip()):
            mine, its = _dates(test.frame[name]), _dates(other.frame[name])
            if mine is not None and its is not None:
                first = mine.min()
                later = other.found((its > first).to_numpy())
                return InTime(str(name), later, str(first.date()), str(its.max().date()))
    return None


def _dates(values: "pd.Series") -> "pd.Series | None":
    """ISO dates, or years; None where not all of the values are."""
    import pandas as pd

    plain = texts(values).str.strip()
    plain = plain[plain != ""]
    if not len(plain):
        return None
    if plain.head(_SAMPLE).map(lambda value: bool(_YEAR.fullmatch(value))).all():
        plain = plain + "-01-01"
    found = pd.to_datetime(plain, format="ISO8601", errors="coerce", utc=True)
    return None if found.isna().any() else found
