"""Reading TEI (P5), as GROBID and others write it, by way of JATS."""

from lxml import etree

from pipeline.intake.draft import Draft
from pipeline.intake.jats import read_jats
from pipeline.intake.translate import add_abstract, article, element
from pipeline.intake.xml import XLINK, name, text_in

_NAMES = {
    "div": "sec", "head": "title", "p": "p", "list": "list", "item": "list-item", "row": "tr", "cell": "td",
    "formula": "disp-formula", "biblStruct": "ref", "bibl": "ref", "note": "fn", "ab": "p",
}  # fmt: skip
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
        licence=_path(header, ".//{*}availability"),
        kind=_path(header, ".//{*}notesStmt/{*}note[@type='content-type']"),
        language=root.get("{http://www.w3.org/XML/1998/namespace}lang", ""),
    )
    for abstract in header.iterfind(".//{*}abstract"):
        add_abstract(made, _translated(abstract))
    back = etree.SubElement(made, "back")
    references = etree.SubElement(back, "ref-list")
    for part in root.iterfind(".//{*}text/{*}back/{*}div"):
        items = part.findall(".//{*}biblStruct")
        references.extend([_translated(item) for item in items]) if items else back.append(_translated(part))
    return read_jats(made)


def _path(root: etree._Element, path: str) -> str:
    found = root.find(path)
    return "" if found is None else " ".join(text_in(found).split())


def _year(header: etree._Element) -> str:
    dates = [date.get("when", "")[:4] for date in header.iterfind(".//{*}date")]
    return min((date for date in dates if date.isdigit()), default="")


def _translated(source: etree._Element) -> etree._Element:
    """An element and all below it under the names of JATS."""
    if name(source) == "figure":
        return _float(source)
    made = element(_tag(source), source.text or "")
    made.tail = source.tail
    if name(source) == "ref":
        made.set("ref-type", _REFERENCES.get(source.get("type", ""), "other"))
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
    """A figure, or a table that TEI keeps in a figure."""
    table = source.find("{*}table")
    made = element("fig" if table is None and source.get("type") != "table" else "table-wrap")
    made.tail = source.tail
    head = _path(source, "{*}head")
    number = _path(source, "{*}label")
    kind = "Figure" if made.tag == "fig" else "Table"
    made.append(element("label", head if not number or not number.isdigit() else f"{kind} {number}"))
    caption = etree.SubElement(made, "caption")
    caption.append(element("p", _path(source, "{*}figDesc")))
    if table is not None:
        made.append(_translated(table))
    return made
