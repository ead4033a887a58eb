"""Figures of a JATS article: label, caption and section. Their content is a graphic, so each is a picture."""

from lxml import etree

from pipeline.intake.jats.inline import plain, text_of
from pipeline.intake.jats.location import location_of
from pipeline.intake.xml import select
from schemas.paper import Figure


def figures(root: etree._Element) -> tuple[Figure, ...]:
    """Every figure with a label or a caption."""
    elements = select(root, ".//fig[not(ancestor::sub-article) and not(ancestor::response)]")
    found = (_figure(element, number) for number, element in enumerate(elements, 1))
    return tuple(figure for figure in found if figure.caption or figure.label)


def _figure(element: etree._Element, number: int) -> Figure:
    caption = element.find("caption")
    text = "" if caption is None else " ".join(filter(None, (text_of(part) for part in caption)))
    label = plain(element.find("label")).rstrip(".: ") or f"Figure {number}"
    return Figure(label=label, caption=text, section=location_of(element)[0])
