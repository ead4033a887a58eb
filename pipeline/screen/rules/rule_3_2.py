"""Rule 3.2, initial state complete: training data and what A starts from can be had.

Rejects only what the paper says itself: weights or data that it starts from and keeps back. The authors' own trained
weights are an output of A and need not be shared.
"""

import re

from pipeline.screen.access import DATA, data_links, data_statement, evidence_of, open_data, public_data
from pipeline.screen.case import Case, Menu, Need, Rule, verdict
from pipeline.screen.sentences import OWN_WORK, first, quote
from schemas.paper import SectionRole
from schemas.screening import Verdict, VerdictCall

_ID = "3.2"
_WITHHELD = re.compile(
    r"\b(?:cannot|can\s?not|will\s+not|could\s+not)\s+be\s+(?:\w+\s+)?(?:shared|released|disclosed|published|made\s+(?:\w+\s+)?available)\b"
    r"|\b(?:is|are)\s+not\s+(?:publicly\s+|openly\s+)?(?:available|shared|released|public)\b|\bno\s+(?:\w+\s+)?data\s+(?:are|is)\s+shared\b",
    re.IGNORECASE,
)
_PRIVATE_WEIGHTS = re.compile(
    r"\b(?:our|the\s+proposed)\b[^.]*\b(?:initiali[sz]ed?\s+(?:with|from)|fine-?tun\w+|start\w*\s+from|built\s+(?:up)?on)"
    r"\s+(?:\S+\s+){0,6}?(?:proprietary|unreleased|closed-source|closed-weight)\b",
    re.IGNORECASE,
)
_TRAINING = re.compile(r"\btrain(?:ing|ed)?\b", re.IGNORECASE)
_TRAINING_DATA = re.compile(
    r"\btraining[-\s]+(?:sets?|samples?|examples?|splits?|folds?|instances?|pairs?)\b|\btrained\s+(?:up)?on\s+(?:the\s+)?\d",
    re.IGNORECASE,
)


def judge(case: Case) -> Verdict:
    """What is kept back, else open data that the method is trained on."""
    weights = first(case.paper, _PRIVATE_WEIGHTS.search, *OWN_WORK, SectionRole.OTHER)
    if weights:
        reason = "The method starts from weights that are not released."
        return verdict(case, _ID, VerdictCall.REJECT, "private_weights", reason, quote(case.paper, weights.text))
    return _withheld(case) or _complete(case)


def _withheld(case: Case) -> Verdict | None:
    stated = (s for s in data_statement(case.paper) if _WITHHELD.search(s.text) and DATA.search(s.text))
    found = next(stated, None)
    if found is None:
        return None
    mixed = bool(data_links(case)) or public_data(case.paper) is not None
    reason = "The paper says that data are not shared" + ("; other data it names are." if mixed else ".")
    call = VerdictCall.UNKNOWN if mixed else VerdictCall.REJECT
    return verdict(case, _ID, call, "no_training_data", reason, quote(case.paper, found.text))


def _complete(case: Case) -> Verdict:
    found = open_data(case)
    trained = first(case.paper, _trains_on_data, *OWN_WORK, SectionRole.OTHER)
    evidence = (*evidence_of(case, found), *(quote(case.paper, trained.text) if trained else ()))
    if found and trained:
        return verdict(
            case, _ID, VerdictCall.PASS, "complete", "Training data are described and their link is open.", evidence
        )
    reason = (
        "No sentence says what the method is trained on." if found else "Waits for an open link to the training data."
    )
    return verdict(case, _ID, VerdictCall.UNKNOWN, "no_evidence", reason, evidence)


def _trains_on_data(text: str) -> bool:
    return bool(_TRAINING_DATA.search(text) or (_TRAINING.search(text) and DATA.search(text)))


_MENU = Menu(
    asks="Can the training data and everything else that the method starts from be had? The authors' own trained "
    "weights are an output and need not be shared.",
    passes={"complete": "the paper says what the method is trained on, and that this is open"},
    rejects={
        "private_weights": "the method starts from weights that are unreleased, or behind an interface or application",
        "private_resource": "the method needs another resource that is kept back",
        "no_training_data": "only plots or outputs are shared",
    },
    needs=Need(roles=(SectionRole.METHODS, SectionRole.OTHER, SectionRole.RESULTS), about=_TRAINING),
    may_pass=lambda case: bool(open_data(case)),
)

RULE = Rule(_ID, 3, "initial state complete", judge, _MENU)
