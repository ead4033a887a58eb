"""The forms of extraction: what the task is made of, and where in the tables its scores stand. None takes a score."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from schemas.answers.text import Label, Name, Quote, Words
from schemas.data import FileRole, SplitPart
from schemas.judging import Answer
from schemas.task import Direction, MethodRole, Protocol, ReferenceType


class Averaging(StrEnum):
    """How a metric averages over classes, where the paper says it."""

    MACRO = "macro"
    MICRO = "micro"
    WEIGHTED = "weighted"
    BINARY = "binary"
    UNSTATED = "unstated"


class StatedAlgorithm(Answer):
    """The proposed method, by the name that its tables use, and its named variants."""

    name: Name
    variants: Annotated[tuple[Name, ...], Field(max_length=12)]
    quote: Quote


class StatedSize(Answer):
    """How many rows a part of a setting has, as the quote prints it."""

    part: SplitPart
    label: Label
    printed: Label
    quote: Quote


class StatedSetting(Answer):
    """One pair of development and evaluation data."""

    name: Name
    task: Words
    protocol: Protocol
    reference: ReferenceType
    sources: Annotated[tuple[Words, ...], Field(max_length=6)]
    sizes: Annotated[tuple[StatedSize, ...], Field(max_length=8)]
    depends_on: Name
    quote: Quote


class StatedMetric(Answer):
    """One quality metric of the main results."""

    metric_id: Label
    printed: Label
    direction: Direction
    averaging: Averaging
    is_primary: bool
    quote: Quote


class StatedComponent(Answer):
    """A part of the data, with its side of the method boundary."""

    name: Name
    role: FileRole
    settings: Annotated[tuple[Name, ...], Field(max_length=12)]
    url: Words
    reason: Words
    quote: Quote


class TaskForm(Answer):
    """The task tuple less its scores."""

    algorithm: StatedAlgorithm
    settings: Annotated[tuple[StatedSetting, ...], Field(max_length=12)]
    metrics: Annotated[tuple[StatedMetric, ...], Field(max_length=12)]
    components: Annotated[tuple[StatedComponent, ...], Field(max_length=16)]


class LineAxis(StrEnum):
    """Which way a line of a table runs."""

    ROW = "row"
    COLUMN = "column"


class Line(Answer):
    """A row or column by index and printed header, and what it stands for: method and role, or metric, or setting."""

    axis: LineAxis
    index: Annotated[int, Field(ge=0, le=999)]
    header: Words
    method: Name
    role: MethodRole | None
    metric: Label
    setting: Name


class ScoreTable(Answer):
    """A table of main results. `metric` and `setting` are those of the whole table, else empty."""

    label: Label
    metric: Label
    setting: Name
    lines: Annotated[tuple[Line, ...], Field(max_length=80)]


class ScoreForm(Answer):
    """Where the scores stand."""

    tables: Annotated[tuple[ScoreTable, ...], Field(max_length=6)]
