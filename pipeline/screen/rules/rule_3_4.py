"""Rule 3.4, consistent: source, version and size of the data agree with the text.

At this level nothing is downloaded: what the statement admits itself rejects, and a size in the text is what the files
are held against later (check 4.4).
"""

import re

from pipeline.offers import STATEMENTS
from pipeline.screen.access import data_links, data_statement, evidence_of, open_data
from pipeline.screen.case import Case, Menu, Need, Rule, verdict
from pipeline.screen.sentences import OWN_WORK, Sentence, first, quote, sentences
from schemas.evidence import Evidence
from schemas.paper import SectionRole
from schemas.screening import Verdict, VerdictCall

_ID = "3.4"
_TOY = re.compile(
    r"\b(?:an?\s+)?(?:toy|example|demo(?:nstration)?|sample|dummy|small\s+subset\s+of\s+the)\s+(?:data\s?sets?|data|files?|inputs?)\b"
    r"[^.]*\b(?:available|provided|included|released|shared)\b",
    re.IGNORECASE,
)
_ONLY = re.compile(r"\bonly\b", re.IGNORECASE)
_MISMATCH = re.compile(
    r"\b(?:updated|newer|later|revised|different)\s+(?:version|release)\b|\bdiffers?\s+(?:slightly\s+)?from\s+(?:the\s+)?(?:one|version|data)\b",
    re.IGNORECASE,
)
_SIZE = re.compile(
    r"(?<![\w.])\d[\d,\s]*\d\s+(?:[\w-]+\s+){0,3}?(?:samples|sequences|images|proteins?|peptides|sites|compounds|materials|molecules|structures"
    r"|patients|subjects|records|instances|examples|documents|papers|sentences|queries|cells|genes|graphs|nodes|observations|scans|videos"
    r"|pairs|cell[-\s]lines|triples|edges|residues|chains|utterances|frames|clips|rows|compositions|variants|recordings|reactions|entries|points|trajectories|tasks|classes|trials|data\s?points?)\b",
    re.IGNORECASE,
)


def judge(case: Case) -> Verdict:
    """Admissions first; then an open link and a size."""
    return _admitted(case) or _consistent(case)


def _admitted(case: Case) -> Verdict | None:
    stated = sentences(case.paper, *STATEMENTS) or data_statement(case.paper)
    toy = _first(stated, _TOY)
    if toy:
        only = _ONLY.search(toy.text) and not data_links(case)
        call = VerdictCall.REJECT if only else VerdictCall.UNKNOWN
        reason = "What is shared is an example" + (", not the data of the results." if only else "; are the data, too?")
        return verdict(case, _ID, call, "toy_data", reason, quote(case.paper, toy.text))
    other = _first(stated, _MISMATCH)
    if other:
        reason = "What is shared may be another version than the one the results come from."
        return verdict(case, _ID, VerdictCall.UNKNOWN, "version_unclear", reason, quote(case.paper, other.text))
    return None


def _first(stated: tuple[Sentence, ...], pattern: re.Pattern[str]) -> Sentence | None:
    return next((sentence for sentence in stated if pattern.search(sentence.text)), None)


def _consistent(case: Case) -> Verdict:
    found, size = open_data(case), _size(case)
    evidence = (*evidence_of(case, found), *size)
    if found and size:
        reason = "Nothing stated speaks against the open data; the paper prints a size to hold the files against."
        return verdict(case, _ID, VerdictCall.PASS, "consistent", reason, evidence)
    reason = "The paper prints no size of its data." if found else "Waits for an open link to the data."
    return verdict(case, _ID, VerdictCall.UNKNOWN, "no_evidence", reason, evidence)


def _size(case: Case) -> tuple[Evidence, ...]:
    counts = (count for setting in case.results.settings for count in setting.counts if count.evidence)
    cells = next((count.evidence[:1] for count in counts), ())
    sentence = first(case.paper, _SIZE.search, *OWN_WORK, SectionRole.OTHER)
    return cells or (quote(case.paper, sentence.text) if sentence else ())


_MENU = Menu(
    asks="Is what the paper shares the data that its results come from, in that version and size?",
    passes={"consistent": "the paper says which source, version and size it used, and shares that"},
    rejects={
        "toy_data": "only an example of the data is shared",
        "version_mismatch": "the shared version is another one than the results come from",
        "version_unclear": "a source that changes over time is named without version or date",
    },
    needs=Need(roles=(SectionRole.METHODS, SectionRole.OTHER), about=_SIZE),
    may_pass=lambda case: bool(open_data(case)),
)
"""Sizes are held against the files later, by code (check 4.4)."""

RULE = Rule(_ID, 3, "data consistent with the text", judge, _MENU)
