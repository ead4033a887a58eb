"""Where a float stands: the path and role of the section around it."""

from lxml import etree

from pipeline.intake.jats.inline import plain, text_of
from pipeline.intake.roles import role_of
from pipeline.intake.xml import name
from schemas.paper import SectionRole


def location_of(element: etree._Element) -> tuple[str | None, SectionRole]:
    """The section path and role of a table or figure; those in a floats group belong where they are first named."""
    home = element
    if not any(name(parent) in {"sec", "app", "back"} for parent in element.iterancestors()):
        home = _first_reference(element)
    titles, role = [], None
    for section in reversed([parent for parent in home.iterancestors() if name(parent) in {"sec", "app"}]):
        title = text_of(section.find("title"))
        label = plain(section.find("label"))
        titles.append(f"{label} {title}".strip() if label and not title.startswith(label) else title)
        role = role_of(title, role, section.get("sec-type"))
    return " > ".join(filter(None, titles)) or None, role or SectionRole.OTHER


def _first_reference(element: etree._Element) -> etree._Element:
    article = next(reversed(list(element.iterancestors())), element)
    for reference in article.iterfind(".//body//xref"):
        if element.get("id") and element.get("id") in (reference.get("rid") or "").split():
            return reference
    return element
