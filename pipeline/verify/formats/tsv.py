"""Tab-separated tables."""

from functools import partial

from pipeline.verify.delimited import describe, is_delimited, read
from pipeline.verify.format import Format

FORMAT = Format(
    name="tsv",
    order=41,
    matches=partial(is_delimited, delimiter="\t", suffix=".tsv"),
    describe=partial(describe, delimiter="\t"),
    read=lambda path, options: read(path, "\t", options),
    is_table=True,
)
