"""Reading article pages of publishers and archives (HTML) by way of JATS: metadata, headings, tables, figures."""

from collections.abc import Sequence
from dataclasses import replace

from lxml import etree

from pipeline.intake.draft import Draft
from pipeline.intake.failures import failure
from pipeline.intake.html.beside import is_table_page, table_pages
from pipeline.intake.html.body import Body
from pipeline.intake.html.linked_tables import fill, slugs_of
from pipeline.intake.html.metadata import Metadata
from pipeline.intake.html.page import tree
from pipeline.intake.jats import read_jats
from pipeline.intake.roles import role_of
from pipeline.intake.translate import article
from schemas.paper import SectionRole

__all__ = ["is_table_page", "read_html", "table_pages"]

_CONTAINERS = (
    "//*[contains(@class, 'main-article-body')]",
    "//*[@id='artText']",
    "(//article[.//h2])[1]",
    "//main",
    "//*[@role='main']",
    "//body",
)


def read_html(data: bytes, pages: Sequence[bytes] = ()) -> Draft:
    """The draft of an article page; `pages` are table pages saved beside it.

    Raises UnreadableError (not_a_paper) for a page that is no article.
    """
    try:
        root = tree(data)
    except etree.ParserError as error:
        raise failure("not_a_paper", "a page without content") from error
    metadata = Metadata.of(root)
    slugs = slugs_of(root)
    body = Body()
    for found in _containers(root):
        body.walk(found)
    if not metadata.first("citation_title") and sum(_has_role(title) for title in body.titles) < 3:
        raise failure("not_a_paper", "a web page without an article")
    warnings = fill(body.root, pages, slugs)
    draft = read_jats(_article(body.root, metadata))
    return replace(draft, warnings=(*draft.warnings, *warnings))


def _article(body: etree._Element, metadata: Metadata) -> etree._Element:
    return article(
        body,
        title=metadata.title,
        doi=metadata.doi,
        authors=metadata.authors,
        journal=metadata.journal,
        year=metadata.year,
        licence=metadata.licence,
        kind=metadata.kind,
        subjects=[text for text in dict.fromkeys([metadata.kind, *metadata.subjects]) if text],
        language=metadata.language,
    )


def _containers(root: etree._Element) -> list[etree._Element]:
    """The parts of the page that hold the article."""
    for path in _CONTAINERS:
        found = root.xpath(path)
        if isinstance(found, list) and found:
            return [item for item in found if isinstance(item, etree._Element)]
    return [root]


def _has_role(title: str) -> bool:
    return role_of(title) is not SectionRole.OTHER
