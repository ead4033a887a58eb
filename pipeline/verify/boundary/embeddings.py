"""Embeddings and latent features by their name: only A's where its name stands by, else somebody has to look."""

from pipeline.verify.names import tokens_of
from pipeline.verify.side import Context, Rule, Said
from schemas.data import DataFile, FileRole

_WORDS_TEXT = "embedding embeddings encodings latent latents representation representations attention"
_WORDS = frozenset(_WORDS_TEXT.split())


def judge(file: DataFile, context: Context) -> Said | None:
    """The method's own preprocessing where the path names the method; unknown otherwise."""
    words = set(tokens_of(file.path))
    said = words & _WORDS
    if not said:
        return None
    if context.names_method(file.path):
        return FileRole.ALGORITHM_PREPROCESSING_OUTPUT, f"its path says {min(said)!r} and names the method"
    return FileRole.UNKNOWN, f"its path says {min(said)!r}: made for the method alone, or for any?"


RULE = Rule(order=40, judge=judge)
