"""CALS tables (OASIS, Elsevier): `namest`, `nameend` and `morerows` say what an entry spans."""

from lxml import etree

from pipeline.intake.xml import name

_NAMES = {"tgroup": "table", "row": "tr", "entry": "td", "thead": "thead", "tbody": "tbody"}


def set_spans(entry: etree._Element, made: etree._Element) -> None:
    """Give `made` the column and row spans of a CALS entry."""
    group = next((parent for parent in entry.iterancestors() if name(parent) == "tgroup"), None)
    columns = [] if group is None else [spec.get("colname") for spec in group.iter("{*}colspec")]
    spans = {} if group is None else {spec.get("spanname"): spec for spec in group.iter("{*}spanspec")}
    source = spans.get(entry.get("spanname"), entry)
    first, last = source.get("namest"), source.get("nameend")
    if first in columns and last in columns:
        made.set("colspan", str(columns.index(last) - columns.index(first) + 1))
    rows = entry.get("morerows") or "0"
    made.set("rowspan", str(int(rows) + 1) if rows.isdigit() and len(rows) < 5 else "1")


def as_html(article: etree._Element) -> None:
    """Turn the OASIS tables of a JATS article into the tables that the rest of it has, in place."""
    groups = list(article.iter("{*}tgroup"))
    for group in groups:
        for entry in list(group.iter("{*}entry")):
            set_spans(entry, entry)
    for group in groups:
        outer = group.getparent()
        for element in [group, *group.iterdescendants(etree.Element)]:
            element.tag = _NAMES.get(name(element), name(element))
        if outer is not None and name(outer) == "table":
            outer.tag = "alternatives"
