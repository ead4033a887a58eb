"""Which links of a paper lead to what it offers: data and code. Only these are ever asked for."""

import re

from schemas.paper import Link, Paper, SectionRole

STATEMENTS = (SectionRole.DATA_AVAILABILITY, SectionRole.CODE_AVAILABILITY)
OFFERS = re.compile(
    r"\b(?:avail\w+|download\w*|access\w*|deposit\w*|obtain\w*|provid\w+|releas\w+|shar\w+|found|host\w*|repositor\w+)\b",
    re.IGNORECASE,
)
"""A sentence that says where something can be had."""

_ASIDE = (SectionRole.REFERENCES, SectionRole.SUPPLEMENT)
_NOT_DATA = re.compile(
    r"orcid\.org|/reprints|creativecommons\.org|crossref\.org|crossmark|mailto:|@"
    r"|doi\.org/10\.\d+/(?!zenodo|m9|dryad|dvn|osf)",
    re.IGNORECASE,
)
_DATA = re.compile(r"\bdata ?(?:set|base)?s?\b")


def is_offer(link: Link) -> bool:
    """True for a link of an availability statement, and for one in a sentence of the text that offers something."""
    if _NOT_DATA.search(link.url) and link.role not in STATEMENTS:
        return False
    return link.role in STATEMENTS or (link.role not in _ASIDE and bool(OFFERS.search(link.sentence)))


def data_sources(paper: Paper) -> tuple[str, ...]:
    """The links under which the paper says its data can be had: those of the data statement, else of the code one."""
    for role in STATEMENTS:
        urls = tuple(dict.fromkeys(link.url for link in paper.links if link.role is role))
        if urls:
            return urls
    return tuple(dict.fromkeys(link.url for link in paper.links if _DATA.search(link.sentence)))


def asked_links(paper: Paper) -> tuple[str, ...]:
    """Every URL that screening and verification may ask for, in the order of the paper."""
    offered = (link.url for link in paper.links if is_offer(link))
    return tuple(dict.fromkeys((*offered, *data_sources(paper))))
