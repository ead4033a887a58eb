"""Links read from a PDF against the `ext-link` elements of its JATS file."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pipeline.intake.xml import parse
from schemas.paper import Paper, SectionRole

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


def true_links(path: Path, truth: Paper) -> set[str]:
    """The addresses that a JATS file marks, and those in its text but its references; its licence left out.

    Those that only the XML gives to a reference are not printed.
    """
    marked = parse(path.read_bytes()).iter("ext-link")
    printed = (link.url for link in truth.links if link.role is not SectionRole.REFERENCES)
    return _keys([*(element.get(_HREF, "") for element in marked), *printed])


def read_links(paper: Paper) -> set[str]:
    """The addresses of a paper's text."""
    return _keys(link.url for link in paper.links)


def _keys(urls: Iterable[str]) -> set[str]:
    """Addresses without scheme, `www.` and a slash at the end; DOIs by their number."""
    keys = {
        re.sub(r"^https?://(?:dx\.doi\.org/|doi\.org/|www\.)?", "", url.strip()).rstrip("/").lower() for url in urls
    }
    return {key for key in keys if ("." in key) and not _LICENCE.search(key)}
