"""Rule 3.3, evaluation loop closes: test inputs and their answers (or an oracle, or a reference) both exist."""

import re

from pipeline.screen.access import evidence_of, open_data
from pipeline.screen.case import Case, Menu, Need, Rule, verdict
from pipeline.screen.sentences import OWN_WORK, first, quote
from schemas.evidence import Evidence
from schemas.paper import SectionRole
from schemas.screening import Verdict, VerdictCall

_ID = "3.3"
_HIDDEN = re.compile(
    r"\btest(?:ing)?\s+(?:set\s+)?(?:labels?|answers?|annotations?|targets?)\b[^.]{0,60}"
    r"\b(?:hidden|withheld|kept\s+(?:private|secret)|not\s+(?:publicly\s+)?(?:available|released|public))\b",
    re.IGNORECASE,
)
_SERVER = re.compile(r"\b(?:evaluation|test|submission|leaderboard)\s+server\b", re.IGNORECASE)
_TEST_SET = re.compile(
    r"\b(?:test(?:ing)?|evaluation|validation|held-?out|hold-?out)[-\s]+(?:data\s?)?(?:sets?|splits?|samples?|data|images)\b",
    re.IGNORECASE,
)
_FOLDS = re.compile(r"\bcross[-\s]?validat\w+\b|\bleave-one-out\b", re.IGNORECASE)
_PLACES = (*OWN_WORK, SectionRole.OTHER)
_PARTS = ("test", "evaluation", "validation")


def judge(case: Case) -> Verdict:
    """Hidden answers reject where there is no second setting; else a test set in open data passes."""
    hidden = first(case.paper, _HIDDEN.search, *_PLACES)
    server = first(case.paper, _SERVER.search, *_PLACES)
    if hidden is None and server is None:
        return _closes(case)
    alone = hidden is not None and len(case.results.settings) == 1
    call = VerdictCall.REJECT if alone else VerdictCall.UNKNOWN
    reason = "The test answers are kept by somebody else." + ("" if alone else " Does a setting have its own?")
    evidence = quote(case.paper, *(sentence.text for sentence in (hidden, server) if sentence))
    return verdict(case, _ID, call, "no_reference", reason, evidence)


def _closes(case: Case) -> Verdict:
    found, tested = open_data(case), _test_set(case)
    evidence = (*evidence_of(case, found), *tested)
    if found and tested:
        return verdict(
            case, _ID, VerdictCall.PASS, "closes", "A test set is described and the data link is open.", evidence
        )
    reason = "No sentence or table describes a test set." if found else "Waits for an open link to the test data."
    return verdict(case, _ID, VerdictCall.UNKNOWN, "no_evidence", reason, evidence)


def _test_set(case: Case) -> tuple[Evidence, ...]:
    counts = (count for setting in case.results.settings for count in setting.counts if count.split.startswith(_PARTS))
    cells = next((count.evidence[:1] for count in counts if count.evidence), ())
    sentence = first(case.paper, _TEST_SET.search, *_PLACES) or first(case.paper, _FOLDS.search, *_PLACES)
    return cells or (quote(case.paper, sentence.text) if sentence else ())


_MENU = Menu(
    asks="Do the test inputs and their answers (or an oracle, or a reference distribution) both exist outside the "
    "authors' hands?",
    passes={"closes": "the paper describes test inputs and answers, and where both are"},
    rejects={"no_reference": "the answers of the test set are kept back, or never existed"},
    needs=Need(roles=(SectionRole.METHODS, SectionRole.RESULTS, SectionRole.OTHER), about=_TEST_SET),
    may_pass=lambda case: bool(open_data(case)),
)

RULE = Rule(_ID, 3, "evaluation loop closes", judge, _MENU)
