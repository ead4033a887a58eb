"""Orders to models, taken out of a paper: they are reported, and no part of the text that rules and models read."""

from collections.abc import Iterator
from dataclasses import replace

from pipeline.intake.draft import Draft, DraftSection
from pipeline.intake.suspicions import addressed, orders
from pipeline.intake.texts import sentences
from schemas.paper import Figure, Suspicion, Table


def without_orders(draft: Draft) -> Draft:
    """The draft less each sentence that gives an order to a model, and with a suspicion for each of them."""
    found = tuple(_suspicions(draft))
    if not found:
        return draft
    return replace(
        draft,
        sections=tuple(_section(section) for section in draft.sections),
        tables=tuple(_table(table) for table in draft.tables),
        figures=tuple(_figure(figure) for figure in draft.figures),
        suspicions=(*draft.suspicions, *found),
    )


def _suspicions(draft: Draft) -> Iterator[Suspicion]:
    for section in draft.sections:
        for passage in section.passages:
            yield from addressed(passage.text, passage.page)
        yield from addressed(section.titles[-1] if section.titles else "")
    for table in draft.tables:
        texts = (table.caption, table.notes, *(cell.text for cell in table.cells))
        yield from (found for text in texts for found in addressed(text, table.page))
    for figure in draft.figures:
        yield from addressed(figure.caption, figure.page)
    yield from addressed(draft.front.title)


def _section(section: DraftSection) -> DraftSection:
    passages = [replace(passage, text=_cut(passage.text)) for passage in section.passages]
    return replace(section, passages=[passage for passage in passages if passage.text])


def _table(table: Table) -> Table:
    cells = tuple(
        cell.model_copy(update={"text": text}) if (text := _cut(cell.text)) != cell.text else cell
        for cell in table.cells
    )
    return table.model_copy(update={"caption": _cut(table.caption), "notes": _cut(table.notes), "cells": cells})


def _figure(figure: Figure) -> Figure:
    return figure.model_copy(update={"caption": _cut(figure.caption)})


def _cut(text: str) -> str:
    """A text without the sentences that hold an order."""
    found = orders(text)
    if not found:
        return text
    kept = (
        text[start:end]
        for start, end in sentences(text)
        if not any(start < stop and begin < end for begin, stop in found)
    )
    return " ".join(kept).strip()
