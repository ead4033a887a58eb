"""Reading article pages of publishers and archives (HTML) by way of JATS: metadata, headings, tables, figures."""

import re

from lxml import etree
from lxml import html as parser

from pipeline.intake.draft import Draft
from pipeline.intake.failures import failure
from pipeline.intake.jats import read_jats
from pipeline.intake.roles import role_of
from pipeline.intake.translate import article, element
from pipeline.intake.xml import XLINK, text_in
from schemas.paper import SectionRole

_OUTSIDE = {
    "nav",
    "aside",
    "footer",
    "script",
    "style",
    "form",
    "button",
    "dialog",
    "noscript",
    "template",
    "svg",
    "header",
}
_FOREIGN = re.compile(
    r"recommend|related-|share|cookie|similar|citation-dialog|sidenav|u-js-hide|advert|banner|references-actions"
    r"|table-of-contents|front-matter|permalink"
)
_HEADING = re.compile(r"h[2-6]$")
_LABEL = re.compile(
    r"\s*((?:Extended Data |Supplementary )?(?:Table|Fig(?:ure)?)\.?\s*[A-Z]?\d+[a-z]?)\s*[.:|]?\s*(.*)", re.DOTALL
)
_INLINE = {"sup": "sup", "sub": "sub", "b": "bold", "strong": "bold", "i": "italic", "em": "italic"}
_TABLE_TAGS = {"thead", "tbody", "tfoot", "tr", "td", "th", "table"}
_NUMBER = re.compile(r"[\s\[\]()\d,;–a-z*†‡-]{1,20}")


def read_html(data: bytes) -> Draft:
    """The draft of an article page. Raises UnreadableError (not_a_paper) for a page that is no article."""
    root = parser.document_fromstring(
        data, parser=parser.HTMLParser(no_network=True, remove_comments=True, remove_pis=True)
    )
    metadata = _metadata(root)
    body = _Body()
    for found in _containers(root):
        body.walk(found)
    if not metadata.get("citation_title") and sum(_has_role(t) for t in body.titles) < 3:
        raise failure("not_a_paper", "a web page without an article")
    return read_jats(_article(body.root, metadata))


def _metadata(root: etree._Element) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for meta in root.iter("meta"):
        key, value = (meta.get("name") or meta.get("property") or "").lower(), (meta.get("content") or "").strip()
        if key and value:
            found.setdefault(key, []).append(value)
    return found


def _article(body: etree._Element, metadata: dict[str, list[str]]) -> etree._Element:
    def first(*keys: str) -> str:
        return next((metadata[key][0] for key in keys if key in metadata), "")

    year = re.search(
        r"\d{4}", first("citation_publication_date", "citation_online_date", "prism.publicationdate", "dc.date")
    )
    return article(
        body,
        title=first("citation_title", "dc.title", "og:title"),
        doi=first("citation_doi", "prism.doi", "dc.identifier"),
        authors=[_name(author) for author in metadata.get("citation_author", metadata.get("dc.creator", []))],
        journal=first("citation_journal_title", "prism.publicationname"),
        year=year.group() if year else "",
        kind=first("citation_article_type", "prism.section", "dc.type"),
        language=first("dc.language", "citation_language").lower(),
    )


def _name(author: str) -> tuple[str, str]:
    if "," in author:
        surname, _, given = author.partition(",")
        return given.strip(), surname.strip()
    given, _, surname = author.rpartition(" ")
    return given, surname


def _containers(root: etree._Element) -> list[etree._Element]:
    """The parts of the page that hold the article: its main body, else the first article element, else all."""
    for path in ("//*[contains(@class, 'main-article-body')]", "(//article)[1]", "//main", "//body"):
        found = root.xpath(path)
        if isinstance(found, list) and found:
            return [item for item in found if isinstance(item, etree._Element)]
    return [root]


def _has_role(title: str) -> bool:
    return role_of(title) is not SectionRole.OTHER


class _Body:
    """Builds nested sections from headings and blocks in the order of the page."""

    def __init__(self) -> None:
        self.root = element("body")
        self.titles: list[str] = []
        self._stack: list[tuple[int, etree._Element]] = [(1, self.root)]

    def walk(self, node: etree._Element) -> None:
        """Take in an element and what is below it."""
        tag = node.tag if isinstance(node.tag, str) else ""
        if not tag or tag in _OUTSIDE or _FOREIGN.search(node.get("class") or ""):
            return
        if _HEADING.match(tag):
            self._open(int(tag[1]), " ".join(text_in(node).split()))
        elif tag in {"p", "li", "dd", "pre", "blockquote"}:
            self._stack[-1][1].append(_inline(node, "p"))
        elif tag == "figure" or tag == "table" or "tw" in (node.get("class") or "").split():
            self._float(node)
        else:
            for child in node:
                self.walk(child)

    def _open(self, level: int, title: str) -> None:
        if not title:
            return
        while len(self._stack) > 1 and self._stack[-1][0] >= level:
            self._stack.pop()
        section = etree.SubElement(self._stack[-1][1], "sec")
        section.append(element("title", title))
        self.titles.append(title)
        self._stack.append((level, section))

    def _float(self, node: etree._Element) -> None:
        """A table or a figure with the label and caption that stand in it."""
        tables = [node] if node.tag == "table" else list(node.iter("table"))
        outside = " ".join(
            " ".join(str(t) for t in part.itertext())
            for part in node
            if part.tag not in {"table", "div"} or not list(part.iter("table"))
        )
        found = _LABEL.match(" ".join(outside.split()))
        is_table = bool(tables) or (found is not None and "Table" in found.group(1))
        wrap = element("table-wrap" if is_table else "fig")
        wrap.append(element("label", found.group(1) if found else ""))
        etree.SubElement(wrap, "caption").append(element("p", found.group(2) if found else ""))
        wrap.extend([_inline(table, "table") for table in tables])
        self._stack[-1][1].append(wrap)


def _inline(node: etree._Element, tag: str) -> etree._Element:
    """An element under the names of JATS, with links and citation marks told apart."""
    made = element(tag, node.text or "")
    for attribute in ("colspan", "rowspan"):
        if node.get(attribute):
            made.set(attribute, node.get(attribute, ""))
    for child in node:
        if isinstance(child.tag, str) and child.tag not in _OUTSIDE:
            part = _link(child) if child.tag == "a" else _inline(child, _INLINE.get(child.tag, _kept(child.tag)))
            part.tail = child.tail
            made.append(part)
    return made


def _kept(tag: str) -> str:
    return tag if tag in _TABLE_TAGS or tag == "br" else "named-content"


def _link(node: etree._Element) -> etree._Element:
    target = node.get("href") or ""
    text = " ".join(text_in(node).split())
    if "#" in target and (not target.startswith("http") or _NUMBER.fullmatch(text)):
        return element("xref", text, ref_type="bibr")
    made = element("ext-link", text)
    made.set(f"{XLINK}href", target)
    return made
