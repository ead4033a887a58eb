"""The shape of a record, read once from its pydantic fields. Arrow types, SQL types and gates all fold over it."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from schemas.base import Part


class Kind(StrEnum):
    """What a field holds. Enums are strings, tuples are lists, parts are structs."""

    STRING = "string"
    INTEGER = "integer"
    FLOAT = "float"
    BOOLEAN = "boolean"
    DATE = "date"
    TIMESTAMP = "timestamp"
    LIST = "list"
    STRUCT = "struct"


_SCALARS: dict[type, Kind] = {
    str: Kind.STRING,
    int: Kind.INTEGER,
    float: Kind.FLOAT,
    bool: Kind.BOOLEAN,
    date: Kind.DATE,
    datetime: Kind.TIMESTAMP,
}


@dataclass(frozen=True)
class Shape:
    """A field's kind, whether it may be None, and what it holds: `item` of a list, `fields` of a struct."""

    kind: Kind
    nullable: bool = False
    item: "Shape | None" = None
    fields: "tuple[tuple[str, Shape], ...]" = ()

    @property
    def is_scalar(self) -> bool:
        """True for everything but lists and structs."""
        return self.kind not in (Kind.LIST, Kind.STRUCT)


@cache
def shape_of(part: type[Part]) -> Shape:
    """The struct of a part or record. Raises TypeError for a field that has no column type."""
    fields = ((name, _shape(field.annotation, f"{part.__name__}.{name}")) for name, field in part.model_fields.items())
    return Shape(Kind.STRUCT, fields=tuple(fields))


def _shape(annotation: Any, where: str, nullable: bool = False) -> Shape:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _shape(arguments[0], where, nullable)
    if origin in (Union, UnionType):
        return _optional(arguments, where)
    if origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
        return Shape(Kind.LIST, nullable, item=_shape(arguments[0], where))
    if isinstance(annotation, type):
        return _named(annotation, where, nullable)
    raise TypeError(f"{where}: {annotation} has no column type")


def _optional(arguments: tuple[Any, ...], where: str) -> Shape:
    inner = [argument for argument in arguments if argument is not NoneType]
    if len(inner) != 1:
        raise TypeError(f"{where}: a union of several types has no column type")
    return _shape(inner[0], where, nullable=True)


def _named(annotation: type, where: str, nullable: bool) -> Shape:
    if annotation in _SCALARS:
        return Shape(_SCALARS[annotation], nullable)
    if issubclass(annotation, StrEnum):
        return Shape(Kind.STRING, nullable)
    if issubclass(annotation, Part):
        return Shape(Kind.STRUCT, nullable, fields=shape_of(annotation).fields)
    raise TypeError(f"{where}: {annotation.__name__} has no column type")
