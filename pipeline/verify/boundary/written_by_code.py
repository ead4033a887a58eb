"""Files that the repository's own code writes: what the code is for says on which side they stand."""

from pipeline.verify.names import tokens_of
from pipeline.verify.side import Context, Rule, Said
from schemas.data import DataFile, FileRole

_PREPARES_TEXT = "preprocess preprocessing prepare prep split splits download fetch clean dataset datasets make"
_PREPARES = frozenset(_PREPARES_TEXT.split())
_FEATURES_TEXT = "feature features featurize featurise extract embed embedding embeddings encode encoding"
_FEATURES = frozenset(_FEATURES_TEXT.split())
_RUNS_TEXT = "train training predict prediction evaluate evaluation eval infer inference run main fit"
_RUNS = frozenset(_RUNS_TEXT.split())


def judge(file: DataFile, context: Context) -> Said | None:
    """By the name of the program. Where that leaves a doubt the role is unknown: whoever reads the file is asked."""
    writer = context.writer_of(file)
    if writer is None:
        return None
    path, line = writer
    words, where = set(tokens_of(path)), f"{path} writes it ({line})"
    if words & _FEATURES:
        if context.names_method(path) or context.names_method(file.path):
            return FileRole.ALGORITHM_PREPROCESSING_OUTPUT, f"{where}: features of the method"
        return FileRole.UNKNOWN, f"{where}: features; nothing says whether other methods share them"
    if words & _PREPARES:
        return FileRole.DATA_PREPARATION, f"{where}: preparation that every method shares"
    if words & _RUNS:
        is_read = context.setting_of(file) is not None
        role = FileRole.UNKNOWN if is_read else FileRole.ALGORITHM_OUTPUT
        return role, f"{where}: a program that trains or predicts"
    return FileRole.UNKNOWN, f"{where}; nothing says what for"


RULE = Rule(order=30, judge=judge)
