"""What links a paper has, by its JATS and by careful readers, and how many of them a reading found.

Nothing of the pipeline is used here: truth must not share its faults.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from lxml import etree

XLINK = "{http://www.w3.org/1999/xlink}href"
_ADDRESS = re.compile(
    r"(?:https?://|ftp://|www\.|10\.\d{4,9}/)\S*|(?:[\w-]+\.)+[a-z]{2,}/\S+|[\w.-]+\.(?:org|com|net|edu|gov|io)$"
)
_LINKS = ("ext-link", "uri", "self-uri")


@dataclass(frozen=True)
class Truth:
    """The links of one paper: those whose address is printed, and the text in which any other may stand."""

    printed: frozenset[str]
    text: str


@dataclass(frozen=True)
class LinkScore:
    """Right, missed and made-up links, as bare addresses."""

    found: frozenset[str]
    missed: frozenset[str]
    extra: frozenset[str]

    @property
    def recall(self) -> float:
        """The share of the true links that were found; 1 where there are none."""
        return len(self.found) / (len(self.found) + len(self.missed)) if self.found or self.missed else 1.0

    @property
    def precision(self) -> float:
        """The share of the links found that are true; 1 where none was found."""
        return len(self.found) / (len(self.found) + len(self.extra)) if self.found or self.extra else 1.0


def bare(url: str) -> str:
    """An address without what changes nothing: scheme, `www.`, resolver, case, closing slash and punctuation."""
    short = re.sub(r"[\s\u200b-\u200d\u2060\u00ad\ufeff]", "", url).lower()
    short = re.sub(r"^(?:https?|ftp)://", "", short).removeprefix("www.")
    short = re.sub(r"^(?:dx\.)?doi\.org/|^doi:", "", short)
    return short.rstrip("/.,;:")


def truth_of_jats(path: Path) -> Truth:
    """The links of a JATS file. Those that the archive added without printing them do not count as printed."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, recover=True)
    root = etree.parse(str(path), parser).getroot()
    article = next(root.iter("{*}article"), root)
    for entity in list(article.iter(etree.Entity)):
        entity.getparent().remove(entity)
    printed = set()
    for element in article.iter(*(f"{{*}}{name}" for name in _LINKS)):
        text = "".join(str(t) for t in element.itertext()).strip()
        target = (element.get(XLINK) or text).strip()
        if _ADDRESS.match(text) and ("." in target) and not _is_around(element):
            printed.add(bare(target))
    text = " ".join(str(t) for t in article.itertext())
    hrefs = " ".join(element.get(XLINK) or "" for element in article.iter() if isinstance(element.tag, str))
    return Truth(frozenset(printed), re.sub(r"[\s\u200b\u00ad-]", "", f"{text} {hrefs}").lower())


def _is_around(element: etree._Element) -> bool:
    """Licences and addresses of the article itself stand in the front matter of the file and not in its text."""
    names = {etree.QName(parent).localname for parent in element.iterancestors() if isinstance(parent.tag, str)}
    return bool(names & {"permissions", "article-meta", "journal-meta", "object-id"}) and not names & {
        "abstract",
        "custom-meta",
        "notes",
        "author-notes",
    }


def truth_of_gold(path: Path) -> dict[str, Truth]:
    """The links that careful readers named, by the id of the paper. They name those that matter, not all of them."""
    found: dict[str, set[str]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        paper = json.loads(line)
        for reader in ("reader_1", "reader_2"):
            for link in (paper.get(reader) or {}).get("links") or []:
                found.setdefault(paper["id"], set()).add(bare(link["url"]))
    return {name: Truth(frozenset(links), "") for name, links in found.items()}


def score(links: Iterable[str], truth: Truth) -> LinkScore:
    """Compare the addresses of a reading with the truth.

    A link is extra only if its address stands nowhere in the text: archives mark up some of the links they print.
    """
    mine = {bare(link) for link in links}
    found = {link for link in truth.printed if link in mine or any(_is_same(link, other) for other in mine)}
    known = {link for link in mine if link in truth.printed or any(_is_same(true, link) for true in truth.printed)}
    extra = {link for link in mine - known if truth.text and not _stands_in(link, truth.text)}
    return LinkScore(frozenset(found), truth.printed - found, frozenset(extra))


def _is_same(true: str, other: str) -> bool:
    """A hosting site answers with and without the file name or the query behind the record."""
    return other.split("?")[0].rstrip("/") == true.split("?")[0].rstrip("/") and len(true) > 8


def _stands_in(link: str, text: str) -> bool:
    """True where the address, or the accession at its end, is printed in the text."""
    squeezed = re.sub(r"[\s-]", "", link)
    accession = re.sub(r"[\s-]", "", re.split(r"[/=?]", link)[-1])
    return squeezed in text or (len(accession) >= 6 and any(c.isdigit() for c in accession) and accession in text)
