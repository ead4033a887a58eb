"""Reading JATS XML (NISO Z39.96, all versions and its NLM ancestors), also inside an OAI-PMH answer."""

from lxml import etree

from pipeline.intake.cals import as_html
from pipeline.intake.draft import Draft
from pipeline.intake.failures import failure
from pipeline.intake.jats.figures import figures
from pipeline.intake.jats.front import front
from pipeline.intake.jats.sections import sections
from pipeline.intake.jats.tables import cut_tables, tables


def read_jats(root: etree._Element) -> Draft:
    """The draft of the first `article` element. Raises UnreadableError (not_a_paper) without one."""
    article = _article(root)
    as_html(article)
    return Draft(
        front=front(article),
        sections=sections(article),
        tables=tables(article),
        figures=figures(article),
        warnings=cut_tables(article),
    )


def _article(root: etree._Element) -> etree._Element:
    """The article as a tree of its own, its tags without the namespace that some archives put on them."""
    found = next(root.iter("article", "{*}article"), None)
    if found is None:
        raise failure("not_a_paper", "the XML holds no article")
    own = etree.QName(found).namespace
    for element in found.iter() if own else ():
        if etree.QName(element).namespace == own:
            element.tag = etree.QName(element).localname
    return etree.ElementTree(found).getroot() if found is root else _detached(found)


def _detached(element: etree._Element) -> etree._Element:
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)
    return element
