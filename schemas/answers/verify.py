"""The form of verification: which of the proposed recipes makes a setting, and what the files leave open in it."""

from typing import Annotated

from pydantic import Field

from schemas.answers.text import Label, Name, Quote
from schemas.judging import Answer

NONE = -1
"""The index that says: none of them."""


class RecipeAnswer(Answer):
    """One of the listed proposals by its index, and columns and values where the proposal leaves them open."""

    proposal: Annotated[int, Field(ge=NONE, le=999)]
    quote: Quote
    target: Name = ""
    inputs: Annotated[tuple[Name, ...], Field(max_length=60)] = ()
    split_column: Name = ""
    train: Annotated[tuple[Label, ...], Field(max_length=20)] = ()
    validation: Annotated[tuple[Label, ...], Field(max_length=20)] = ()
    test: Annotated[tuple[Label, ...], Field(max_length=20)] = ()
