"""Figures and films of a JATS article: label, caption and section. Their content is no text: each is a picture."""

from lxml import etree

from pipeline.intake.jats.inline import plain, text_of
from pipeline.intake.jats.location import location_of
from pipeline.intake.xml import select
from schemas.paper import Figure


def figures(root: etree._Element) -> tuple[Figure, ...]:
    """Every figure with a label or a caption, and every film with both."""
    films = "self::media[label and caption and not(ancestor::supplementary-material)]"
    elements = select(root, f".//*[self::fig or {films}][not(ancestor::sub-article) and not(ancestor::response)]")
    found = (_figure(element, number) for number, element in enumerate(elements, 1))
    return tuple(figure for figure in found if figure.caption or figure.label)


def _figure(element: etree._Element, number: int) -> Figure:
    caption = element.find("caption")
    text = "" if caption is None else " ".join(filter(None, (text_of(part) for part in caption)))
    label = plain(element.find("label")).rstrip(".: ") or f"Figure {number}"
    return Figure(label=label, caption=text, section=location_of(element)[0])
