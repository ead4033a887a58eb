"""JSON lines: one object {"id": ..., "value": ...} a line, read without trust."""

import json
import math
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

from pipeline.pack.evaluator.parts.base import Instance, InvalidSubmission, check_ids, check_room, shown


def read_truth_lines(raw: bytes, instance: Instance, parse: Callable[[Any], Any]) -> dict[str, Any]:
    """What `parse` makes of the value of each id, in the order of the file."""
    truth: dict[str, Any] = {}
    for row_id, value in lines_in(raw):
        if row_id in truth:
            raise InvalidSubmission(f"the id {shown(row_id)} is repeated")
        check_room(len(truth), instance.n_rows)
        truth[row_id] = parse(value)
    if len(truth) != instance.n_rows:
        raise InvalidSubmission(f"{len(truth)} rows, not {instance.n_rows}")
    return truth


def read_lines(raw: bytes, truth: dict[str, Any], parse: Callable[[str, Any], Any]) -> list[Any]:
    """What `parse` makes of each id and value, in the order of the truth: each id once, and no other."""
    found: dict[str, Any] = {}
    foreign = []
    for row_id, value in lines_in(raw):
        if row_id in found:
            raise InvalidSubmission(f"the file repeats the id {shown(row_id)}")
        check_room(len(found), len(truth))
        found[row_id] = None
        if row_id in truth:
            found[row_id] = parse(row_id, value)
        else:
            foreign.append(row_id)
    check_ids(foreign, [row_id for row_id in truth if row_id not in found], len(truth))
    return [found[row_id] for row_id in truth]


def lines_in(raw: bytes) -> Iterator[tuple[str, Any]]:
    """The id and value of each line. Empty lines are passed over."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise InvalidSubmission(f"the file is not UTF-8: byte {fault.start}") from fault
    if not text.strip():
        raise InvalidSubmission("the file is empty")
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield from_line(line, number)


def from_line(line: str, number: int) -> tuple[str, Any]:
    """One object with an id and a value, and nothing else."""
    try:
        found = json.loads(line, parse_constant=refuse, object_pairs_hook=once)
    except (ValueError, RecursionError) as fault:
        raise InvalidSubmission(f"line {number} is not JSON: {shown(str(fault))}") from fault
    if not isinstance(found, dict) or set(found) != {"id", "value"} or not isinstance(found["id"], str):
        raise InvalidSubmission(f'line {number} is not an object with "id", a text, and "value"')
    return found["id"], found["value"]


def refuse(constant: str) -> NoReturn:
    """NaN and Infinity are no JSON."""
    raise ValueError(f"{constant} is no number of JSON")


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys differ."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key is repeated")
    return found


def names_in(value: Any, what: str) -> list[str]:
    """A list of different texts."""
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise InvalidSubmission(f"{what} must be a list of texts, not {shown(repr(value))}")
    if len(set(value)) < len(value):
        raise InvalidSubmission(f"{what} must differ from one another")
    return value


def number_in(value: Any, what: str) -> float:
    """A finite number; true and false are none."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < math.inf:
        raise InvalidSubmission(f"{what} must be a finite number, not {shown(repr(value))}")
    return float(value) if abs(value) < 1e300 else refuse_size(value)


def refuse_size(value: Any) -> NoReturn:
    """A number that no calculation would survive."""
    raise InvalidSubmission(f"{shown(repr(value))} is too large a number")
