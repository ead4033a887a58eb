"""Hypothesis strategies for every record, made from its annotations."""

from datetime import UTC, date, datetime
from enum import StrEnum
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from annotated_types import Ge, MaxLen
from hypothesis import strategies as st
from pydantic.fields import FieldInfo

from schemas.base import Part

_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
_SCALARS: dict[Any, st.SearchStrategy[Any]] = {
    str: _TEXT,
    int: st.integers(-(2**63), 2**63 - 1),
    float: st.floats(allow_nan=False),
    bool: st.booleans(),
    date: st.dates(),
    datetime: st.datetimes(timezones=st.just(UTC)),
}
_SHA256 = st.text("0123456789abcdef", min_size=64, max_size=64)


def parts(kind: type[Part]) -> st.SearchStrategy[Any]:
    """Any value of a part or record."""
    return st.builds(kind, **{name: _field(field) for name, field in kind.model_fields.items()})


def _field(field: FieldInfo) -> st.SearchStrategy[Any]:
    """A number keeps to its least value and a text to its length; any other field with a constraint is a digest."""
    least = next((each.ge for each in field.metadata if isinstance(each, Ge)), None)
    if isinstance(least, int):
        return st.integers(least, 2**63 - 1)
    longest = next((each.max_length for each in field.metadata if isinstance(each, MaxLen)), None)
    if longest is not None:
        return st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=longest)
    return _SHA256 if field.metadata else _of(field.annotation)


def _of(annotation: Any) -> st.SearchStrategy[Any]:
    arguments = get_args(annotation)
    if get_origin(annotation) is Annotated:
        return _SHA256
    if get_origin(annotation) in (Union, UnionType):
        return st.none() | _of(next(argument for argument in arguments if argument is not NoneType))
    if get_origin(annotation) is tuple:
        return st.lists(_of(arguments[0]), max_size=2).map(tuple)
    if annotation in _SCALARS:
        return _SCALARS[annotation]
    return st.sampled_from(list(annotation)) if issubclass(annotation, StrEnum) else parts(annotation)
