"""What a model is shown of a paper for screening: little first, then what the open rules need, and nothing twice."""

from collections.abc import Iterable, Iterator

from pipeline.asking import Passage, captions, grid, paragraphs, passage, ranked, without
from pipeline.offers import STATEMENTS
from pipeline.screen.access import data_statement
from pipeline.screen.case import Case, Need, Rule
from schemas.paper import Paper, SectionRole

FIRST_LOOK = 8_000
SECOND_LOOK = 32_000
"""Characters of paper text at most; a token is about four."""

_OPENING = 3
_WORDY = 150
_OFFERS = 6


def first_look(paper: Paper) -> tuple[Passage, ...]:
    """Title, abstract, statements on data and code, table captions; in this order of rank."""
    return (
        passage(paper, "Title", paper.title, 0),
        *ranked(_abstract(paper), 1),
        *ranked(_statements(paper), 2),
        *captions(paper, 3),
    )


def _abstract(paper: Paper) -> tuple[Passage, ...]:
    """The abstract; where none was found, the first long paragraphs, which it is likely to be among."""
    roles = tuple(role for role in SectionRole if role not in STATEMENTS)
    found = paragraphs(paper, SectionRole.ABSTRACT)
    return found or tuple(item for item in paragraphs(paper, *roles) if len(item.text) >= _WORDY)[:_OPENING]


def _statements(paper: Paper) -> tuple[Passage, ...]:
    """The availability sections; without any, the sentences that say where data can be had."""
    found = paragraphs(paper, *STATEMENTS)
    sentences = data_statement(paper)[:_OFFERS]
    return found or tuple(passage(paper, sentence.section, sentence.text) for sentence in sentences)


def second_look(case: Case, rules: Iterable[Rule]) -> tuple[Passage, ...]:
    """The paragraphs and tables that these rules need, in reading order, less what the first look showed.

    A rule that a model cannot pass on this paper needs nothing more.
    """
    needs = [rule.menu.needs for rule in rules if rule.menu and rule.menu.may_pass(case)]
    wanted = [item for need in needs for item in _needed(case.paper, need)]
    ranks: dict[Passage, int] = {}
    for item in wanted:
        plain = Passage(item.heading, item.text)
        ranks[plain] = min(item.rank, ranks.get(plain, item.rank))
    every = (*paragraphs(case.paper, *SectionRole), *_grids(case.paper))
    ordered = [Passage(item.heading, item.text, ranks[item]) for item in every if item in ranks]
    return without(ordered, first_look(case.paper))


def _needed(paper: Paper, need: Need) -> Iterator[Passage]:
    """Tables first, then the paragraphs of the best role, then those of the others."""
    if need.tables:
        yield from _grids(paper)
    for rank, role in enumerate(need.roles, start=1):
        for item in paragraphs(paper, role, rank=rank):
            if need.about is None or need.about.search(item.text):
                yield item


def _grids(paper: Paper) -> tuple[Passage, ...]:
    """The tables with text in them, without the captions that the first look showed."""
    tables = (table for table in paper.tables if table.cells and table.role is not SectionRole.SUPPLEMENT)
    return tuple(grid(paper, table, with_caption=False) for table in tables)
