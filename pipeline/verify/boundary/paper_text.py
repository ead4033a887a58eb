"""What the paper says of a file by its name, in the sentence that names it."""

import re
from pathlib import PurePosixPath

from pipeline.verify.side import Context, Rule, Said
from schemas.data import DataFile, FileRole

_LEAST = 6
_OUTPUT = re.compile(
    r"(?i)\b(predictions?|predicted by|outputs? of|trained (model|weights)|our (trained )?model|model weights"
    r"|checkpoints?)\b"
)
_PREPARED = re.compile(
    r"(?i)\b(pre-?processed|prepared|split(s|ting)?|training (set|data)|test (set|data)|benchmark|raw data|dataset)\b"
)


def judge(file: DataFile, context: Context) -> Said | None:
    """An output where the sentence speaks of predictions or trained models; shared data where it speaks of data."""
    name = PurePosixPath(file.path).name
    sentence = context.sentence_with(name) if len(name) >= _LEAST else None
    if sentence is None:
        return None
    quote = sentence if len(sentence) <= 160 else f"{sentence[:159]}…"
    if _OUTPUT.search(sentence):
        return FileRole.ALGORITHM_OUTPUT, f"the paper says of it: {quote!r}"
    if _PREPARED.search(sentence) and context.setting_of(file) is None:
        return FileRole.DATA_PREPARATION, f"the paper says of it: {quote!r}"
    return None


RULE = Rule(order=25, judge=judge)
