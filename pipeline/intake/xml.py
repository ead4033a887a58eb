"""XML from strangers: no entity is resolved, no DTD is loaded, nothing is fetched, and size is capped."""

import html.entities
import re

from lxml import etree

from pipeline.intake.encodings import repaired
from pipeline.intake.failures import failure
from schemas.paper import Suspicion

XLINK = "{http://www.w3.org/1999/xlink}"
_LARGEST = 60_000_000
_NAMED = re.compile(rb"&([A-Za-z][A-Za-z0-9]{1,31});")
_OWN = {b"lt", b"gt", b"amp", b"quot", b"apos"}
_DECLARED = re.compile(rb"<!ENTITY\s+%?\s*([\w.-]+)")
_EXTERNAL = re.compile(rb"<!ENTITY\s+%?\s*([\w.-]+)\s+(?:SYSTEM|PUBLIC)\b[^>]{0,200}")
_INTERNAL_SUBSET = 100_000


def parse(data: bytes) -> etree._Element:
    """The root element. Names of HTML entities are read without their DTD; entities of the file itself stay unread.

    Raises UnreadableError (damaged, too_large, hostile).
    """
    if len(data) > _LARGEST:
        raise failure("too_large", f"{len(data):,} bytes of XML")
    if len(_DECLARED.findall(data[:_INTERNAL_SUBSET])) > 50:
        raise failure("hostile", "it declares more than 50 entities of its own")
    parser = etree.XMLParser(
        resolve_entities=False, load_dtd=False, no_network=True, huge_tree=False, remove_pis=True, remove_comments=True
    )
    try:
        root = etree.fromstring(_with_known_entities(repaired(data)), parser)
    except etree.XMLSyntaxError as error:
        raise failure("damaged", f"XML error: {error}") from error
    etree.strip_elements(root, etree.Entity, with_tail=False)
    return root


def _with_known_entities(data: bytes) -> bytes:
    """Named HTML entities as character references, in any encoding that contains ASCII."""
    own = set(_DECLARED.findall(data[:_INTERNAL_SUBSET])) | _OWN
    return _NAMED.sub(lambda found: found.group() if found.group(1) in own else _reference(found), data)


def _reference(found: re.Match[bytes]) -> bytes:
    characters = html.entities.html5.get(f"{found.group(1).decode('ascii')};", "")
    return "".join(f"&#{ord(c)};" for c in characters).encode("ascii")


def external_entities(data: bytes) -> tuple[Suspicion, ...]:
    """Entities that point out of the file. They are never read; that they are there is worth knowing."""
    found = _EXTERNAL.finditer(data[:_INTERNAL_SUBSET])
    return tuple(Suspicion(kind="external_entity", text=f.group().decode("utf-8", "replace")) for f in found)


def name(element: etree._Element) -> str:
    """The tag without its namespace; empty for comments and entities."""
    tag = element.tag
    return etree.QName(tag).localname if isinstance(tag, str) else ""


def text_in(element: etree._Element) -> str:
    """All text inside an element as it stands."""
    return "".join(str(text) for text in element.itertext())


def select(element: etree._Element, path: str) -> list[etree._Element]:
    """The elements that an XPath names, in document order."""
    found = element.xpath(path)
    return [item for item in found if isinstance(item, etree._Element)] if isinstance(found, list) else []
