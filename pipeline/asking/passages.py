"""Pieces of a paper as a model is shown them: whole paragraphs, captions and tables, never half of one.

A passage that talks to a model, or that readers cannot see, is left out wherever the reader of the file reported it.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from prompts import fenced
from schemas.grounding import normalise
from schemas.paper import Paper, SectionRole, Table

LEFT_OUT = "[a passage that addresses a model was left out]"
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z(\[\"'])")
_SHORT = 12


@dataclass(frozen=True)
class Passage:
    """A piece of text under a heading. Where there is no room for all, those with the lowest `rank` are shown."""

    heading: str
    text: str
    rank: int = 0


def passage(paper: Paper, heading: str, text: str, rank: int = 0) -> Passage:
    """A piece of the paper's text, less what addresses a model."""
    return Passage(heading, _quiet(paper, text), rank)


def paragraphs(paper: Paper, *roles: SectionRole, rank: int = 0) -> tuple[Passage, ...]:
    """The paragraphs of the sections with these roles, in reading order; never the references."""
    return tuple(
        passage(paper, section.path, block.text, rank)
        for section in paper.sections_of(*roles)
        if section.role is not SectionRole.REFERENCES
        for block in section.blocks
        if block.text.strip()
    )


def captions(paper: Paper, rank: int = 0) -> tuple[Passage, ...]:
    """The caption of every table."""
    named = ((table.label or "Table", table.caption) for table in paper.tables if table.caption)
    return tuple(passage(paper, f"Caption of {label}", text, rank) for label, text in named)


def grid(paper: Paper, table: Table, rank: int = 0, *, with_caption: bool = True) -> Passage:
    """A table as lines of cells with the index of each row and column; headers and notes are part of it."""
    lines = [f"row {row} | {' | '.join(_cells(table, row))}" for row in range(table.n_rows)]
    head = "index | " + " | ".join(f"column {column}" for column in range(table.n_columns))
    about = (table.caption if with_caption else "", head, *lines, table.notes)
    return passage(paper, table.label or "Table", "\n".join(text for text in about if text), rank)


def _cells(table: Table, row: int) -> Iterator[str]:
    """The texts of a row; a cell that spans several columns is printed in the first of them."""
    for column in range(table.n_columns):
        cell = table.cell(row, column)
        yield " ".join(cell.text.split()) if cell and column in (cell.column, 0) else ""


def shown(label: str, passages: Iterable[Passage], limit: int) -> str:
    """The fenced passages that fit into `limit` characters, lowest ranks first, in the order they were given in."""
    kept = list(passages)
    chosen: set[int] = set()
    room = limit
    for index in sorted(range(len(kept)), key=lambda at: (kept[at].rank, at)):
        if len(kept[index].text) <= room:
            chosen.add(index)
            room -= len(kept[index].text)
    return fenced(label, "\n\n".join(_headed([kept[index] for index in sorted(chosen)])))


def _headed(passages: list[Passage]) -> Iterator[str]:
    """Texts, each run of one heading under it once."""
    last = None
    for item in passages:
        yield item.text if item.heading == last else f"## {item.heading}\n{item.text}"
        last = item.heading


def without(passages: Iterable[Passage], seen: Iterable[Passage]) -> tuple[Passage, ...]:
    """The passages, each less what was seen of it before; what was seen whole is left out."""
    known = tuple(item.text for item in seen if len(item.text) >= _SHORT)
    rest = (replace(item, text=_less(item.text, known)) for item in passages)
    return tuple(item for item in rest if item.text)


def _less(text: str, known: tuple[str, ...]) -> str:
    for part in known:
        text = text.replace(part, " ")
    return text.strip()


def ranked(passages: Iterable[Passage], rank: int) -> tuple[Passage, ...]:
    """The same passages with another rank."""
    return tuple(replace(item, rank=rank) for item in passages)


def speaks_to_a_model(paper: Paper, text: str) -> bool:
    """True where a text holds, or is part of, a passage that was reported as talking to a model or as hidden."""
    inner = normalise(text)
    reported = (normalise(found.text) for found in paper.suspicions)
    return any(len(item) >= _SHORT and (item in inner or (len(inner) >= _SHORT and inner in item)) for item in reported)


def _quiet(paper: Paper, text: str) -> str:
    """A text whose reported sentences are replaced by a remark."""
    if not paper.suspicions or not speaks_to_a_model(paper, text):
        return text
    sentences = _SENTENCE.split(text)
    kept = [LEFT_OUT if speaks_to_a_model(paper, sentence) else sentence for sentence in sentences]
    joined = " ".join(text for at, text in enumerate(kept) if text != LEFT_OUT or kept[at - 1 : at] != [LEFT_OUT])
    return LEFT_OUT if speaks_to_a_model(paper, joined) else joined
