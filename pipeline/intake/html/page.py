"""A web page as bytes: its encoding, its tree, and the parts of it that are not the article."""

import re

from lxml import etree
from lxml import html as parser

from pipeline.intake.encodings import repaired
from pipeline.intake.failures import failure

_LARGEST = 40_000_000
_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?\s*([\w-]+)", re.IGNORECASE)
_OUTSIDE = {"nav", "aside", "footer", "script", "style", "form", "button", "dialog", "noscript", "template", "svg"}
_FOREIGN = re.compile(
    r"recommend|related-|share|cookie|similar|citation-dialog|sidenav|u-js-hide|advert|banner|references-actions"
    r"|table-of-contents|front-matter|permalink|u-visually-hidden|visually-hidden|sr-only|pill-button|ref-list__link"
    r"|MathJax(?!-tex)|MJX|mjx-char|reflinks|article-metrics|figure-inline-download",
    re.IGNORECASE,
)
_CONTROLS = re.compile(
    r"(?:open in (?:a )?new tab|full[- ]size (?:image|table)|view (?:large|larger|figure|table)( version| image)?"
    r"|download(?: \w+){0,3}|enlarge|expand|show more|view article|google scholar|crossref|pubmed|cas|ads"
    r"|(?:tiff |png )?original image|powerpoint slide|larger image|asset|open asset|request a detailed protocol"
    r"|view all|article|doi|full text|pmc free article|return to ref\S*(?: in article)?)\s*\.?",
    re.IGNORECASE,
)


def tree(data: bytes) -> etree._Element:
    """The root of a page. What browsers read, this reads; nothing is fetched. Raises UnreadableError (too_large)."""
    if len(data) > _LARGEST:
        raise failure("too_large", f"{len(data):,} bytes of HTML")
    reader = parser.HTMLParser(no_network=True, remove_comments=True, remove_pis=True, encoding=_encoding(data))
    return parser.document_fromstring(repaired(data), parser=reader)


def _encoding(data: bytes) -> str:
    """UTF-8 where the bytes are UTF-8, whatever the page says of itself; else what it says, else Windows Latin."""
    try:
        data.decode("utf-8")
        return "utf-8"
    except UnicodeDecodeError:
        declared = _CHARSET.search(data[:10_000])
        name = declared.group(1).decode("ascii").lower() if declared else "cp1252"
        return "cp1252" if name in {"utf-8", "iso-8859-1", "latin1"} or not _is_known(name) else name


def _is_known(name: str) -> bool:
    import codecs

    try:
        codecs.lookup(name)
    except LookupError:
        return False
    return True


def is_outside(node: etree._Element) -> bool:
    """True for what stands on the page around the article: menus, buttons, other articles, scripts."""
    tag = node.tag if isinstance(node.tag, str) else ""
    if not tag or (tag in _OUTSIDE and not is_formula(node)) or _FOREIGN.search(node.get("class") or ""):
        return True
    if tag == "header":
        return not _heads_a_section(node)
    return node.get("aria-hidden") == "true" and tag != "span"


def _heads_a_section(node: etree._Element) -> bool:
    """The header of a section holds its title; the header of the page or the article holds everything else."""
    parent = node.getparent()
    headings = node.findall(".//h2") + node.findall(".//h3") + node.findall(".//h4")
    return parent is not None and parent.tag in {"section", "div"} and len(headings) == 1 and node.find(".//h1") is None


def is_control(text: str) -> bool:
    """True for the label of a button or of a link to another view, and nothing else."""
    return len(text) < 60 and bool(_CONTROLS.fullmatch(text.strip()))


def is_formula(node: etree._Element) -> bool:
    """True for TeX that a script on the page would draw."""
    kind = node.get("type") or ""
    return (node.tag == "script" and kind.startswith("math/tex")) or "mathjax-tex" in (node.get("class") or "").lower()
