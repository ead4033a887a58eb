"""Tables: CSV files with an id column, read row by row into an array."""

import csv
import io
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from pipeline.pack.evaluator.parts.base import Instance, InvalidSubmission, check_ids, check_room, shown


@dataclass(frozen=True)
class TruthTable:
    """The answers: where each id stands, and the values in that order."""

    places: dict[str, int]
    values: Any


def read_truth_table(
    raw: bytes,
    instance: Instance,
    columns: tuple[str, ...],
    parse: Callable[[list[str]], Any],
    dtype: Any = float,
    is_wide: bool = False,
) -> TruthTable:
    """The values of all rows, each what `parse` makes of the cells: one value, or one per column where wide."""
    places: dict[str, int] = {}
    values = np.empty((instance.n_rows, len(columns)) if is_wide else instance.n_rows, dtype=dtype)
    for row_id, cells in rows_of(raw, instance.id_column, columns):
        if row_id in places:
            raise InvalidSubmission(f"the id {shown(row_id)} is repeated")
        check_room(len(places), instance.n_rows)
        values[len(places)] = parse(cells)
        places[row_id] = len(places)
    if len(places) != instance.n_rows:
        raise InvalidSubmission(f"{len(places)} rows, not {instance.n_rows}")
    return TruthTable(places, values)


def read_table(
    raw: bytes,
    instance: Instance,
    columns: tuple[str, ...],
    parse: Callable[[list[str]], Any],
    places: dict[str, int],
    dtype: Any = float,
    is_wide: bool = False,
) -> Any:
    """The values of a submission in the order of the truth: each id of the truth once, and no other."""
    values = np.empty((len(places), len(columns)) if is_wide else len(places), dtype=dtype)
    is_there, foreign = np.zeros(len(places), dtype=bool), {}
    for number, (row_id, cells) in enumerate(rows_of(raw, instance.id_column, columns)):
        place = places.get(row_id)
        if row_id in foreign or (place is not None and is_there[place]):
            raise InvalidSubmission(f"the file repeats the id {shown(row_id)}")
        check_room(number, len(places))
        if place is None:
            foreign[row_id] = True
            continue
        is_there[place] = True
        values[place] = parse(cells)
    missing = [] if is_there.all() else [row_id for row_id, place in places.items() if not is_there[place]]
    check_ids(list(foreign), missing, len(places))
    return values


def rows_of(raw: bytes, id_column: str, columns: tuple[str, ...]) -> Iterator[tuple[str, list[str]]]:
    """The id of each row, and its cells in the order of `columns`. Empty lines are passed over."""
    lines = lines_of(raw)
    try:
        header: list[str] = next(lines, [])
        id_at, places = where(header, id_column, columns)
        for row in filter(None, lines):
            if len(row) != len(header):
                raise InvalidSubmission(f"line {lines.line_num} has {len(row)} fields, not {len(header)}")
            yield row[id_at], [row[place] for place in places]
    except csv.Error as fault:
        raise InvalidSubmission(f"line {lines.line_num} is not CSV: {fault}") from fault


def lines_of(raw: bytes) -> Any:
    """A CSV reader of the text in a file."""
    if not raw.strip():
        raise InvalidSubmission("the file is empty")
    if b"\0" in raw:
        raise InvalidSubmission("the file holds NUL bytes: not a CSV file in UTF-8")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise InvalidSubmission(f"the file is not UTF-8: byte {fault.start}") from fault
    return csv.reader(io.StringIO(text, newline=""), strict=True)


def where(header: list[str], id_column: str, columns: tuple[str, ...]) -> tuple[int, list[int]]:
    """Where the id and the columns stand; exactly these, in any order."""
    if sorted(header) != sorted((id_column, *columns)):
        raise InvalidSubmission(
            f"the columns are {shown(', '.join(header))}, not {shown(', '.join((id_column, *columns)))}"
        )
    return header.index(id_column), [header.index(column) for column in columns]


def parse_number(text: str) -> float:
    """A finite number, written as in a CSV file."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value) or "_" in text:
        raise InvalidSubmission(f"{shown(text)} is not a finite number")
    return value


def parse_probability(text: str) -> float:
    """A number from 0 to 1."""
    value = parse_number(text)
    if not 0 <= value <= 1:
        raise InvalidSubmission(f"{shown(text)} is not a probability")
    return value


def parse_label(text: str, classes: tuple[str, ...]) -> int:
    """The number of a class."""
    if text not in classes:
        raise InvalidSubmission(f"{shown(text)} is not a class: {shown(', '.join(classes))}")
    return classes.index(text)


def parse_numbers(cells: list[str]) -> list[float]:
    """Finite numbers."""
    return [parse_number(cell) for cell in cells]


def parse_known(text: str) -> float:
    """A finite number of the truth, NaN for an empty cell: not known."""
    return parse_number(text) if text else math.nan


def parse_shares(cells: list[str]) -> list[float]:
    """Probabilities that sum to 1 but for rounding (0.001), made to sum to 1."""
    shares = [parse_probability(cell) for cell in cells]
    if abs(sum(shares) - 1) > 1e-3:
        raise InvalidSubmission(f"the numbers {shown(', '.join(cells))} of a row do not sum to 1")
    return [share / sum(shares) for share in shares]
