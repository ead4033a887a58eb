"""The questions behind screening, as if every answer held at once."""

from flows.counting import Counted, Counting
from pipeline.extract import most_questions
from schemas.paper import Paper


def later_calls(paper: Paper) -> tuple[Counted, ...]:
    """What extraction would ask about a paper."""
    counting = Counting()
    for question in most_questions(paper, None):
        counting.count(question)
    return tuple(counting.calls)
