"""Rule 3.1, open access: every component can be had with no login, form, agreement or e-mail.

A restriction counts where it covers the data and nothing open is named beside it; a mixture is for a human. A promise
and a link that nobody could answer for are unknown. Only `gated` and `dead` answers reject.
"""

import re

from pipeline.screen.access import (
    credentialed_data,
    data_links,
    data_statement,
    evidence_of,
    listed,
    open_data,
    public_data,
    restrictions,
    with_status,
)
from pipeline.screen.case import Case, Menu, Rule, verdict
from pipeline.screen.sentences import quote
from schemas.data import LinkCheck, LinkStatus
from schemas.screening import Verdict, VerdictCall

_ID = "3.1"
_SHOWN = 3
_IDENTITY = re.compile(r"\b(?:account|credentials|login|log ?in|sign(?:ed)?[- ]in)\b", re.IGNORECASE)
_SAYING = {
    "on_request": "The data are available on request only.",
    "agreement": "The data need an agreement or an approval.",
    "identity": "The data need a registration.",
}


def judge(case: Case) -> Verdict:
    """Restrictions first, as the stricter statement wins; then what the links gave."""
    links = data_links(case)
    tests = (_restricted, _answered, _credentialed, _open)
    return next((found for test in tests if (found := test(case, links))), None) or _unknown(case, links)


def _restricted(case: Case, links: tuple[LinkCheck, ...]) -> Verdict | None:
    found = restrictions(case.paper)
    if not found:
        return None
    category, sentence = found[0]
    beside = public_data(case.paper)
    if not links and beside is None:
        return verdict(case, _ID, VerdictCall.REJECT, category, _SAYING[category], quote(case.paper, sentence.text))
    named = listed(links) or "public data"
    reason = f"{_SAYING[category]} The paper also names {named}: which of them do the main settings need?"
    evidence = quote(case.paper, sentence.text, *((beside.text,) if beside else ()))
    return verdict(case, _ID, VerdictCall.UNKNOWN, category, reason, evidence)


def _answered(case: Case, links: tuple[LinkCheck, ...]) -> Verdict | None:
    """No data link is left: each one is gated or dead."""
    lost = with_status(links, LinkStatus.GATED, LinkStatus.DEAD)
    if not lost:
        return None
    category = _kind_of_gate(lost)
    call = VerdictCall.REJECT if len(lost) == len(links) and not public_data(case.paper) else VerdictCall.UNKNOWN
    reason = f"Not open: {listed(lost)} ({'; '.join(sorted({link.detail for link in lost}))})."
    return verdict(case, _ID, call, category, reason, evidence_of(case, lost))


def _kind_of_gate(lost: tuple[LinkCheck, ...]) -> str:
    """`dead` where nothing is there any more, `identity` where hosts ask who we are, else `agreement`."""
    gates = with_status(lost, LinkStatus.GATED)
    if not gates:
        return "dead"
    return "identity" if all(_IDENTITY.search(link.detail) for link in gates) else "agreement"


def _credentialed(case: Case, links: tuple[LinkCheck, ...]) -> Verdict | None:
    """A link that is open beside a collection behind an application may hold the code only: a human looks."""
    sentence = credentialed_data(case.paper)
    if sentence is None:
        return None
    reason = "The paper uses a collection that is given out on application. Which data do the main settings need"
    reason += f", and are they at {listed(links)}?" if links else "?"
    return verdict(case, _ID, VerdictCall.UNKNOWN, "agreement", reason, quote(case.paper, sentence.text))


def _open(case: Case, links: tuple[LinkCheck, ...]) -> Verdict | None:
    found = with_status(links, LinkStatus.OPEN)
    if not found:
        return None
    rest = tuple(link for link in links if link not in found)
    licences = ", ".join(sorted({link.licence for link in found if link.licence}))
    reason = f"Open: {listed(found)}" + (f" under {licences}." if licences else ".")
    reason += f" Not asked or no answer: {listed(rest)}." if rest else ""
    return verdict(case, _ID, VerdictCall.PASS, "open", reason, evidence_of(case, found))


def _unknown(case: Case, links: tuple[LinkCheck, ...]) -> Verdict:
    stated = data_statement(case.paper)
    if links:
        category = "no_answer"
        why = "; ".join(dict.fromkeys(f"{link.status}, {link.detail}" for link in links[:_SHOWN]))
        reason = f"No answer yet from {listed(links)} ({why}). Map them to a copy, or run again."
    elif stated:
        category, reason = "not_linked", "The data statement names no link; where can the data be had?"
    else:
        category, reason = "no_statement", "The paper has no data statement; where can the data be had?"
    return verdict(case, _ID, VerdictCall.UNKNOWN, category, reason, evidence_of(case, links))


_MENU = Menu(
    asks="Does the paper say that data which its main experiments need are kept back? Statements on code, reagents or "
    "additional data do not count, and neither does a promise or a missing statement. Where statements conflict, the "
    "stricter wins.",
    passes={"open": "every component that some main experiment needs is at the link that was found open"},
    rejects={
        "on_request": "the data of every main experiment come on request only",
        "agreement": "the data of every main experiment need an agreement or an approval",
        "identity": "the data of every main experiment need a registration or credentials",
    },
    may_pass=lambda case: bool(open_data(case)),
)
"""Whether a link is open or dead is for its host to say; a model reads what the paper says of restrictions."""

RULE = Rule(_ID, 3, "open access", judge, _MENU)
