"""What the path of a file says: part of the split, label, fold, and the group of files it belongs to."""

import re
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TypeVar

from schemas.data import SplitPart

PARTS = {
    "train": SplitPart.TRAIN,
    "training": SplitPart.TRAIN,
    "val": SplitPart.VALIDATION,
    "valid": SplitPart.VALIDATION,
    "validation": SplitPart.VALIDATION,
    "dev": SplitPart.VALIDATION,
    "test": SplitPart.TEST,
    "testing": SplitPart.TEST,
    "independent": SplitPart.TEST,
    "holdout": SplitPart.TEST,
}
LABELS = {
    "positive": "positive",
    "positives": "positive",
    "pos": "positive",
    "1": "positive",
    "negative": "negative",
    "negatives": "negative",
    "neg": "negative",
    "0": "negative",
}
_FOLD_WORDS = frozenset({"fold", "cv", "split"})
_FUSED = re.compile(r"([a-z]+)(\d+)")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_Said = TypeVar("_Said")


@dataclass(frozen=True)
class Name:
    """What a path says. `part`, `label` and `fold` are None where it does not say, or says two things at once."""

    group: str
    part: SplitPart | None = None
    label: str | None = None
    fold: int | None = None


def tokens_of(text: str) -> tuple[str, ...]:
    """The words of a name in lower case; `camelCase`, `snake_case` and `kebab-case` come apart."""
    return tuple(token for token in re.split(r"[^a-z0-9]+", _CAMEL.sub("_", text).lower()) if token)


def read_name(path: str, *, digits_are_labels: bool = False) -> Name:
    """The name of a file. What stands nearest to the file wins over the folders above it.

    `digits_are_labels` reads a lone 0 or 1 as a label; otherwise a lone number after a part is its fold.
    """
    pure = PurePosixPath(path)
    pieces = [_piece(text, digits_are_labels) for text in (*pure.parts[:-1], pure.stem)]
    group = "/".join(piece.group for piece in pieces if piece.group)
    nearest = pieces[::-1]
    part = next((piece.part for piece in nearest if piece.says_part), None)
    label = next((piece.label for piece in nearest if piece.label), None)
    fold = next((piece.fold for piece in nearest if piece.fold is not None), None)
    return Name(group, part, label, fold)


@dataclass(frozen=True)
class _Piece:
    group: str
    part: SplitPart | None
    says_part: bool
    label: str | None
    fold: int | None


def _piece(text: str, digits_are_labels: bool) -> _Piece:
    parts: list[SplitPart] = []
    labels: list[str] = []
    fold: int | None = None
    rest: list[str] = []
    follows = False  # the last word was a part or a fold word, so that a number here is a fold
    for token in tokens_of(text):
        word, number = _unfuse(token)
        is_label = token in LABELS and (digits_are_labels or not token.isdigit())
        if token.isdigit() and follows and not is_label:
            fold = int(token)
        elif word in PARTS:
            parts.append(PARTS[word])
        elif is_label:
            labels.append(LABELS[token])
        elif word not in _FOLD_WORDS:
            rest.append(token)
        if word in PARTS or word in _FOLD_WORDS:
            fold = number if number is not None else fold
        follows = word in PARTS or word in _FOLD_WORDS
    return _Piece("_".join(rest), _only(parts), bool(parts), _only(labels), fold)


def _unfuse(token: str) -> tuple[str, int | None]:
    """`train0` is `train` and 0."""
    fused = _FUSED.fullmatch(token)
    if fused and (fused.group(1) in PARTS or fused.group(1) in _FOLD_WORDS):
        return fused.group(1), int(fused.group(2))
    return token, None


def _only(found: "list[_Said]") -> "_Said | None":
    return found[0] if len(set(found)) == 1 else None
