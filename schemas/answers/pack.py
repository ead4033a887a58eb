"""What the writer fills in: the background and the objective, sentence by sentence, each with what it rests on."""

from typing import Annotated

from pydantic import Field, StringConstraints

from schemas.answers.text import Quote
from schemas.base import Part
from schemas.judging import Answer


class Statement(Part):
    """One sentence of the brief. `quote` is the passage of the paper, or the given fact, that says so."""

    text: Annotated[str, StringConstraints(min_length=20, max_length=320)]
    quote: Quote


class BriefAnswer(Answer):
    """The two pieces of prose that templates cannot make."""

    scientific_problem: Annotated[tuple[Statement, ...], Field(min_length=2, max_length=7)]
    task_objective: Annotated[tuple[Statement, ...], Field(min_length=1, max_length=4)]
