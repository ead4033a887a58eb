"""What careful readers said of papers, as the truth that a run is measured by. Read leniently: fields may be missing.

A gold file has one JSON object per line: `id` (a file's stem, a DOI or its end) and the readings, as a list under
`readers` or as `reader_1`, `reader_2` ...
"""

from enum import StrEnum
from typing import Any

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, model_validator


class GoldCall(StrEnum):
    """A reader's last word. The order is from the kindest to the strictest."""

    ACCEPT = "accept"
    UNSURE = "unsure"
    REJECT = "reject"


class _Lenient(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class GoldVerdict(_Lenient):
    """What a reader said on a level. `call` is pass, reject, unsure or unknown."""

    call: str | None = None
    category: str | None = None
    quote: str | None = None


class GoldAlgorithm(_Lenient):
    """The method the paper proposes."""

    name: str
    variants: tuple[str, ...] = ()


class GoldMetric(_Lenient):
    """A metric of the main results, as printed."""

    name: str
    direction: str | None = None
    is_primary: bool | None = None


class GoldScore(_Lenient):
    """A score as printed. `table` is the label of a table, a figure, or `text`."""

    setting: str
    metric: str
    method: str
    role: str | None = None
    printed: str = Field(validation_alias=AliasChoices("value_as_printed", "printed"))
    table: str | None = None


class GoldReading(_Lenient):
    """One reader's reading of one paper; the levels stand in fields of their own or together under `levels`."""

    final: GoldCall
    l1: GoldVerdict | None = None
    l2_1: GoldVerdict | None = None
    l2_2: GoldVerdict | None = None
    l3: GoldVerdict | None = None
    algorithm: GoldAlgorithm | None = None
    metrics: tuple[GoldMetric, ...] = ()
    scores: tuple[GoldScore, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _flat(cls, value: Any) -> Any:
        if isinstance(value, dict):
            given = {key: item for key, item in value.items() if item is not None}
            return {**given.pop("levels", {}), **given}
        return value


class GoldPaper(_Lenient):
    """One paper with all its readings."""

    id: str
    readings: tuple[GoldReading, ...] = Field(min_length=1)

    @model_validator(mode="before")
    @classmethod
    def _gathered(cls, value: Any) -> Any:
        if isinstance(value, dict) and "readings" not in value:
            numbered = [value[key] for key in sorted(value) if key.startswith("reader_") and value[key]]
            return {**value, "readings": value.get("readers") or numbered}
        return value

    @property
    def final(self) -> GoldCall:
        """The kindest of the readers: one reader's accept makes a rejection an error."""
        order = list(GoldCall)
        return min((reading.final for reading in self.readings), key=order.index)
