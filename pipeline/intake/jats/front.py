"""Identity of a JATS article: DOI, title, authors, journal, year, licence, type and subjects."""

import re

from lxml import etree

from pipeline.intake.draft import Front
from pipeline.intake.identity import clean_doi
from pipeline.intake.jats.inline import plain, text_of
from pipeline.intake.xml import XLINK

_YEAR = re.compile(r"\b(19|20)\d\d\b")
_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


def front(root: etree._Element) -> Front:
    """The front matter. The DOI is the article's own; the ids of references are never looked at."""
    meta = root.find("front/article-meta")
    if meta is None:
        meta = root.find("front-stub")
    if meta is None:
        return Front(article_type=root.get("article-type"))
    subjects = _subjects(meta)
    return Front(
        doi=clean_doi(plain(meta.find("article-id[@pub-id-type='doi']"))),
        title=text_of(meta.find("title-group/article-title")),
        authors=_authors(meta),
        journal=_journal(root),
        year=_year(meta),
        licence=_licence(meta),
        article_type=root.get("article-type"),
        subjects=subjects,
        first_page_labels=subjects[:1],
        language=root.get(_LANGUAGE),
    )


def _subjects(meta: etree._Element) -> tuple[str, ...]:
    """Headings first, then the rest, each once."""
    groups = meta.findall("article-categories/subj-group")
    groups.sort(key=lambda group: "heading" not in (group.get("subj-group-type") or ""))
    texts = [text_of(subject) for group in groups for subject in group.iter("subject")]
    return tuple(dict.fromkeys(text for text in texts if text))


def _authors(meta: etree._Element) -> tuple[str, ...]:
    names = []
    for contributor in meta.findall("contrib-group/contrib"):
        if contributor.get("contrib-type", "author") == "author":
            names.append(_name(contributor))
    return tuple(name for name in names if name)


def _name(contributor: etree._Element) -> str:
    person = contributor.find(".//name")
    if person is None:
        return plain(contributor.find("collab")) or plain(contributor.find("string-name"))
    return f"{plain(person.find('given-names'))} {plain(person.find('surname'))}".strip()


def _journal(root: etree._Element) -> str | None:
    return plain(root.find("front/journal-meta//journal-title")) or None


def _year(meta: etree._Element) -> int | None:
    years = [int(text) for date in meta.findall("pub-date") if _YEAR.fullmatch(text := plain(date.find("year")))]
    return min(years, default=None)


def _licence(meta: etree._Element) -> str | None:
    """The licence address where it is declared, else its words."""
    element = meta.find("permissions/license")
    if element is None:
        return plain(meta.find("permissions/copyright-statement")) or None
    declared = element.get(f"{XLINK}href") or plain(element.find("{http://www.niso.org/schemas/ali/1.0/}license_ref"))
    link = element.find(".//ext-link")
    linked = None if link is None else link.get(f"{XLINK}href")
    return declared or linked or plain(element)[:300] or None
