"""Reading TEI (P5), as GROBID and others write it, by way of JATS."""

import re

from lxml import etree

from pipeline.intake.draft import Draft
from pipeline.intake.jats import read_jats
from pipeline.intake.translate import add_abstract, article, element
from pipeline.intake.xml import XLINK, name, text_in

_NAMES = {
    "div": "sec", "head": "title", "p": "p", "list": "list", "item": "list-item", "row": "tr", "cell": "td",
    "formula": "disp-formula", "biblStruct": "ref", "bibl": "ref", "note": "fn", "ab": "p",
    "lb": "break",
}  # fmt: skip
_XML = "{http://www.w3.org/XML/1998/namespace}"
_TYPES = {
    "acknowledgement": "Acknowledgements", "acknowledgment": "Acknowledgements", "availability": "Data availability",
    "funding": "Funding", "annex": "Appendix", "contribution": "Author contributions",
    "conflict": "Competing interests",
}  # fmt: skip
_LABEL = re.compile(
    r"\s*((?:Supplementary |Extended Data )?(?:Table|Fig(?:ure)?)\.?\s*[A-Z]?\d+|[IVX]+(?=\W))\W*(.*)", re.DOTALL
)
_REFERENCES = {"bibr": "bibr", "table": "table", "figure": "fig", "foot": "fn"}
_RENDITIONS = {"superscript": "sup", "sup": "sup", "bold": "bold", "italic": "italic", "subscript": "sub"}


def read_tei(root: etree._Element) -> Draft:
    """The draft of a TEI document."""
    header = root.find("{*}teiHeader")
    header = root if header is None else header
    text = root.find(".//{*}text/{*}body")
    body = element("body")
    body.extend([] if text is None else [_translated(child) for child in text])
    made = article(
        body,
        title=_path(header, ".//{*}titleStmt/{*}title"),
        doi=_path(header, ".//{*}sourceDesc//{*}idno[@type='DOI']")
        or _path(header, ".//{*}sourceDesc//{*}idno[@type='doi']"),
        authors=[
            (_path(a, ".//{*}forename"), _path(a, ".//{*}surname")) for a in header.iterfind(".//{*}analytic/{*}author")
        ],
        journal=_path(header, ".//{*}monogr/{*}title"),
        year=_year(header),
        licence=_licence(header),
        kind=_path(header, ".//{*}notesStmt/{*}note[@type='content-type']"),
        language=_language(root),
    )
    for abstract in header.iterfind(".//{*}abstract"):
        add_abstract(made, _translated(abstract))
    back = etree.SubElement(made, "back")
    references = etree.SubElement(back, "ref-list")
    for part in root.iterfind(".//{*}text/{*}back/{*}div"):
        items = part.findall(".//{*}biblStruct") or part.findall(".//{*}listBibl/{*}bibl")
        if items:
            references.extend([_translated(item) for item in items])
        else:
            back.extend(_back_matter(part))
    return read_jats(made)


def _back_matter(part: etree._Element) -> list[etree._Element]:
    """A part of the back with a title: its own, those of the parts in it, or the one that its type stands for."""
    inner = [child for child in part if name(child) == "div"]
    if part.find("{*}head") is None and inner:
        return [made for child in inner for made in _back_matter(child if child.get("type") else _typed(child, part))]
    made = _translated(part)
    if made.find("title") is None:
        made.insert(0, element("title", _TYPES.get(part.get("type", ""), "Back matter")))
    return [made]


def _typed(child: etree._Element, part: etree._Element) -> etree._Element:
    child.set("type", part.get("type", ""))
    return child


def _licence(header: etree._Element) -> str:
    """The address of the licence where it is declared, else its words."""
    declared = header.find(".//{*}availability/{*}licence[@target]")
    return declared.get("target", "") if declared is not None else _path(header, ".//{*}availability")


def _language(root: etree._Element) -> str:
    holders = (root, root.find(".//{*}text"), root.find("{*}teiHeader"))
    return next((code for holder in holders if holder is not None and (code := holder.get(f"{_XML}lang"))), "")


def _path(root: etree._Element, path: str) -> str:
    found = root.find(path)
    return "" if found is None else " ".join(text_in(found).split())


def _year(header: etree._Element) -> str:
    dates = [date.get("when", "")[:4] for date in header.iterfind(".//{*}date")]
    return min((date for date in dates if date.isdigit()), default="")


def _translated(source: etree._Element) -> etree._Element:
    """An element and all below it under the names of JATS."""
    if name(source) == "figure" or (name(source) == "table" and source.find("{*}head") is not None):
        return _float(source)
    made = element(_tag(source), source.text or "")
    made.tail = source.tail
    if name(source) == "ref":
        made.set("ref-type", _REFERENCES.get(source.get("type", ""), "other"))
        made.set("rid", (source.get("target") or "").lstrip("#"))
        if (source.get("target") or "").startswith("http"):
            made.tag = "ext-link"
            made.set(f"{XLINK}href", source.get("target", ""))
    if name(source) == "cell":
        made.set("colspan", source.get("cols", "1"))
        made.set("rowspan", source.get("rows", "1"))
    made.extend([_translated(child) for child in source])
    return made


def _tag(source: etree._Element) -> str:
    tag = name(source)
    if tag == "hi":
        return _RENDITIONS.get(source.get("rend", ""), "named-content")
    return "xref" if tag == "ref" else _NAMES.get(tag, tag or "ignored")


def _float(source: etree._Element) -> etree._Element:
    """A figure; a table, which TEI keeps in a figure or lets stand alone."""
    table = source if name(source) == "table" else source.find("{*}table")
    made = element("fig" if table is None and source.get("type") != "table" else "table-wrap")
    made.tail = source.tail
    made.set("id", source.get(f"{_XML}id", ""))
    label, title = _label(source, "Figure" if made.tag == "fig" else "Table")
    made.append(element("label", label))
    texts = [title, _text_of(source, "caption-title"), _path(source, "{*}figDesc")]
    caption = etree.SubElement(made, "caption")
    caption.extend([element("p", text) for text in dict.fromkeys(texts) if text])
    rows = [] if table is None else [_translated(row) for row in table.findall("{*}row")]
    if rows:
        etree.SubElement(made, "table").extend(rows)
    notes = [" ".join(text_in(note).split()) for note in source.findall("{*}note")]
    if made.tag == "table-wrap" and any(notes):
        etree.SubElement(made, "table-wrap-foot").extend([element("p", note) for note in notes if note])
    return made


def _label(source: etree._Element, kind: str) -> tuple[str, str]:
    """The label, and what of the caption stands with it in the same heading (`Table 1 . Results`)."""
    head = _text_of(source, "label") or _path(source, "{*}head")
    number = _path(source, "{*}label")
    found = _LABEL.match(head)
    if found is not None:
        return found.group(1), found.group(2)
    return (f"{kind} {number}", head) if number[:1].isdigit() else (head or number, "")


def _text_of(source: etree._Element, kind: str) -> str:
    return _path(source, f"{{*}}head[@type='{kind}']")
