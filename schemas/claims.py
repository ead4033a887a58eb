"""What models claimed and code could not bear out."""

from typing import ClassVar

from schemas.base import Record
from schemas.evidence import Decider
from schemas.outcome import Stage


class UngroundedClaim(Record):
    """A claim that does not hold: its quote is not in the paper, its cell is another one, its word is on no list.

    It is kept to be counted and shown, and is never a value of any record. `field_path` is where it would have stood.
    """

    table: ClassVar[str] = "ungrounded_claims"
    key: ClassVar[tuple[str, ...]] = ("paper_id", "stage", "field_path")

    stage: Stage
    field_path: str
    claimed: str
    problem: str
    decider: Decider
