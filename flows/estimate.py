"""What judging a paper would take, without a call: the same cascade and the same prompts, with nobody to answer.

Two bounds, because the answers decide how far a paper goes. The lower one: the first answer rejects it; where screening
has nothing to ask, one round of review. The upper one: nothing stops it, the review takes all its rounds and puts as
much before the judge as the judge may hear, and the writer writes the brief. Answers
that do not hold are asked again once and can double a call.
"""

from dataclasses import dataclass
from pathlib import Path

from flows.counting import Counted, Counting
from flows.stages import Tools
from flows.work import Work
from pipeline.extract import most_questions
from pipeline.intake import read
from pipeline.pack.brief import most_question
from pipeline.results import read_results
from pipeline.review.check import finding
from pipeline.review.court import MOST_CASES, Court
from pipeline.review.parts import PARTS
from pipeline.review.reviewer import Reviewer
from pipeline.review.stage import ROUNDS
from pipeline.screen import screen
from schemas.curation import Curation
from schemas.evidence import Evidence
from schemas.outcome import Call, Decision
from schemas.paper import Paper, Table
from schemas.review import Severity
from schemas.screening import Verdict
from schemas.task import Algorithm, Direction, MethodRole, Metric, Score, Setting, Task


@dataclass(frozen=True)
class Estimate:
    """One file: how the rules alone leave it, and the calls of both bounds."""

    path: Path
    paper_id: str
    reason: str
    lower: tuple[Counted, ...] = ()
    upper: tuple[Counted, ...] = ()


def estimate(work: Work, tools: Tools) -> Estimate:
    """Both bounds for one file. Raises what reading it raises."""
    path, curation = work.document.path, work.document.curation
    produced = read(path, tools.documents, tools.structure)
    paper = next((record for record in produced.records if isinstance(record, Paper)), None)
    if paper is None:
        return Estimate(path, "", produced.decision.reason)
    counting = Counting()
    screened = screen(paper, read_results(paper, curation), tools.source, curation, counting)
    if _is_over(screened.decision):
        return Estimate(path, paper.paper_id, screened.decision.reason)
    screening = tuple(counting.calls)
    verdicts = tuple(record for record in screened.records if isinstance(record, Verdict))
    extraction, review = extraction_calls(paper, curation), review_calls(paper, verdicts, curation)
    lower = screening[:1] or (*extraction[:1], *review)
    last = (*judge_calls(paper), *writer_calls(paper, curation))
    return Estimate(path, paper.paper_id, "models are asked", lower, (*screening, *extraction, *ROUNDS * review, *last))


def _is_over(decision: Decision) -> bool:
    """True where no model is asked: a rule rejects, or the full text is missing."""
    return decision.call is Call.REJECT or decision.category == "incomplete_document"


def extraction_calls(paper: Paper, curation: Curation | None) -> tuple[Counted, ...]:
    """The questions of extraction."""
    counting = Counting()
    for question in most_questions(paper, curation):
        counting.count(question)
    return tuple(counting.calls)


def review_calls(paper: Paper, verdicts: tuple[Verdict, ...], curation: Curation | None) -> tuple[Counted, ...]:
    """The questions of one round of review. Where the tuple cannot be read yet, of a record with all tables in it."""
    counting = Counting()
    reviewer = Reviewer(counting)
    task = read_results(paper, curation).task() or _stand_in(paper)
    for part in PARTS:
        reviewer.findings("", part, paper, task, verdicts)
    return tuple(counting.calls)


def judge_calls(paper: Paper) -> tuple[Counted, ...]:
    """As many cases as the judge of one review hears, each about the name of the method."""
    counting = Counting()
    basis = paper.find(paper.title)[:1]
    case = finding(paper, "R4", "algorithm.name", Severity.CRITICAL, "it has another name", recommended="another name")
    Court(counting).rule(paper, case, "the proposed method", basis)
    return MOST_CASES * tuple(counting.calls)


def writer_calls(paper: Paper, curation: Curation | None) -> tuple[Counted, ...]:
    """The question to the writer of the brief."""
    counting = Counting()
    counting.count(most_question(paper, read_results(paper, curation).task() or _stand_in(paper)))
    return tuple(counting.calls)


def _stand_in(paper: Paper) -> Task:
    """A record of the usual length that points at every table with cells."""
    paper_id = paper.paper_id
    return Task(
        algorithm=Algorithm(paper_id=paper_id, name="the proposed method"),
        settings=(Setting(paper_id=paper_id, setting_id="main", name="main"),),
        metrics=(
            Metric(paper_id=paper_id, metric_id="score", printed="score", direction=Direction.HIGHER, is_primary=True),
        ),
        scores=tuple(_score(paper_id, table) for table in paper.tables if table.cells),
    )


def _score(paper_id: str, table: Table) -> Score:
    return Score(
        paper_id=paper_id,
        setting_id="main",
        metric_id="score",
        method="a method",
        role=MethodRole.BASELINE,
        printed="0",
        value=0.0,
        evidence=(Evidence(quote="0", place=table.place()),),
    )
