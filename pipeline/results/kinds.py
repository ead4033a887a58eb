"""What a table is for. Only a comparison of methods on held-out data holds the scores of the task tuple."""

import re
from dataclasses import dataclass
from enum import IntEnum


class Split(IntEnum):
    """How directly scores speak of held-out data; the higher kind wins where a paper has several."""

    TRAINING = 0
    VALIDATION = 1
    CROSS_VALIDATION = 2
    UNSTATED = 3
    TEST = 4


@dataclass(frozen=True)
class Kind:
    """The split a text speaks of, and why its table is no main result (empty if it may be one)."""

    split: Split
    excluded: str = ""


def _any(*alternatives: str) -> re.Pattern[str]:
    return re.compile("|".join(alternatives), re.IGNORECASE)


_SPLITS: tuple[tuple[Split, re.Pattern[str]], ...] = (
    (
        Split.TEST,
        _any(
            r"\bindependent\b[^.]{0,30}\b(?:test|data|set|validation|sample)",
            r"\btest(?:ing)?[- ]?(?:data|set|split|sample|part|image|case|subset)",
            r"\bheld?[- ]?out\b|\bhold[- ]?out\b|\bunseen\b|\bblind test",
            r"\bexternal (?:validation|test|data|cohort)",
            r"^(?:in[- ]?domain |external )?test(?:ing)?$",
        ),
    ),
    (
        Split.CROSS_VALIDATION,
        _any(
            r"\bcross[- ]?validat", r"\b\w+[- ]fold\b", r"\bleave[- ]one|\bLOO(?:CV)?\b|\bjack-?knife", r"\b\d*-?CV\b"
        ),
    ),
    (
        Split.VALIDATION,
        _any(r"\b(?:validation|development|dev)[- ](?:data|set|split)", r"^(?:val(?:idation)?|dev)\.?$"),
    ),
    (Split.TRAINING, _any(r"\bon (?:the )?training (?:data|set)", r"^train(?:ing)?(?: (?:set|data))?$")),
)
_EXCLUDED: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "an ablation",
        _any(
            r"\bablat|\bwith and without\b|\bvarying\b|\bdesign choices?|\bsensitivity (?:analysis|study)",
            r"\b(?:effect|impact|influence|contribution|role|importance)s? of (?:\w+ )?\w+",
            r"\bvariants? of (?:the|our)",
        ),
    ),
    (
        "a description of data",
        _any(
            r"\bdata ?sets? (?:description|statistics|summary|details|used|composition)",
            r"\b(?:statistics|description|summary|overview|details|characteristics|distribution|composition) of "
            r"(?:the |our |all |each )?(?:\w+ ){0,3}data",
            r"\bnumber of (?:samples|images|instances|sequences|proteins|patients|sites)",
            r"\bbaseline characteristics",
        ),
    ),
    (
        "a list of hyper-parameters or settings",
        _any(
            r"\bhyper-?parameters?\b|\bparameter (?:settings?|values?)|\bsearch range|\bnotation|\blist of",
            r"\barchitecture of|\blearning rates?\b|\bconfigurations? (?:of|used)",
        ),
    ),
    (
        "a statistical test",
        _any(
            r"\bp-?values?\b(?! in)|\bt-?test|\bwilcoxon|\bstatistical (?:significance|tests?)|\banova\b",
            r"\bconfusion matri|\bcorrelation matri|\bodds ratio",
        ),
    ),
)


def kind_of(text: str) -> Kind:
    """What a caption, heading or header says of its scores."""
    excluded = next((reason for reason, pattern in _EXCLUDED if pattern.search(text)), "")
    return Kind(split_of(text), excluded)


def split_of(text: str) -> Split:
    """The split a text names. Words about a test set outweigh words about cross-validation beside them."""
    return next((split for split, pattern in _SPLITS if pattern.search(text.strip())), Split.UNSTATED)
