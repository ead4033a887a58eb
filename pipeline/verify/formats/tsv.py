"""Tab-separated tables with a header row."""

from functools import partial

from pipeline.verify.delimited import describe, is_delimited, read
from pipeline.verify.format import Format

FORMAT = Format(
    name="tsv",
    order=41,
    matches=partial(is_delimited, delimiter="\t", suffix=".tsv"),
    describe=partial(describe, delimiter="\t"),
    read=partial(read, delimiter="\t"),
)
