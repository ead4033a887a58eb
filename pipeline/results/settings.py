"""Evaluation settings: their names, protocols, data sources, and the sizes that the paper states."""

import re
from collections.abc import Iterable, Sequence

from pipeline.offers import data_sources
from pipeline.results.algorithm import sentences_of
from pipeline.results.counts import counts_of
from pipeline.results.kinds import Split, split_of
from pipeline.results.labels import slug
from pipeline.results.main_tables import MainTable
from pipeline.results.task_phrase import task_phrase
from schemas.evidence import Evidence
from schemas.paper import Paper, SectionRole, Table
from schemas.task import Protocol, Setting

_ON_DATA = re.compile(
    r"\b(?:on|using|for|over|of)\s+(?:the\s|an?\s|our\s)?(?P<name>(?:[\w()./&+-]+\s){0,5}?[\w()./&+-]+)\s"
    r"(?:data ?sets?|corpus|benchmarks?|cohort|database)\b"
)
_TEST_NAME = re.compile(
    r"\b(?:independent test(?:ing)?(?: data)?(?: ?sets?)?|independent (?:data ?)?sets?"
    r"|(?:held[- ]?out|hold[- ]?out|blind|external) (?:test )?(?:data ?)?sets?"
    r"|external validation(?: ?sets?| cohort)?|test(?:ing)? (?:data ?)?sets?|test data)\b",
    re.IGNORECASE,
)
_FOLDS = re.compile(r"\b\w+[- ]fold\b(?: cross[- ]?validation)?|\bleave[- ]one[- ]\w+", re.IGNORECASE)
_RANDOM_SPLIT = re.compile(
    r"\brandom(?:ly)?\b[^.]{0,60}\b(?:split|divid|partition)|\brandom(?:ly)? (?:train|split)|"
    r"\b(?:split|divid|partition)\w*\b[^.]{0,60}\brandomly\b",
    re.IGNORECASE,
)
_FIXED_SPLIT = re.compile(
    r"\b(?:official|standard|published|predefined|original|provided|same) (?:train\w*[^.]{0,20})?(?:test )?splits?\b"
    r"|\bindependent test",
    re.IGNORECASE,
)
_LONG_NAME = 8


def setting_name(paper: Paper, main: MainTable, label: str) -> str:
    """What a setting is called: the headers of its scores, else the data or the test set that the caption names."""
    if label:
        return label
    caption = main.table.caption
    data = _ON_DATA.search(caption)
    if data and len(data["name"].split()) <= _LONG_NAME and re.search(r"[A-Z0-9]", data["name"]):
        return data["name"]
    test = _TEST_NAME.search(caption)
    if test:
        return test[0].casefold()
    return "cross-validation" if main.split is Split.CROSS_VALIDATION else main.table.label.casefold() or "main results"


def settings_of(paper: Paper, named: Sequence[tuple[str, Table, Split]]) -> tuple[Setting, ...]:
    """One record per name, in reading order. `named` gives each name with the table it was first seen in."""
    sources = data_sources(paper)
    task = task_phrase(paper)
    counts = counts_of(paper) if len({slug(name) for name, _, _ in named}) == 1 else ()
    settings: dict[str, Setting] = {}
    for name, table, split in named:
        protocol, evidence = _protocol(paper, name, table, split)
        made = Setting(
            paper_id=paper.paper_id,
            setting_id=slug(name),
            name=name,
            task=task,
            protocol=protocol,
            sources=sources,
            counts=counts,
            evidence=evidence,
        )
        settings.setdefault(made.setting_id, made)
    return tuple(settings.values())


def _protocol(paper: Paper, name: str, table: Table, split: Split) -> tuple[Protocol, tuple[Evidence, ...]]:
    """How the split is made, with the caption or the sentence that says so."""
    caption = Evidence(quote=table.caption, place=table.place())
    if split is Split.CROSS_VALIDATION:
        return Protocol.KFOLD, (caption,)
    if split is Split.TEST and _FIXED_SPLIT.search(f"{name} {table.caption}"):
        return Protocol.FIXED, (caption,)
    for pattern, protocol in (
        (_FIXED_SPLIT, Protocol.FIXED),
        (_RANDOM_SPLIT, Protocol.RANDOM),
        (_FOLDS, Protocol.KFOLD),
    ):
        found = _sentence(paper, pattern)
        if found:
            return protocol, (caption, found) if table.caption else (found,)
    return Protocol.UNKNOWN, (caption,) if table.caption else ()


def _sentence(paper: Paper, pattern: re.Pattern[str]) -> Evidence | None:
    roles = (SectionRole.METHODS, SectionRole.RESULTS, SectionRole.OTHER)
    pairs: Iterable[Evidence] = (
        Evidence(quote=sentence, place=place)
        for sentence, place in sentences_of(paper, *roles)
        if pattern.search(sentence) and split_of(sentence) is not Split.TRAINING
    )
    return next(iter(pairs), None)
