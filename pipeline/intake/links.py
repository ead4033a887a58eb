"""Links in running text: URLs, hosts named without a scheme, DOIs and accession numbers, each with its sentence."""

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from pipeline.intake.draft import DraftSection, Passage
from pipeline.intake.identity import clean_doi
from pipeline.intake.texts import sentence_at
from schemas.paper import Link

_REPOSITORIES = (
    r"github\.com|gist\.github\.com|[\w-]+\.github\.io|gitlab\.com|bitbucket\.org|huggingface\.co|zenodo\.org|figshare\.com"
    r"|osf\.io|kaggle\.com|drive\.google\.com|sourceforge\.net|datadryad\.org|data\.mendeley\.com|codeocean\.com"
    r"|dataverse\.harvard\.edu|dropbox\.com|openneuro\.org|physionet\.org|synapse\.org|archive\.ics\.uci\.edu|tinyurl\.com|bit\.ly"
)
_TAIL = r"[^\s<>\"“”{}|\\^`]"
_URL = re.compile(
    rf"(?:https?|ftp)://{_TAIL}+|(?<![\w@./-])(?:www\.[\w-]+(?:\.[\w-]+)+{_TAIL}*|(?:{_REPOSITORIES})(?:/{_TAIL}*)?)",
    re.IGNORECASE,
)
_DOI = re.compile(r"(?<![\w/.=])10\.\d{4,9}/[^\s\"<>{}|\\^`]+")
_ACCESSIONS = (
    (re.compile(r"\bGSE\d{3,8}\b"), "https://www.ncbi.nlm.nih.gov/geo/query/acc.cgi?acc={}"),
    (re.compile(r"\bPRJ(?:NA|EB|DB)\d{3,8}\b"), "https://www.ebi.ac.uk/ena/browser/view/{}"),
    (re.compile(r"\b[SED]RP\d{6,9}\b"), "https://www.ebi.ac.uk/ena/browser/view/{}"),
    (re.compile(r"\bE-(?:MTAB|GEOD|MEXP)-\d{1,6}\b"), "https://www.ebi.ac.uk/arrayexpress/experiments/{}"),
    (re.compile(r"\bPXD\d{6}\b"), "https://proteomecentral.proteomexchange.org/cgi/GetDataset?ID={}"),
)
_CLOSERS = {")": "(", "]": "[", "}": "{"}


def host_of(url: str) -> str:
    """The host of a URL in lower case without `www.`; empty where there is none."""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return ""
    return host.removeprefix("www.")


def trim(url: str) -> str:
    """A URL without the punctuation of the sentence around it."""
    while url and (url[-1] in ".,;:'’”*!?" or _is_foreign_closer(url)):
        url = url[:-1]
    return url


def _is_foreign_closer(url: str) -> bool:
    opener = _CLOSERS.get(url[-1])
    return opener is not None and url.count(opener) < url.count(url[-1])


def urls_in(text: str) -> Iterator[tuple[int, str]]:
    """Every link in a text with its position: URLs, then DOIs and accessions outside of them."""
    covered: list[tuple[int, int]] = []
    for found in _URL.finditer(text):
        url = trim(found.group())
        if "." in url:
            covered.append(found.span())
            yield found.start(), url if "://" in url[:8] else f"https://{url}"
    for position, url in _identifiers(text):
        if not any(start <= position < end for start, end in covered):
            yield position, url


def _identifiers(text: str) -> Iterator[tuple[int, str]]:
    for found in _DOI.finditer(text):
        doi = clean_doi(found.group())
        if doi:
            yield found.start(), f"https://doi.org/{doi}"
    for pattern, address in _ACCESSIONS:
        for found in pattern.finditer(text):
            yield found.start(), address.format(found.group())


def links_of(sections: tuple[DraftSection, ...]) -> tuple[Link, ...]:
    """The links of a paper in reading order, each once per section."""
    found: dict[tuple[str, str], Link] = {}
    for section in sections:
        for passage in section.passages:
            for url, sentence in _of_passage(passage):
                key = (section.path, url.rstrip("/").lower())
                found.setdefault(key, _link(url, sentence, section, passage))
    return tuple(found.values())


def _link(url: str, sentence: str, section: DraftSection, passage: Passage) -> Link:
    return Link(
        url=url, host=host_of(url), sentence=sentence, section=section.path, role=section.role, page=passage.page
    )


def _of_passage(passage: Passage) -> Iterator[tuple[str, str]]:
    """Declared links first: where the text is cut or shortened, the markup still has the whole address."""
    declared = [(trim(target.strip()), anchor) for target, anchor in passage.anchors]
    for target, anchor in declared:
        if host_of(target):
            yield target, sentence_at(passage.text, max(0, passage.text.find(anchor)))
    whole = [target.lower() for target, _ in declared]
    for position, url in urls_in(passage.text):
        if not any(target.startswith(url.lower()) for target in whole):
            yield url, sentence_at(passage.text, position)
