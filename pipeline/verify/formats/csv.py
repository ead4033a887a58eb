"""Comma-separated tables (RFC 4180) with a header row."""

from functools import partial

from pipeline.verify.delimited import describe, is_delimited, read
from pipeline.verify.format import Format

FORMAT = Format(
    name="csv",
    order=40,
    matches=partial(is_delimited, delimiter=",", suffix=".csv"),
    describe=partial(describe, delimiter=","),
    read=partial(read, delimiter=","),
)
