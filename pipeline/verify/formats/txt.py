"""Plain text that is nothing more particular."""

from collections import deque
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.verify.columns import LONGEST
from pipeline.verify.format import Description, Format
from pipeline.verify.text import looks_like_text, opened
from schemas.transforms import ReaderOptions

if TYPE_CHECKING:
    import pandas as pd

LINE = "line"
_PREVIEW = 3


def _describe(path: Path) -> Description:
    with opened(path, newline=None) as (text, encoding):
        first = [line.rstrip("\n") for line in islice(text, _PREVIEW)]
        rest = deque(enumerate(text, start=1), maxlen=1)
    rows = len(first) + (rest[0][0] if rest else 0)
    return Description(rows, warnings=encoding.warnings, preview=tuple(line[:LONGEST] for line in first))


def _read(path: Path, options: ReaderOptions) -> "pd.DataFrame":
    """The lines that are not blank, as one column."""
    import pandas as pd

    with opened(path, newline=None) as (text, _):
        lines = [line.strip() for line in islice(text, options.skip_rows, None) if line.strip()]
    return pd.DataFrame({LINE: pd.Series(lines, dtype="str")})


FORMAT = Format(name="txt", order=80, matches=lambda head, name: looks_like_text(head), describe=_describe, read=_read)
