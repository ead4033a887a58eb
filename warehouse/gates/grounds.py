"""What a rejection rests on: evidence from the paper, a failed check, a person, or a stated attribute."""

import re
from collections.abc import Sequence

from schemas.base import Record
from schemas.data import CheckStatus, DataCheck
from schemas.evidence import DecidedBy
from schemas.outcome import Call, Decision
from schemas.pack import PackCheck

# The pre-filter rejects by what a document is. An attribute such as JATS's article-type has no sentence to quote, and
# neither has the absence of every term: then the reason must name what was read.
_ATTRIBUTE = re.compile(r"article[- ]type|journal|subject|heading|metadata|label|title|\bterms?\b", re.IGNORECASE)
PREFILTER_CATEGORIES = frozenset({"article_type", "no_ml_term"})


def grounds(records: Sequence[Record]) -> int:
    """How many things the decision of a unit rests on."""
    decisions = [record for record in records if isinstance(record, Decision)]
    return _failed_checks(records) + sum(_grounds_of(decision) for decision in decisions)


def _failed_checks(records: Sequence[Record]) -> int:
    checks = (record for record in records if isinstance(record, DataCheck | PackCheck))
    return sum(check.status is CheckStatus.FAIL for check in checks)


def _grounds_of(decision: Decision) -> int:
    human = decision.decider.by is DecidedBy.HUMAN and bool(decision.decider.person)
    return len(decision.evidence) + human + states_attribute(decision)


def states_attribute(decision: Decision) -> bool:
    """True for a rejection by the pre-filter whose reason names the attribute it was read from."""
    if decision.call is not Call.REJECT or decision.category not in PREFILTER_CATEGORIES:
        return False
    return _ATTRIBUTE.search(decision.reason) is not None
