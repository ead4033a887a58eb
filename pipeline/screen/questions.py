"""What a human is asked when rules are undecided: one question per rule, or what the result tables lack."""

from pipeline.screen.case import Case, Rule
from schemas.outcome import Question
from schemas.screening import Verdict, VerdictCall

_BY_RESULTS = ("2.1", "2.2", "3.5")
"""Rules that judge by the result tables: where those have gaps, the gaps are the question."""


def questions(case: Case, judged: tuple[tuple[Rule, Verdict], ...]) -> tuple[Question, ...]:
    """One question per undecided rule, each asked once, in the order of the rules."""
    asked = [
        question
        for rule, verdict in judged
        if verdict.call is VerdictCall.UNKNOWN
        for question in _gaps(case, verdict) or (_question(rule, verdict),)
    ]
    kept: dict[tuple[str, str], Question] = {}
    for question in asked:
        kept.setdefault((question.field, question.question), question)
    return tuple(kept.values())


def _gaps(case: Case, verdict: Verdict) -> tuple[Question, ...]:
    """The gaps of the results that explain a verdict: those that name its rule, or no rule."""
    if verdict.rule not in _BY_RESULTS:
        return ()
    found = (gap for gap in case.results.gaps if gap.rule in (verdict.rule, None))
    return tuple(gap.model_copy(update={"rule": verdict.rule}) if gap.rule is None else gap for gap in found)


def _question(rule: Rule, verdict: Verdict) -> Question:
    text = f"Rule {rule.rule_id} ({rule.title}): {verdict.reason}"
    return Question(field=f"verdicts.{rule.rule_id}", question=text, rule=rule.rule_id, evidence=verdict.evidence)
