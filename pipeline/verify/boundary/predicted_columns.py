"""Tables with a column of predictions, or with a column per method that the paper compares."""

import re

from pipeline.verify.side import Context, Rule, Said, squeezed
from schemas.data import DataFile, FileRole

_PREDICTED = re.compile(r"(?i)(y_?)?pred(s|icted|ictions?)?(_?(y|label|prob|score|value)s?)?|y_?hat")


def judge(file: DataFile, context: Context) -> Said | None:
    """An output where a column or key is a prediction, or where A and its rivals are columns."""
    names = [column.name for column in file.columns]
    predicted = [name for name in names if _PREDICTED.fullmatch(name.strip().rsplit("/", 1)[-1])]
    if predicted:
        return FileRole.ALGORITHM_OUTPUT, f"column {predicted[0]!r} holds predictions"
    own, others = context.methods
    named = [name for name in names if squeezed(name) in own]
    compared = [name for name in names if squeezed(name) in others]
    if named and compared:
        found = ", ".join(dict.fromkeys((*named, *compared)))
        return FileRole.ALGORITHM_OUTPUT, f"columns {found} are methods that the paper compares"
    return None


RULE = Rule(order=20, judge=judge)
