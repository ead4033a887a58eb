"""Reading Elsevier's full-text XML (`ja:article`, alone or inside an API answer) by way of JATS.

Tables are CALS: `namest`, `nameend` and `morerows` say what an entry spans.
"""

import re

from lxml import etree

from pipeline.intake.cals import set_spans
from pipeline.intake.draft import Draft
from pipeline.intake.jats import read_jats
from pipeline.intake.translate import add_abstract, article, element
from pipeline.intake.xml import XLINK, name, text_in

_NAMES = {
    "section": "sec", "section-title": "title", "para": "p", "simple-para": "p", "note-para": "p", "label": "label",
    "figure": "fig", "caption": "caption", "list": "list", "list-item": "list-item", "bib-reference": "ref",
    "acknowledgment": "ack", "appendices": "app-group", "table-footnote": "fn", "legend": "table-wrap-foot",
    "bold": "bold", "italic": "italic", "sup": "sup", "inf": "sub", "thead": "thead", "tbody": "tbody", "row": "tr",
    "display": "disp-formula", "tgroup": "table", "table": "table-wrap", "bibliography": "ref-list",
    "abstract-sec": "sec", "inter-ref": "ext-link", "cross-ref": "xref", "cross-refs": "xref",
}  # fmt: skip
_TYPES = {
    "fla": "research-article", "rev": "review-article", "edi": "editorial", "sco": "brief-report", "err": "correction",
    "cor": "letter", "dis": "discussion", "brv": "book-review", "ssu": "article-commentary", "nws": "news",
}  # fmt: skip
_TABLE_REFERENCE = re.compile(r"^(?:tblfn|fn|tfn|cor|aff)", re.IGNORECASE)


def read_elsevier(root: etree._Element) -> Draft:
    """The draft of a document of Elsevier's journal DTD 5."""
    body = element("body")
    for part in _all(root, "sections"):
        body.extend([_translated(child) for child in part])
    made = article(
        body,
        title=_first(root, "title") if not _all(root, "head") else _first(_all(root, "head")[0], "title"),
        doi=_first(root, "doi"),
        authors=[(_first(a, "given-name"), _first(a, "surname")) for a in _authors(root)],
        journal=_first(root, "srctitle") or _first(root, "publicationName"),
        year=_first(root, "cover-date-year") or _first(root, "coverDate")[:4],
        licence=_first(root, "user-license") or _first(root, "openaccessUserLicense") or _first(root, "copyright-line"),
        kind=_TYPES.get(_first(root, "document-subtype"), ""),
        subjects=[text for text in (_first(root, "dochead"),) if text],
        language="en",
    )
    _add_rest(root, made, body)
    return read_jats(made)


def _add_rest(root: etree._Element, made: etree._Element, body: etree._Element) -> None:
    """Abstracts, floats outside of the text, acknowledgements, appendices and references."""
    for abstract in _all(root, "abstract"):
        if abstract.get("class", "author") == "author":
            add_abstract(made, _translated(abstract))
    floats = etree.SubElement(made, "floats-group")
    for group in _all(root, "floats"):
        floats.extend([_translated(child) for child in group])
    back = etree.SubElement(made, "back")
    for tag in ("acknowledgment", "appendices", "bibliography"):
        back.extend([_translated(part) for part in _all(root, tag)])


def _all(root: etree._Element, tag: str) -> list[etree._Element]:
    return list(root.iter(f"{{*}}{tag}"))


def _first(root: etree._Element, tag: str) -> str:
    found = next(root.iter(f"{{*}}{tag}"), None)
    return "" if found is None else " ".join(text_in(found).split())


def _authors(root: etree._Element) -> list[etree._Element]:
    heads = _all(root, "head")
    return [author for group in _all(heads[0] if heads else root, "author-group") for author in _all(group, "author")]


def _translated(source: etree._Element) -> etree._Element:
    """An element and all below it under the names of JATS."""
    tag = name(source)
    made = element("td" if tag == "entry" else _NAMES.get(tag, tag or "ignored"), source.text or "")
    made.tail = source.tail
    if source.get("id"):
        made.set("id", source.get("id", ""))
    if tag in {"cross-ref", "cross-refs"}:
        made.set("rid", source.get("refid", ""))
        made.set("ref-type", _reference_type(source.get("refid", "")))
    if tag == "inter-ref":
        made.set(f"{XLINK}href", source.get(f"{XLINK}href", ""))
    if tag == "entry":
        set_spans(source, made)
    made.extend([_translated(child) for child in source])
    return made


def _reference_type(target: str) -> str:
    if _TABLE_REFERENCE.match(target):
        return "table-fn"
    return {"b": "bibr", "t": "table", "f": "fig"}.get(target[:1].lower(), "other")
