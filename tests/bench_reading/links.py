"""Links read from a PDF against the `ext-link` elements of its JATS file."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pipeline.intake.xml import parse
from schemas.paper import Paper

_HREF = "{http://www.w3.org/1999/xlink}href"
_LICENCE = re.compile(r"creativecommons\.org")


@dataclass
class LinkCount:
    """Links in the truth, in the reading, and in both; each address once per paper."""

    true: int = 0
    read: int = 0
    both: int = 0

    def add(self, truth: set[str], read: set[str]) -> None:
        """Count one paper."""
        self.true += len(truth)
        self.read += len(read)
        self.both += len(truth & read)


def true_links(path: Path) -> set[str]:
    """The addresses that a JATS file marks in its text; those of references and of the licence left out."""
    root = parse(path.read_bytes())
    for references in root.xpath("//ref-list | //permissions | //related-article"):
        references.clear()
    return _keys(element.get(_HREF, "") for element in root.iter("ext-link"))


def read_links(paper: Paper) -> set[str]:
    """The addresses of a paper's text, without those of its references."""
    return _keys(link.url for link in paper.links if link.role.value != "references")


def _keys(urls: Iterable[str]) -> set[str]:
    """Addresses without scheme, `www.` and a slash at the end; DOIs by their number."""
    keys = {
        re.sub(r"^https?://(?:dx\.doi\.org/|doi\.org/|www\.)?", "", url.strip()).rstrip("/").lower() for url in urls
    }
    return {key for key in keys if ("." in key) and not _LICENCE.search(key)}
