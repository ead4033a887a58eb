"""Where a statement stands in a paper, and who decided on the strength of it."""

from datetime import date
from enum import StrEnum

from schemas.base import Part


class Box(Part):
    """A rectangle on a page in PDF points, origin at the top left."""

    x0: float
    y0: float
    x1: float
    y1: float


class Place(Part):
    """A position in a paper. Sections are paths such as `Methods > Data`; rows and columns are header texts."""

    section: str | None = None
    table: str | None = None
    row: str | None = None
    column: str | None = None
    figure: str | None = None
    page: int | None = None
    box: Box | None = None

    def __str__(self) -> str:
        parts = [
            self.table and f"{self.table}",
            self.row and f"row {self.row!r}",
            self.column and f"column {self.column!r}",
            self.figure,
            self.section and f"section {self.section!r}",
            self.page and f"page {self.page}",
        ]
        return ", ".join(part for part in parts if part) or "place unknown"


class Evidence(Part):
    """A verbatim quote and its place. `Paper.find` made it, so it stands in the paper by construction."""

    quote: str
    place: Place


class DecidedBy(StrEnum):
    """Who had the last word on a value."""

    RULES = "rules"
    LLM = "llm"
    HUMAN = "human"


class Decider(Part):
    """Who decided, in enough detail to ask again: code version, model and prompt, or name and date."""

    by: DecidedBy = DecidedBy.RULES
    model: str | None = None
    prompt: str | None = None
    prompt_version: str | None = None
    person: str | None = None
    on: date | None = None

    def __str__(self) -> str:
        prompt = self.prompt and f"prompt {self.prompt} {self.prompt_version or ''}".strip()
        detail = (self.model, prompt, self.person, self.on)
        text = ", ".join(str(part) for part in detail if part)
        return f"{self.by}" + (f" ({text})" if text else "")


RULES = Decider()
