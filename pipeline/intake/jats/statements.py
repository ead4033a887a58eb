"""Availability statements that JATS keeps outside of the sections: custom metadata, notes and footnotes."""

from collections.abc import Iterator

from lxml import etree

from pipeline.intake.draft import DraftSection, Passage
from pipeline.intake.jats.inline import anchors, plain, text_of
from pipeline.intake.roles import role_of
from pipeline.intake.xml import select
from schemas.paper import SectionRole

_STATEMENTS = (SectionRole.DATA_AVAILABILITY, SectionRole.CODE_AVAILABILITY)


def statements(root: etree._Element) -> Iterator[DraftSection]:
    """Statements in the front matter and in author footnotes, as sections of their own."""
    yield from _custom(root)
    for note in select(root, "front//notes | front/article-meta/author-notes/fn | front/article-meta//fn-group/fn"):
        yield from _note(note)


def _custom(root: etree._Element) -> Iterator[DraftSection]:
    for meta in root.iterfind("front//custom-meta"):
        title = plain(meta.find("meta-name"))
        value = meta.find("meta-value")
        role = role_of(title)
        if value is not None and role in _STATEMENTS:
            yield DraftSection((title,), role, 1, [Passage(text_of(value), anchors=anchors(value))])


def _note(note: etree._Element) -> Iterator[DraftSection]:
    paragraphs = [(text_of(p), p) for p in note.iter("p")]
    title = plain(note.find("title")) or plain(note.find("label")) or _run_in_title(paragraphs)
    role = role_of(title, declared=note.get("notes-type") or note.get("fn-type"))
    if role in _STATEMENTS:
        passages = [Passage(text, anchors=anchors(p)) for text, p in paragraphs if text]
        yield DraftSection((title or "Data availability",), role, 1, passages)


def _run_in_title(paragraphs: list[tuple[str, etree._Element]]) -> str:
    """`Data availability: the data are ...` names itself."""
    head = paragraphs[0][0] if paragraphs else ""
    return head.split(":")[0] if ":" in head[:60] else ""
