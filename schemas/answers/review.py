"""What the reviewer and the judge fill in. Bounds keep a model from running on; everything is checked again by code."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from schemas.answers.text import Label, Quote, Words
from schemas.base import Part
from schemas.judging import Answer
from schemas.review import Action, Severity


class CellPointer(Part):
    """A table cell, by the table's label and the row and column numbers that the prompt prints, from 0."""

    table: Label
    row: int
    column: int


class ClaimedFinding(Part):
    """One attack as a model words it. `cell` is where the right score stands; a score itself is never typed."""

    check: Label
    field_path: Words
    severity: Severity
    action: Action
    current: Words = ""
    recommended: Words = ""
    reason: Words
    quote: Quote
    cell: CellPointer | None = None


class ReviewAnswer(Answer):
    """All findings of one prompt; none is an answer too."""

    findings: Annotated[tuple[ClaimedFinding, ...], Field(max_length=12)] = ()


class Side(StrEnum):
    """Which of two arguments holds."""

    FIRST = "first"
    SECOND = "second"
    NEITHER = "neither"


class RulingAnswer(Answer):
    """The judge's word on one critical finding, and the sentence or cell of the paper that it rests on."""

    side: Side
    reason: Words
    quote: Quote
