"""Building the JATS tree of a document in another format, so that one reader serves them all."""

from collections.abc import Iterable

from lxml import etree

from pipeline.intake.xml import XLINK


def element(tag: str, text: str = "", **attributes: str) -> etree._Element:
    """A new element; underscores in attribute names become hyphens."""
    made = etree.Element(tag, {name.replace("_", "-"): value for name, value in attributes.items() if value})
    made.text = text
    return made


def link(target: str, text: str) -> etree._Element:
    """A link with its anchor text."""
    made = element("ext-link", text)
    made.set(f"{XLINK}href", target)
    return made


def article(
    body: etree._Element,
    *,
    title: str = "",
    doi: str = "",
    authors: Iterable[tuple[str, str]] = (),
    journal: str = "",
    year: str = "",
    licence: str = "",
    kind: str = "",
    subjects: Iterable[str] = (),
    language: str = "",
) -> etree._Element:
    """An article with its front matter. Authors are given name and surname."""
    root = element("article", article_type=kind)
    if language:
        root.set("{http://www.w3.org/XML/1998/namespace}lang", language)
    front = etree.SubElement(root, "front")
    _nested(front, "journal-meta/journal-title", journal)
    meta = etree.SubElement(front, "article-meta")
    meta.append(element("article-id", doi, pub_id_type="doi"))
    groups = etree.SubElement(meta, "article-categories")
    for subject in subjects:
        _nested(groups, "subj-group/subject", subject)
    _nested(meta, "title-group/article-title", title)
    people = etree.SubElement(meta, "contrib-group")
    for given, surname in authors:
        name = _nested(people, "contrib/name", "")
        name.extend([element("surname", surname), element("given-names", given)])
    _nested(meta, "pub-date/year", year)
    if licence:
        _nested(meta, "permissions/license/p", licence)
    root.append(body)
    return root


def add_abstract(root: etree._Element, abstract: etree._Element) -> None:
    """Put an abstract where the reader looks for it."""
    meta = root.find("front/article-meta")
    assert meta is not None
    abstract.tag = "abstract"
    meta.append(abstract)


def _nested(parent: etree._Element, path: str, text: str) -> etree._Element:
    for tag in path.split("/"):
        parent = etree.SubElement(parent, tag)
    parent.text = text
    return parent
