"""Front matter of a page: `citation_*`, Dublin Core and PRISM tags, JSON-LD, and what is printed above the title."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from lxml import etree

from pipeline.intake.labels import is_type
from pipeline.intake.xml import text_in

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_LICENCE = re.compile(r"creativecommons\.org/(?:licenses|publicdomain)/", re.IGNORECASE)
_LICENCE_WORDS = re.compile(
    r"(?:under|with) (?:the terms of )?(?:the|a) (?:open )?Creative Commons [^.]{3,80}?"
    r"(?:licen[cs]e|\bCC[ -][A-Z]+)[^.]{0,20}",
    re.IGNORECASE,
)
_LARGEST_JSON = 2_000_000
_ARTICLES = {"ScholarlyArticle", "Article", "MedicalScholarlyArticle", "Report"}
_KINDS = (
    "//*[@id='artType']",
    "//*[@data-test='article-category']",
    "//*[contains(@class, 'article-identifiers')]//li",
    "//*[contains(@class, 'article-type') or contains(@class, 'articleType') or contains(@class, 'article_type')]",
    "//*[contains(@class, 'content-header__item_link--subject') or contains(@class, 'content-header__subject')]",
)
_SUBJECTS = (
    "//*[contains(@class, 'article-subject-list')]//li",
    "//*[contains(@class, 'content-header__subject')]//a",
    "//*[@id='subjectList']//li",
)


@dataclass
class Metadata:
    """Values by name, in lower case, and the article of JSON-LD."""

    root: etree._Element
    values: dict[str, list[str]] = field(default_factory=dict)
    linked: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, root: etree._Element) -> "Metadata":
        """The metadata of a page."""
        values: dict[str, list[str]] = {}
        for meta in root.iter("meta"):
            name = (meta.get("name") or meta.get("property") or "").lower()
            value = (meta.get("content") or "").strip()
            if name and value:
                values.setdefault(name, []).append(value)
        return cls(root, values, next(_articles(root), {}))

    def first(self, *names: str) -> str:
        """The first value of the first name that is there."""
        return next((self.values[name][0] for name in names if name in self.values), "")

    @property
    def title(self) -> str:
        """The title of the article; of a page without metadata, none."""
        linked = _text(self.linked.get("headline")) or _text(self.linked.get("name"))
        return self.first("citation_title", "dc.title") or linked or self.first("og:title")

    @property
    def doi(self) -> str:
        """The DOI as the page writes it."""
        names = ("citation_doi", "prism.doi", "doi", "dc.identifier", "bepress_citation_doi")
        return self.first(*names) or _text(self.linked.get("sameAs")) or _text(self.linked.get("@id"))

    @property
    def authors(self) -> list[tuple[str, str]]:
        """Given name and surname of each."""
        names = self.values.get("citation_author") or self.values.get("dc.creator") or []
        people = self.linked.get("author") or []
        linked = [_text(p.get("name")) for p in people if isinstance(p, dict)] if isinstance(people, list) else []
        return [_name(author) for author in names or linked if author]

    @property
    def journal(self) -> str:
        """The name of the journal."""
        part = self.linked.get("isPartOf")
        linked = _text(part.get("name")) if isinstance(part, dict) else ""
        return self.first("citation_journal_title", "prism.publicationname", "dc.source.journal") or linked

    @property
    def year(self) -> str:
        """The first year of publication that is given."""
        names = (
            "citation_online_date",
            "citation_publication_date",
            "prism.publicationdate",
            "dc.date",
            "citation_date",
        )
        dates = [self.first(name) for name in names] + [_text(self.linked.get("datePublished"))]
        years = [found.group() for date in dates if (found := _YEAR.search(date))]
        return min(years, default="")

    @property
    def licence(self) -> str:
        """The address of the licence where there is one, else its words."""
        links = [a.get("href") or "" for a in self.root.iter("a", "link")]
        addresses = [link for link in links if _LICENCE.search(link)]
        declared = _text(self.linked.get("license"))
        words = next((value for value in self.values.get("dc.rights", []) if "licen" in value.lower()), "")
        return declared or next(iter(addresses), "") or words or self._printed_licence()

    def _printed_licence(self) -> str:
        """The sentence that names a licence, where the page has no address of one."""
        for text in self.root.itertext("p", "div", "span", "a", with_tail=True):
            found = _LICENCE_WORDS.search(str(text))
            if found:
                return " ".join(found.group().split())
        return ""

    @property
    def kind(self) -> str:
        """The type of the article, as the journal names it."""
        printed = (text for path in _KINDS for text in _texts(self.root, path) if is_type(text))
        named = self.first("citation_article_type", "citation_section", "prism.section", "dc.type", "article:section")
        return named if is_type(named) else next(printed, named)

    @property
    def subjects(self) -> list[str]:
        """Subject headings and keywords."""
        printed = [text for path in _SUBJECTS for text in _texts(self.root, path)]
        keywords = self.linked.get("keywords") or []
        linked = keywords if isinstance(keywords, list) else str(keywords).split(",")
        tagged = [word for name in ("citation_keywords", "dc.subject") for word in self.values.get(name, [])]
        words = [_text(word) for word in [*printed, *linked, *tagged]]
        return list(dict.fromkeys(word for word in words if 0 < len(word) < 80))

    @property
    def language(self) -> str:
        """The language, as two letters where it is given so."""
        html = next(self.root.iter("html"), self.root)
        return (self.first("dc.language", "citation_language") or html.get("lang") or "").lower()[:2]


def _articles(root: etree._Element) -> Iterator[dict[str, Any]]:
    """Every article that JSON-LD on the page describes."""
    for script in root.iter("script"):
        source = script.text or ""
        if (script.get("type") or "") == "application/ld+json" and len(source) <= _LARGEST_JSON:
            try:
                yield from _in_json(json.loads(source), 0)
            except (ValueError, RecursionError):
                continue


def _in_json(value: Any, depth: int) -> Iterator[dict[str, Any]]:
    if isinstance(value, list) and depth < 5:
        for item in value:
            yield from _in_json(item, depth + 1)
    elif isinstance(value, dict) and depth < 5:
        kinds = value.get("@type")
        if _ARTICLES & set(kinds if isinstance(kinds, list) else [kinds]):
            yield value
        for name in ("mainEntity", "@graph"):
            yield from _in_json(value.get(name), depth + 1)


def _text(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""


def _texts(root: etree._Element, path: str) -> list[str]:
    found = root.xpath(path)
    elements = [item for item in found if isinstance(item, etree._Element)] if isinstance(found, list) else []
    return [text for item in elements if (text := " ".join(text_in(item).split()))]


def _name(author: str) -> tuple[str, str]:
    if "," in author:
        surname, _, given = author.partition(",")
        return given.strip(), surname.strip()
    given, _, surname = author.rpartition(" ")
    return given, surname
