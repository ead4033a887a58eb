"""Supplements: their sections, tables and figures stand behind the paper's own, under their own name."""

from collections.abc import Sequence
from typing import TypeVar

from pipeline.intake.merge.floats import key_of
from schemas.paper import Figure, Link, Paper, Section, SectionRole, Table

Float = TypeVar("Float", Table, Figure)
_ROLE = SectionRole.SUPPLEMENT


def attached(paper: Paper, supplements: Sequence[Paper]) -> Paper:
    """The paper with its supplements. Pages of a supplement are those of another file, so none is kept."""
    for number, supplement in enumerate(supplements, 1):
        top = "Supplement" if len(supplements) == 1 else f"Supplement {number}"
        paper = _attached(paper, supplement, top)
    return paper


def _attached(paper: Paper, supplement: Paper, top: str) -> Paper:
    labels = [*(table.label for table in paper.tables), *(figure.label for figure in paper.figures)]
    taken = {key_of(label) for label in labels}
    return paper.model_copy(
        update={
            "also_read": (*paper.also_read, supplement.source),
            "sections": (*paper.sections, *(_section(section, top) for section in supplement.sections)),
            "tables": (*paper.tables, *(_float(table, top, taken) for table in supplement.tables)),
            "figures": (*paper.figures, *(_float(figure, top, taken) for figure in supplement.figures)),
            "links": (*paper.links, *(_link(link, top) for link in supplement.links)),
            "suspicions": (*paper.suspicions, *supplement.suspicions),
        }
    )


def _section(section: Section, top: str) -> Section:
    blocks = tuple(block.model_copy(update={"page": None, "box": None}) for block in section.blocks)
    update = {"path": f"{top} > {section.path}", "role": _ROLE, "level": section.level + 1, "blocks": blocks}
    return section.model_copy(update=update)


def _float(item: Float, top: str, taken: set[str]) -> Float:
    label = f"Supplementary {item.label}" if key_of(item.label) in taken else item.label
    update: dict[str, object] = {"label": label, "section": f"{top} > {item.section}" if item.section else top}
    update |= {"page": None, "box": None}
    if isinstance(item, Table):
        update["role"] = _ROLE
        update["cells"] = tuple(cell.model_copy(update={"box": None}) for cell in item.cells)
    return item.model_copy(update=update)


def _link(link: Link, top: str) -> Link:
    section = f"{top} > {link.section}" if link.section else top
    return link.model_copy(update={"role": _ROLE, "section": section, "page": None})
