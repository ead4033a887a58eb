"""Rule 3.5, at least one setting survives 3.1-3.4, with a way to tell development from evaluation data.

Fixed and random splits are valid. Cross-validation is valid where its folds are published or can be rebuilt from code
and seed; alone and without either it is `kfold_only`. Leave-one-out has no folds to publish.
"""

import re

from pipeline.hosts import identify
from pipeline.offers import STATEMENTS
from pipeline.screen.access import with_status
from pipeline.screen.case import Case, Menu, Need, Rule, verdict
from pipeline.screen.sentences import OWN_WORK, Sentence, first, quote
from schemas.data import LinkStatus
from schemas.paper import SectionRole
from schemas.screening import Verdict, VerdictCall
from schemas.task import Protocol, Setting

_ID = "3.5"
_PLACES = (*OWN_WORK, SectionRole.OTHER, SectionRole.DISCUSSION, *STATEMENTS)
_FIXED = re.compile(
    r"\b(?:independent|external|held-?out|hold-?out|blind|official|standard|predefined|pre-split|unseen|separate)\s+(?:\w+\s+)?"
    r"(?:test(?:ing)?|validation|evaluation|split|data)\b|\bpre-split\b"
    r"|\btrain(?:ing)?\s?(?:,|/|-)\s?val(?:idation)?\s?(?:,|/|-)?\s?(?:and\s)?\s?test\b",
    re.IGNORECASE,
)
_TEST_SET = re.compile(r"\btest(?:ing)?\s+(?:sets?|splits?|data\s?sets?)\b", re.IGNORECASE)
_RANDOM = re.compile(
    r"\brandom(?:ly)?\s+(?:\w+\s+){0,3}?(?:split|divid|partition|held|assign|select)\w*[^.]*\b(?:train|test|validation)\w*",
    re.IGNORECASE,
)
_KFOLD = re.compile(
    r"\b(?:\d+|two|three|four|five|ten|k|n)[-\s]?fold\s+(?:\w+\s+)?(?:cross|CV|validation)|\bcross[-\s]?validat\w+\b",
    re.IGNORECASE,
)
_ONE_OUT = re.compile(r"\bleave-one-\w+|\bLOOCV\b|\bjack-?knife\b", re.IGNORECASE)
_REBUILT = re.compile(
    r"\bfolds?\b[^.]*\b(?:available|provided|published|released|shared|same\s+as)\b|\b(?:random|fixed|same)\s+seeds?\b"
    r"|\bpublished\s+folds\b",
    re.IGNORECASE,
)
_VALID = {Protocol.FIXED, Protocol.RANDOM, Protocol.BOOTSTRAP, Protocol.NONE}


def judge(case: Case) -> Verdict:
    """By the settings as far as they are known, else by the text."""
    return _by_settings(case) or _by_text(case)


def _by_settings(case: Case) -> Verdict | None:
    settings = case.results.settings
    alive = [setting for setting in settings if not _is_lost(case, setting)]
    if settings and not alive:
        reason = f"Every setting has lost its data: {', '.join(setting.name for setting in settings)}."
        return verdict(case, _ID, VerdictCall.REJECT, "no_setting", reason, settings[0].evidence[:2])
    valid = next((setting for setting in alive if setting.protocol in _VALID and setting.evidence), None)
    if valid is None:
        return None
    reason = f"Setting {valid.name!r} has the protocol {valid.protocol}."
    return verdict(case, _ID, VerdictCall.PASS, str(valid.protocol), reason, valid.evidence[:2])


def _is_lost(case: Case, setting: Setting) -> bool:
    """True where every source of the setting is gated or dead."""
    lost = {identify(link.url) for link in with_status(case.links, LinkStatus.GATED, LinkStatus.DEAD)}
    return bool(setting.sources) and all(identify(url) in lost for url in setting.sources)


def _by_text(case: Case) -> Verdict:
    """A named split first; a bare test set counts where no cross-validation is spoken of."""
    folds = first(case.paper, _KFOLD.search, *_PLACES)
    bare = ((Protocol.FIXED, _TEST_SET),) if folds is None else ()
    for protocol, pattern in ((Protocol.FIXED, _FIXED), (Protocol.RANDOM, _RANDOM), *bare):
        found = first(case.paper, pattern.search, *_PLACES)
        if found:
            reason = f"The text describes a {protocol} split."
            return verdict(case, _ID, VerdictCall.PASS, str(protocol), reason, quote(case.paper, found.text))
    return _folds(case, folds)


def _folds(case: Case, folds: Sentence | None) -> Verdict:
    if folds is None:
        reason = "No sentence says how training and test data come apart."
        return verdict(case, _ID, VerdictCall.UNKNOWN, "no_protocol", reason)
    evidence = quote(case.paper, folds.text)
    if case.links or any(first(case.paper, pattern.search, *_PLACES) for pattern in (_REBUILT, _ONE_OUT, _TEST_SET)):
        reason = "Cross-validation is described; do its published code, seed or folds give the same folds again?"
        return verdict(case, _ID, VerdictCall.UNKNOWN, "kfold", reason, evidence)
    reason = "Cross-validation is the only protocol, and neither folds nor code nor seed are published."
    return verdict(case, _ID, VerdictCall.REJECT, "kfold_only", reason, evidence)


_MENU = Menu(
    asks="How do development and evaluation data come apart in the main experiments? Cross-validation is valid where "
    "its folds are published or can be rebuilt from code and seed.",
    passes={
        "fixed": "a fixed test set",
        "random": "a random split",
        "bootstrap": "resampling",
        "kfold": "folds that are published or can be rebuilt",
        "none": "unsupervised, or scored by an oracle: there is nothing to split",
    },
    rejects={"kfold_only": "cross-validation alone, and neither folds nor code nor seed are published"},
    needs=Need(
        roles=(SectionRole.METHODS, SectionRole.RESULTS, SectionRole.OTHER),
        about=re.compile(
            r"\b(?:split|folds?|test set|held[- ]out|cross[- ]?validat\w*|partition\w*|train(?:ing)?)\b", re.IGNORECASE
        ),
    ),
)
"""Whether a setting keeps its data is counted by code from the answers of the links."""

RULE = Rule(_ID, 3, "at least one setting survives", judge, _MENU)
