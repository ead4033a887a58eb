"""Tables in words: their columns, the balance of a target, and what a careful reader would want to be told."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pipeline.verify.columns import describe_column
from pipeline.verify.instance import Instance
from pipeline.verify.target import TEXT

if TYPE_CHECKING:
    import pandas as pd

_SAMPLE_ROWS = 3
_SHOWN = 40
_FEW_VALUES = 10


def cell(value: Any) -> str:
    """A value as it stands in a CSV file: the shortest text that reads back as the same number."""
    return "" if value is None or value != value else str(value)


def csv_text(frame: "pd.DataFrame") -> str:
    """A table as CSV text."""
    return str(frame.to_csv(index=False, lineterminator="\n"))


def first_rows(frame: "pd.DataFrame") -> str:
    """The header and the first rows as CSV text."""
    return csv_text(frame.head(_SAMPLE_ROWS)).rstrip("\n")


def column_rows(frame: "pd.DataFrame") -> list[dict[str, Any]]:
    """One row per column for the schema tables: name, type, missing, distinct, and what it holds."""
    rows = []
    for name in frame.columns:
        values = [cell(value) for value in frame[name]]
        found = describe_column(str(name), values)
        rows.append(
            {
                "name": name,
                "dtype": found.dtype,
                "missing": found.missing,
                "distinct": found.distinct,
                "content": value_range(values, found.dtype),
            }
        )
    return rows


def value_range(values: list[str], dtype: str) -> str:
    """The values of a column in words: all of a few, else their range or their lengths with an example."""
    present = [value for value in values if value]
    distinct = sorted(set(present))
    if not distinct:
        return "none"
    if dtype in ("integer", "number") and not (dtype == "integer" and len(distinct) <= _FEW_VALUES):
        numbers = sorted(float(value) for value in present)
        return f"{numbers[0]:g} to {numbers[-1]:g}, mean {sum(numbers) / len(numbers):g}"
    if len(distinct) <= _FEW_VALUES:
        distinct = sorted(distinct, key=int) if dtype == "integer" else distinct
        return ", ".join(f"`{_short(value)}`" for value in distinct)
    lengths = sorted(len(value) for value in present)
    span = f"{lengths[0]}" if lengths[0] == lengths[-1] else f"{lengths[0]} to {lengths[-1]}"
    return f"{span} characters, such as `{_short(present[0])}`"


def input_content(frame: "pd.DataFrame", name: str) -> str:
    """What an input column holds, in one phrase for the README."""
    values = [cell(value) for value in frame[name]]
    dtype = describe_column(name, values).dtype
    noun = {"integer": "whole number", "number": "number", "text": "text", "empty": "no value"}[dtype]
    return f"{noun}: {value_range(values, dtype)}"


def target_content(instance: Instance, name: str) -> str:
    """What a target holds, in one phrase for the README."""
    if instance.classes:
        return "one of the classes " + ", ".join(f"`{label}`" for label in instance.classes)
    missing = int(instance.train[name].isna().sum())
    return input_content(instance.train, name) + (f"; not known, and empty, in {missing} rows" if missing else "")


def balance(instance: Instance) -> str:
    """Training rows per class; empty for values."""
    counts = instance.train[instance.target].astype(str).value_counts()
    return ", ".join(f"`{label}` {counts.get(label, 0)}" for label in instance.classes)


def target_ranges(instance: Instance) -> Iterator[dict[str, str]]:
    """Name (empty where there is one) and range, mean and deviation of each training target; nothing for classes."""
    for name in () if instance.classes or instance.target_kind == TEXT else instance.target_columns:
        known = instance.train[name].dropna().astype(float)
        found = f"{known.min():g} to {known.max():g}, mean {known.mean():g}, standard deviation {known.std():g}"
        yield {"name": name if instance.targets else "", "range": found}


def notes(instance: Instance) -> Iterator[str]:
    """What stands out in the visible tables: repeated rows, contradictions, rows shared by train and test, gaps."""
    inputs, name = list(instance.inputs), instance.setting_id
    train, test = instance.train, instance.test_inputs
    if repeated := int(train.duplicated([*inputs, *instance.target_columns]).sum()):
        yield f"`{name}`: {repeated} training rows repeat an earlier row."
    if contradictory := _n_contradictory(instance):
        yield f"`{name}`: {contradictory} distinct inputs occur in the training rows with more than one target."
    if shared := int(_keys(test, inputs).isin(_keys(train, inputs)).sum()):
        yield f"`{name}`: {shared} test rows have the same inputs as a training row."
    if missing := int(train[inputs].isna().to_numpy().sum() + test[inputs].isna().to_numpy().sum()):
        yield f"`{name}`: {missing} input values are missing; they are empty cells."


def _n_contradictory(instance: Instance) -> int:
    keys = _keys(instance.train, list(instance.inputs))
    answers = _keys(instance.train, list(instance.target_columns))
    return int((answers.groupby(keys).nunique() > 1).sum())


def _keys(frame: "pd.DataFrame", columns: list[str]) -> "pd.Series[str]":
    return frame[columns].astype(str).fillna("").agg("\x1f".join, axis=1)


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
