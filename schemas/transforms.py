"""The parts of a recipe: how a file is read, what is done to tables, and how rows come apart."""

from enum import StrEnum

from pydantic import Field

from schemas.base import Part


class ReaderOptions(Part):
    """How a file is read, where its own bytes leave a choice.

    `delimiter` and `header` of a table of text, `skip_rows` physical lines before it; `sheet` of a workbook; `key` of
    an array, a data set or a member inside the file (`x_train`, `/train/x`).
    """

    delimiter: str | None = Field(None, min_length=1, max_length=1)
    header: bool | None = None
    skip_rows: int = Field(0, ge=0)
    sheet: str | None = None
    key: str | None = None


class StepKind(StrEnum):
    """What a transform does to the table at hand."""

    SELECT = "select"
    RENAME = "rename"
    FILTER = "filter"
    JOIN = "join"
    ALIGN = "align"
    CONCATENATE = "concatenate"
    DROP_DUPLICATES = "drop_duplicates"
    CAST = "cast"
    ONE_HOT = "one_hot"


class Comparison(StrEnum):
    """How a filter keeps rows. Numbers are compared as numbers."""

    IN = "in"
    NOT_IN = "not_in"
    PRESENT = "present"
    AT_LEAST = "at_least"
    AT_MOST = "at_most"


class Transform(Part):
    """One step on the table at hand. Which fields count depends on `step`:

    `select` keeps `columns` in their order. `rename` gives `columns` the names `names`. `filter` keeps rows whose
    `columns` compare with `values`. `join` adds the columns of `table` where all `columns` agree (`is_inner`: rows
    without a partner go; otherwise their cells stay empty). `align` puts the columns of `table` beside, row by row.
    `concatenate` puts the rows of `table` below. `drop_duplicates` keeps the first of rows equal in `columns` (none:
    in all). `cast` writes `columns` as `to` (`integer`, `number`, `text`). `one_hot` turns indicator `columns` into one
    column `names[0]` with the name, from `values`, of the one that is set.
    """

    step: StepKind
    columns: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    compare: Comparison | None = None
    table: str | None = None
    is_inner: bool = True
    to: str | None = None


class SplitRule(Part):
    """How rows come apart where the files do not say.

    By `column`: rows whose value is in `train`, `validation` or `test`; all others are left out. At random: `ratio` are
    the shares of train, validation and test; `stratify` keeps the shares of its values, `group` keeps rows of one
    value together. By indices, `base` is the number of the first row.
    """

    column: str | None = None
    train: tuple[str, ...] = ()
    validation: tuple[str, ...] = ()
    test: tuple[str, ...] = ()
    ratio: tuple[float, ...] = ()
    seed: int = 0
    stratify: str | None = None
    group: str | None = None
    base: int = 0
