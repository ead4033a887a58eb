"""From a draft of any format to a `Paper`."""

import hashlib
import re

from pipeline.intake.completeness import what_is_missing
from pipeline.intake.draft import Draft, DraftSection
from pipeline.intake.identity import paper_id
from pipeline.intake.links import links_of
from pipeline.intake.suspicions import addressed
from schemas.paper import Block, Paper, Section, SourceFile, SourceFormat, Suspicion


def source_of(name: str, data: bytes, form: SourceFormat, pages: int | None = None) -> SourceFile:
    """The source as it goes into the record."""
    digest = hashlib.sha256(data).hexdigest()
    return SourceFile(name=name, format=form, sha256=digest, bytes=len(data), pages=pages)


def assemble(source: SourceFile, draft: Draft) -> Paper:
    """The record of a paper."""
    front = draft.front
    paper = Paper(
        paper_id=paper_id(front.doi, source.sha256),
        source=source,
        **{name: getattr(front, name) for name in front.__dataclass_fields__},
        sections=tuple(_section(section) for section in draft.sections),
        tables=draft.tables,
        figures=draft.figures,
        links=links_of(draft.sections),
        suspicions=(*draft.suspicions, *_addresses(draft)),
        warnings=draft.warnings,
    )
    return paper.model_copy(update={"is_complete": what_is_missing(paper) is None})


def _section(section: DraftSection) -> Section:
    blocks = tuple(Block(text=p.text, page=p.page, box=p.box) for p in section.passages if p.text)
    title = section.titles[-1] if section.titles else ""
    return Section(path=section.path, title=title, role=section.role, level=section.level, blocks=blocks)


def _addresses(draft: Draft) -> tuple[Suspicion, ...]:
    """Passages of the text that give orders to a model."""
    passages = [passage for section in draft.sections for passage in section.passages]
    captions = [*(table.caption for table in draft.tables), *(figure.caption for figure in draft.figures)]
    found = [s for passage in passages for s in addressed(passage.text, passage.page)]
    return (*found, *(s for caption in captions for s in addressed(re.sub(r"\s+", " ", caption))))
