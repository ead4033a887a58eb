"""From a draft of any format to a `Paper`."""

import hashlib

from pipeline.intake.completeness import what_is_missing
from pipeline.intake.draft import Draft, DraftSection, Passage
from pipeline.intake.identity import paper_id
from pipeline.intake.language import code, language_of
from pipeline.intake.links import links_of
from pipeline.intake.orders import without_orders
from schemas.paper import Block, Paper, Section, SectionRole, SourceFile, SourceFormat


def source_of(name: str, data: bytes, form: SourceFormat, pages: int | None = None) -> SourceFile:
    """The source as it goes into the record."""
    digest = hashlib.sha256(data).hexdigest()
    return SourceFile(name=name, format=form, sha256=digest, bytes=len(data), pages=pages)


def assemble(source: SourceFile, draft: Draft) -> Paper:
    """The record of a paper."""
    draft = without_orders(draft)
    front = draft.front
    paper = Paper(
        paper_id=paper_id(front.doi, source.sha256),
        source=source,
        **{name: getattr(front, name) for name in front.__dataclass_fields__},
        sections=tuple(_section(section) for section in draft.sections),
        tables=draft.tables,
        figures=draft.figures,
        links=links_of((*draft.sections, *_captions(draft))),
        suspicions=draft.suspicions,
        warnings=draft.warnings,
    )
    found = {"is_complete": what_is_missing(paper) is None, "language": _language(paper) or code(front.language)}
    return paper.model_copy(update=found)


def _language(paper: Paper) -> str | None:
    """The language of the body: abstracts and titles are often given in English too."""
    aside = (SectionRole.ABSTRACT, SectionRole.REFERENCES)
    return language_of("\n".join(b.text for s in paper.sections if s.role not in aside for b in s.blocks))


def _section(section: DraftSection) -> Section:
    blocks = tuple(Block(text=p.text, page=p.page, box=p.box) for p in section.passages if p.text)
    title = section.titles[-1] if section.titles else ""
    return Section(path=section.path, title=title, role=section.role, level=section.level, blocks=blocks)


def _captions(draft: Draft) -> tuple[DraftSection, ...]:
    """Captions and notes as sections of their own, in the role of the section that they belong to."""
    roles = {section.path: section.role for section in draft.sections}
    tables = [(t.section or t.label, t.role, f"{t.caption} {t.notes}", t.page) for t in draft.tables]
    figures = [
        (f.section or f.label, roles.get(f.section or "", SectionRole.OTHER), f.caption, f.page) for f in draft.figures
    ]
    return tuple(
        DraftSection((path,), role, passages=[Passage(text=text.strip(), page=page)])
        for path, role, text, page in (*tables, *figures)
    )
