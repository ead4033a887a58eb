"""Weights and vectors from other work: pre-trained models by their usual names."""

import re

from pipeline.verify.names import tokens_of
from pipeline.verify.side import Context, Rule, Said
from schemas.data import DataFile, FileRole

_WORDS_TEXT = "pretrained foundation glove word2vec fasttext imagenet bert roberta esm esm2 prott5 protbert"
_WORDS = frozenset(_WORDS_TEXT.split())
_TABLES = re.compile(r"(?i)\.(csv|tsv|fasta|fa|txt|json|jsonl|parquet|xlsx)(\.gz)?$")


def judge(file: DataFile, context: Context) -> Said | None:
    """A resource of others, unless the method bears that name or the file is a table of data."""
    words = set(tokens_of(file.path)) & _WORDS
    if words and not _TABLES.search(file.path) and not context.names_method(file.path):
        return FileRole.EXTERNAL_RESOURCE, f"its name says {min(words)!r}: from other work"
    return None


RULE = Rule(order=15, judge=judge)
