"""Files whose name says that the method made them: weights, predictions, logs; and models by their format."""

import re
from pathlib import PurePosixPath

from pipeline.verify.names import tokens_of
from pipeline.verify.side import Context, Rule, Said
from schemas.data import DataFile, FileRole

_WORDS_TEXT = "weights checkpoint checkpoints ckpt predictions predicted preds logs log"
_WORDS = frozenset(_WORDS_TEXT.split())
_MODEL_SUFFIXES = re.compile(r"(?i)\.(pt|pth|ckpt|onnx|keras|safetensors|joblib|pkl|pickle|h5|hdf5|pb|tflite|rds)$")
_MODEL_WORDS_TEXT = "model models best classifier regressor net network estimator finetuned trained"
_MODEL_WORDS = frozenset(_MODEL_WORDS_TEXT.split())
_OTHERS_TEXT = "pretrained foundation base"
_OTHERS = frozenset(_OTHERS_TEXT.split())


def judge(file: DataFile, context: Context) -> Said | None:
    """An output by its words, or a model by its suffix and a word; weights of other work are not meant."""
    words = set(tokens_of(PurePosixPath(file.path).stem))
    if words & _OTHERS:
        return None
    said = words & _WORDS
    if said:
        return FileRole.ALGORITHM_OUTPUT, f"its name says {min(said)!r}"
    if _MODEL_SUFFIXES.search(file.path) and words & _MODEL_WORDS:
        return FileRole.ALGORITHM_OUTPUT, f"a trained model by its name: {min(words & _MODEL_WORDS)!r} in this format"
    return None


RULE = Rule(order=10, judge=judge)
