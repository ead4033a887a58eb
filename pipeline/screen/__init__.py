"""Screening: does the paper hold a task that somebody else could attack, with open data and a score to beat?"""

from dataclasses import replace

from pipeline.ports import Chat, DataSource, Produced
from pipeline.results.model import Results
from pipeline.results.overruled import overruled
from pipeline.screen.asked import Judged, with_model
from pipeline.screen.case import Case, Rule
from pipeline.screen.links import check_links
from pipeline.screen.prefilter import PREFILTER
from pipeline.screen.questions import questions
from pipeline.screen.rules import all_rules
from schemas.curation import CuratedVerdict, Curation
from schemas.outcome import Call, Decision, Stage, advance, ask
from schemas.paper import Paper
from schemas.screening import Verdict, VerdictCall

__all__ = ["screen"]


def screen(
    paper: Paper,
    results: Results,
    source: DataSource,
    curation: Curation | None = None,
    chat: Chat | None = None,
) -> Produced:
    """Judge a paper by the pre-filter and the rules in order, up to the first rejection.

    Records are the verdicts, what a human amended of the results and, where level 3 is reached, one check per link.
    An undecided rule does not keep a later one from rejecting. A document without its full text goes to a human before
    any rule. With `chat`, a model is asked what no rule rejected and some left open.
    """
    case = Case(paper, results, curation=curation)
    judged = _judge(case, (PREFILTER, *(rule for rule in all_rules() if rule.level < 3)))
    if _is_open(judged):
        case = replace(case, links=check_links(paper, results, source))
        judged += _judge(case, tuple(rule for rule in all_rules() if rule.level >= 3))
        if chat is not None and _is_open(judged):
            judged = with_model(case, judged, chat)
    verdicts = tuple(verdict for _, verdict in judged)
    return Produced(_decision(case, judged), (*verdicts, *case.links, *overruled(paper, results, curation)))


def _judge(case: Case, rules: tuple[Rule, ...]) -> Judged:
    judged: Judged = ()
    for rule in rules:
        judged += ((rule, _verdict(case, rule)),)
        if not _is_open(judged):
            break
    return judged


def _is_open(judged: Judged) -> bool:
    """False after a rejection, and after a pre-filter that asks for the full text."""
    rule, verdict = judged[-1]
    stuck = rule is PREFILTER and verdict.call is VerdictCall.UNKNOWN
    return not stuck and verdict.call is not VerdictCall.REJECT


def _verdict(case: Case, rule: Rule) -> Verdict:
    """The rule's verdict, or a human's in its place: the rule's own is then kept in the reason."""
    own = rule.judge(case)
    curated = _curated(case.curation, rule)
    if case.curation is None or curated is None:
        return own
    return own.model_copy(
        update={
            "call": curated.call,
            "category": curated.category,
            "reason": f"{curated.reason} (The rule by itself: {own.call}, {own.category}. {own.reason})",
            "decider": case.curation.decider_of(curated),
        }
    )


def _curated(curation: Curation | None, rule: Rule) -> CuratedVerdict | None:
    entries = curation.verdicts if curation else ()
    return next((entry for entry in entries if entry.rule == rule.rule_id), None)


def _decision(case: Case, judged: Judged) -> Decision:
    paper_id = case.paper.paper_id
    last = judged[-1][1]
    if last.call is VerdictCall.REJECT:
        return Decision(
            paper_id=paper_id,
            stage=Stage.SCREEN,
            call=Call.REJECT,
            rule=last.rule,
            category=last.category,
            reason=last.reason,
            evidence=last.evidence,
            decider=last.decider,
        )
    open_questions = questions(case, judged)
    if open_questions:
        return ask(paper_id, Stage.SCREEN, _category(judged), open_questions)
    return advance(paper_id, Stage.SCREEN, f"{len(judged)} rules passed.")


def _category(judged: Judged) -> str:
    """The category of the first undecided verdict."""
    return next(verdict.category for _, verdict in judged if verdict.call is VerdictCall.UNKNOWN)
