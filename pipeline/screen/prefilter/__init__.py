"""The pre-filter: signals that cost nothing and come before every rule, one per file."""

import pkgutil
from functools import cache
from importlib import import_module

from pipeline.screen.case import Case, Rule
from pipeline.screen.prefilter.signal import Hit, Signal
from pipeline.screen.sentences import first, quote
from pipeline.screen.vocabulary import has_term
from schemas.evidence import RULES
from schemas.screening import Verdict, VerdictCall

_NOT_SIGNALS = {"signal", "kinds"}


@cache
def all_signals() -> tuple[Signal, ...]:
    """Every signal of this folder, by name."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.name not in _NOT_SIGNALS)
    return tuple(import_module(f"{__name__}.{name}").SIGNAL for name in names)


def judge(case: Case) -> Verdict:
    """The first rejection, else the first doubt, else a pass."""
    hits = [hit for signal in all_signals() if (hit := signal.look(case.paper))]
    hit = next((hit for hit in hits if hit.call is VerdictCall.REJECT), None) or next(iter(hits), None) or _passed(case)
    return Verdict(
        paper_id=case.paper.paper_id,
        rule="prefilter",
        level=0,
        call=hit.call,
        category=hit.category,
        reason=hit.reason,
        evidence=hit.evidence,
        decider=RULES,
    )


def _passed(case: Case) -> Hit:
    found = first(case.paper, has_term)
    evidence = quote(case.paper, found.text) if found else ()
    return Hit(
        VerdictCall.PASS, "research", "No signal speaks against a research paper with a learned method.", evidence
    )


PREFILTER = Rule("prefilter", 0, "a complete research paper that speaks of machine learning", judge)
