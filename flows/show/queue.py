"""The queue as a curator reads it: a heading per paper, a line per kind of question, and how to answer."""

from collections import Counter
from collections.abc import Iterator, Sequence

from flows.show.console import command_name, is_terminal, line, print_table, shortened
from schemas.outcome import Question
from warehouse.queue import Waiting

MOST_ALIKE = 3
"""Questions on one rule and one list of a paper that are shown one by one; of more, the first and their number."""


def show_queue(waiting: Sequence[Waiting]) -> None:
    """Print what waits; a table when piped."""
    if not is_terminal():
        rows = [_row(paper, question) for paper in waiting for question in paper.questions]
        print_table(["paper", "file", "stage", "rule", "field", "question", "place"], rows)
        return
    for paper in waiting:
        line(f"{paper.file}   {paper.paper_id}   at {paper.stage}", style="bold")
        last = ""
        for question, more in _grouped(paper.questions):
            last = _show(paper, question, more, last)
    counts = Counter(question.rule or paper.stage.value for paper in waiting for question in paper.questions)
    said = ", ".join(f"{rule}: {count}" for rule, count in counts.most_common())
    papers = "1 paper waits" if len(waiting) == 1 else f"{len(waiting)} papers wait"
    line(papers + (f"; questions by rule: {said}" if said else ""), style="bold")
    if waiting:
        line(f'answer with: {command_name()} decide PAPER FIELD VALUE --by NAME --reason "..."', style="dim")


def _grouped(questions: Sequence[Question]) -> Iterator[tuple[Question, int]]:
    """Each question, or the first of many alike and how many more there are."""
    groups: dict[tuple[str | None, str], list[Question]] = {}
    for question in questions:
        groups.setdefault((question.rule, question.field.split(".")[0]), []).append(question)
    for alike in groups.values():
        if len(alike) > MOST_ALIKE:
            yield alike[0], len(alike) - 1
        else:
            yield from ((question, 0) for question in alike)


def _show(paper: Waiting, question: Question, more: int, last: str) -> str:
    """A question, and where to look unless that is where the one before it stood."""
    line(f"  {question.rule or paper.stage}  {question.field}: {shortened(question.question, 240)}")
    for choice in question.choices:
        line(f"      - {shortened(choice, 240)}", style="dim")
    place = str(question.evidence[0].place) if question.evidence else ""
    if place and place != last:
        line(f"      look at {place}", style="dim")
    if more:
        line(f"      and {more} more like it (--json shows all)", style="dim")
    return place


def _row(paper: Waiting, question: Question) -> list[str]:
    place = str(question.evidence[0].place) if question.evidence else ""
    asked = " ".join((question.question, *(f"[{choice}]" for choice in question.choices)))
    return [paper.paper_id, paper.file, paper.stage.value, question.rule or "", question.field, asked, place]
