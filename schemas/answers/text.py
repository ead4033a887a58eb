"""Bounded strings of the forms."""

from typing import Annotated

from pydantic import StringConstraints

Name = Annotated[str, StringConstraints(max_length=120)]
Label = Annotated[str, StringConstraints(max_length=60)]
Words = Annotated[str, StringConstraints(max_length=300)]
Quote = Annotated[str, StringConstraints(max_length=500)]
