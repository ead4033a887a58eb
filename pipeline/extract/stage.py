"""The stage: from a paper (and what a human said of it) to the records of its task tuple."""

from dataclasses import replace

from pipeline.asking import gives_orders
from pipeline.extract.filled import Filled, fill
from pipeline.extract.grounded import kept_scores
from pipeline.ports import Chat, Produced
from pipeline.results import Results, read_results
from pipeline.screen.case import Case
from pipeline.screen.rules import all_rules
from schemas.base import Record
from schemas.curation import Curation
from schemas.outcome import Call, Decision, Question, Stage, advance, ask
from schemas.paper import Paper
from schemas.screening import Verdict, VerdictCall
from schemas.task import MethodRole, Score

_ON_THE_TUPLE = ("2.1", "2.2")
"""The rules that are judged again on the extracted tuple, by code: screening may have passed them on a model's word."""


def extract(paper: Paper, curation: Curation | None = None, chat: Chat | None = None) -> Produced:
    """The task tuple of a paper. What is open or does not hold ends in a question, beside the records that do hold.

    With `chat` a model fills what the rules leave open, and says on which side of the method the data stand; it is not
    asked about a paper that gives orders to models.
    """
    chat = None if gives_orders(paper, curation) else chat
    filled = Filled(read_results(paper, curation)) if chat is None else fill(paper, curation, chat)
    scores, refused = kept_scores(paper, filled.results.scores)
    results = replace(filled.results, scores=scores)
    questions = (*results.gaps, *refused, *_missing(results, scores))
    verdicts = () if chat is None else _judged_again(paper, results, curation)
    records = (*_records(results, scores), *filled.components, *filled.claims, *verdicts)
    return Produced(_decision(paper, results, questions, verdicts), records)


def _judged_again(paper: Paper, results: Results, curation: Curation | None) -> tuple[Verdict, ...]:
    """What the code of these rules says of the tuple; a human's verdict on a rule needs no other."""
    decided = {entry.rule for entry in curation.verdicts} if curation else set()
    case = Case(paper, results, curation=curation)
    wanted = (rule for rule in all_rules() if rule.rule_id in _ON_THE_TUPLE and rule.rule_id not in decided)
    return tuple(rule.judge(case) for rule in wanted)


def _decision(
    paper: Paper, results: Results, questions: tuple[Question, ...], verdicts: tuple[Verdict, ...]
) -> Decision:
    rejecting = next((verdict for verdict in verdicts if verdict.call is VerdictCall.REJECT), None)
    if rejecting and not questions:
        return _rejection(rejecting)
    asked = questions or tuple(map(_question, _undecided(verdicts)))
    if asked or results.task() is None:
        return ask(paper.paper_id, Stage.EXTRACT, "results_incomplete", asked)
    return advance(paper.paper_id, Stage.EXTRACT, _summary(results, results.scores))


def _rejection(verdict: Verdict) -> Decision:
    return Decision(
        paper_id=verdict.paper_id,
        stage=Stage.EXTRACT,
        call=Call.REJECT,
        rule=verdict.rule,
        category=verdict.category,
        reason=verdict.reason,
        evidence=verdict.evidence,
        decider=verdict.decider,
    )


def _undecided(verdicts: tuple[Verdict, ...]) -> tuple[Verdict, ...]:
    return tuple(verdict for verdict in verdicts if verdict.call is VerdictCall.UNKNOWN)


def _question(verdict: Verdict) -> Question:
    text = f"Rule {verdict.rule} on the extracted scores: {verdict.reason}"
    return Question(field=f"verdicts.{verdict.rule}", question=text, rule=verdict.rule, evidence=verdict.evidence)


def _records(results: Results, scores: tuple[Score, ...]) -> tuple[Record, ...]:
    head = (results.algorithm,) if results.algorithm else ()
    return (*head, *results.settings, *results.metrics, *scores)


def _missing(results: Results, scores: tuple[Score, ...]) -> tuple[Question, ...]:
    """What the tuple lacks without any gap that says so."""
    if results.gaps:
        return ()
    missing: list[Question] = []
    if results.algorithm is None:
        missing.append(Question(field="algorithm", question="which method does the paper propose?"))
    if sum(metric.is_primary for metric in results.metrics) != 1:
        missing.append(Question(field="metrics", question="which one metric is primary?"))
    if not any(score.role is MethodRole.PROPOSED for score in scores):
        missing.append(Question(field="scores", question="what does the proposed method score?"))
    return tuple(missing)


def _summary(results: Results, scores: tuple[Score, ...]) -> str:
    name = results.algorithm.name if results.algorithm else "the method"
    left_out = f"; left out: {'; '.join(results.notes)}" if results.notes else ""
    methods = len({score.method for score in scores})
    return f"{name}: {len(scores)} scores of {methods} methods in {len(results.settings)} setting(s){left_out}"
