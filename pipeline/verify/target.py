"""Which column of a table is the target, what kind it is, and which columns may be inputs."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pipeline.verify.columns import ALL_VALUES, is_integer, is_number
from schemas.data import Column

BINARY, MULTICLASS, REGRESSION = "binary", "multiclass", "regression"
MULTI_TARGET, MULTI_LABEL, TEXT = "multi_target", "multi_label", "text"
SEVERAL = (MULTI_TARGET, MULTI_LABEL)
"""Kinds with several target columns, of which a row may leave some empty."""

WITHOUT_CLASSES = (REGRESSION, TEXT, *SEVERAL)
KINDS = (BINARY, MULTICLASS, *WITHOUT_CLASSES)
SAMPLES = "samples"
"""The kind of the target of a distribution, which has none: its rows are samples."""

_TARGETS = ("target", "label", "y")
_ALSO_TARGETS = ("labels", "targets", "class", "y_true", "output", "response", "outcome")
_IDS = re.compile(r"(?i)|unnamed: ?\d+|index|idx|id|ids|uid|uuid|guid|identifier|row(_?id)?|no\.?")
SPLITS = re.compile(r"(?i)split|fold|set|partition|subset")
_GROUPS = re.compile(
    r"(?i)(protein|patient|subject|participant|donor|family|scaffold|cluster|group|accession|site|batch)(_?ids?)?"
)
_POSITIVE = frozenset({"1", "positive", "pos", "yes", "true", "active", "case"})
_FEW = 10


@dataclass(frozen=True)
class Choice:
    """A decision about a column, why, and how sure it is."""

    name: str
    reason: str
    confidence: float


def is_id(column: Column, rows: int) -> bool:
    """True for row numbers and identifiers: they name a row and say nothing of it."""
    if _IDS.fullmatch(column.name.strip()):
        return True
    return column.name.lower().endswith("_id") and column.distinct == rows


def is_group(name: str) -> bool:
    """True for names of columns that say whom or what a row was taken from."""
    return bool(_GROUPS.fullmatch(name.strip()))


def choose_target(columns: Sequence[Column], rows: int) -> Choice | None:
    """The target column by its name, else the only one of another kind. None where the table leaves a choice."""
    for names, confidence in ((_TARGETS, 0.95), (_ALSO_TARGETS, 0.9)):
        named = [column.name for column in columns if column.name.strip().lower() in names]
        if len(named) == 1:
            return Choice(named[0], f"the target is the column named {named[0]!r}", confidence)
        if named:
            return None
    numeric = [c.name for c in columns if c.dtype in ("integer", "number") and not is_id(c, rows)]
    if len(numeric) == 1:
        return Choice(numeric[0], f"the target is {numeric[0]!r}, the only numeric column", 0.8)
    return _only_classes([c for c in columns if not is_id(c, rows) and not is_group(c.name)])


def _only_classes(columns: Sequence[Column]) -> Choice | None:
    """The last or first column where it alone holds classes, named in words; a code could be an input."""
    held = [column for column in columns if not SPLITS.fullmatch(column.name.strip()) and not _is_rich(column)]
    if len(held) != 1 or len(columns) < 2 or held[0] not in (columns[0], columns[-1]):
        return None
    is_class = held[0].dtype == "text" and 2 <= (held[0].distinct or 0) <= ALL_VALUES
    reason = f"the target is {held[0].name!r}, the only column that holds classes"
    return Choice(held[0].name, reason, 0.8) if is_class else None


def _is_rich(column: Column) -> bool:
    """True for what can be no class: more values than there are classes, or fractions."""
    is_number = column.dtype in ("integer", "number")
    return (column.distinct or 0) > ALL_VALUES or (is_number and not _are_whole(column))


def choose_inputs(columns: Sequence[Column], target: str | None, rows: int) -> tuple[str, ...]:
    """The columns a solver may see: no target, no identifiers, no marks of the split."""
    return tuple(
        column.name
        for column in columns
        if column.name != target and not is_id(column, rows) and not SPLITS.fullmatch(column.name.strip())
    )


def class_name(value: str) -> str:
    """One spelling per class: `1.0` and `1` are the same class."""
    text = value.strip()
    if is_number(text) and not is_integer(text) and float(text).is_integer():
        return str(int(float(text)))
    return text


def kind_of(parts: Sequence[Column]) -> tuple[str, tuple[str, ...], Choice] | None:
    """Kind and classes of a target from its column in each part; None where the classes are too many to be listed.

    Whole numbers are classes where they are few and start at 0 or 1 without a gap; other numbers are values, and where
    they are few they are listed, in case the metrics say that they are classes.
    """
    name = parts[0].name
    if any(column.dtype == "number" and not _are_whole(column) for column in parts):
        return REGRESSION, (), Choice(name, f"{name!r} holds numbers", 0.95)
    is_text = any(column.dtype == "text" for column in parts)
    if any((column.distinct or 0) > ALL_VALUES for column in parts):
        return None if is_text else (REGRESSION, (), Choice(name, f"{name!r} holds many whole numbers", 0.85))
    values = sorted({class_name(value) for column in parts for value in column.sample})
    if not is_text and not _are_codes(values):
        reason = f"{name!r} holds whole numbers that are no class codes"
        return REGRESSION, tuple(sorted(values, key=int)), Choice(name, reason, 0.8)
    if len(values) == 2:
        return _binary(name, values)
    ordered = sorted(values, key=int) if not is_text else values
    return MULTICLASS, tuple(ordered), Choice(name, f"{name!r} holds {len(values)} classes", 0.9)


def is_label(column: Column) -> bool:
    """True for a column that holds 0 and 1 alone, and what is missing."""
    return column.dtype != "text" and _are_whole(column) and {class_name(v) for v in column.sample} <= {"0", "1"}


def _are_whole(column: Column) -> bool:
    """True where a numeric column lists all its values and each is whole, such as 0.0 and 1.0."""
    return (column.distinct or 0) <= _FEW and all(is_integer(class_name(value)) for value in column.sample)


def _are_codes(values: Sequence[str]) -> bool:
    codes = sorted(int(value) for value in values if is_integer(value))
    if codes == [-1, 1]:
        return True
    return (
        2 <= len(codes) <= ALL_VALUES and codes[0] in (0, 1) and codes == list(range(codes[0], codes[0] + len(codes)))
    )


def _binary(name: str, values: Sequence[str]) -> tuple[str, tuple[str, ...], Choice]:
    positive = [value for value in values if value.lower() in _POSITIVE]
    if len(positive) == 1:
        negative = next(value for value in values if value != positive[0])
        return BINARY, (negative, positive[0]), Choice(name, f"the positive class is {positive[0]!r}", 0.95)
    if all(map(is_integer, values)):
        low, high = sorted(values, key=int)
        return BINARY, (low, high), Choice(name, f"the positive class is {high!r}, the greater code", 0.85)
    low, high = sorted(values)
    return BINARY, (low, high), Choice(name, f"nothing says which class is positive; {high!r} was taken", 0.6)
