"""The stage: from a paper (and what a human said of it) to the records of its task tuple."""

from pipeline.extract.grounded import kept_scores
from pipeline.ports import Produced
from pipeline.results import Results, read_results
from schemas.base import Record
from schemas.curation import Curation
from schemas.outcome import Question, Stage, advance, ask
from schemas.paper import Paper
from schemas.task import MethodRole, Score


def extract(paper: Paper, curation: Curation | None = None) -> Produced:
    """The task tuple of a paper. What is open or does not hold ends in a question, beside the records that do hold."""
    results = read_results(paper, curation)
    scores, refused = kept_scores(paper, results.scores)
    questions = (*results.gaps, *refused, *_missing(results, scores))
    records = _records(results, scores)
    if questions or results.task() is None:
        return Produced(ask(paper.paper_id, Stage.EXTRACT, "results_incomplete", questions), records)
    return Produced(advance(paper.paper_id, Stage.EXTRACT, _summary(results, scores)), records)


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
