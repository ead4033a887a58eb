"""Links in running text: URLs, hosts named without a scheme, DOIs and accession numbers, each with its sentence."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import islice
from urllib.parse import urlsplit

from pipeline.intake.draft import DraftSection, Passage
from pipeline.intake.identity import clean_doi
from pipeline.intake.texts import sentences_of
from schemas.paper import Link

_REPOSITORIES = (
    r"github\.com|gist\.github\.com|[\w-]+\.github\.io|gitlab\.com|bitbucket\.org|huggingface\.co|zenodo\.org|figshare\.com"
    r"|osf\.io|kaggle\.com|drive\.google\.com|sourceforge\.net|datadryad\.org|data\.mendeley\.com|codeocean\.com"
    r"|dataverse\.harvard\.edu|dropbox\.com|openneuro\.org|physionet\.org|synapse\.org|archive\.ics\.uci\.edu|tinyurl\.com|bit\.ly"
)
_TAIL = r"[^\s<>\"“”{}|\\^`]"
_DOMAINS = (
    r"(?:org|com|net|edu|gov|io|ai|info|int|eu|uk|de|fr|cn|jp|ch|ca|au|nl|it|es|se|no|dk|fi|at|be|br|in|kr|tw|us)"
)
_URL = re.compile(
    rf"(?:https?|ftp)://{_TAIL}+|(?<![\w@./-])(?:www\.[\w-]+(?:\.[\w-]+)+{_TAIL}*|(?:{_REPOSITORIES})(?:/{_TAIL}*)?"
    rf"|(?:[a-z0-9-]+\.)+{_DOMAINS}/{_TAIL}+)",
    re.IGNORECASE,
)
_HOLE = re.compile(r"((?:https?|ftp)://)\s+(?=[\w-]+\.[\w-])")
_DOI = re.compile(r"(?<![\w/.=])10\.\d{4,9}/[^\s\"<>{}|\\^`]+")
_ACCESSIONS = (
    (r"GSE\d{3,8}|GDS\d{2,6}", "https://www.ncbi.nlm.nih.gov/geo/query/acc.cgi?acc={}"),
    (r"PRJ(?:NA|EB|DB)\d{3,8}|[SED]R[PRX]\d{6,9}|SAM(?:N|EA|D)\d{6,12}", "https://www.ebi.ac.uk/ena/browser/view/{}"),
    (r"E-(?:MTAB|GEOD|MEXP|PROT)-\d{1,6}", "https://www.ebi.ac.uk/arrayexpress/experiments/{}"),
    (r"PXD\d{6}", "https://proteomecentral.proteomexchange.org/cgi/GetDataset?ID={}"),
    (r"MSV\d{9}", "https://massive.ucsd.edu/ProteoSAFe/dataset.jsp?accession={}"),
    (r"MTBLS\d{1,6}", "https://www.ebi.ac.uk/metabolights/{}"),
    (r"EMD-\d{4,5}", "https://www.ebi.ac.uk/emdb/{}"),
    (r"EGA[SD]\d{11}", "https://ega-archive.org/search/{}"),
    (r"phs\d{6}(?:\.v\d+\.p\d+)?", "https://www.ncbi.nlm.nih.gov/projects/gap/cgi-bin/study.cgi?study_id={}"),
    (r"syn\d{6,9}", "https://www.synapse.org/Synapse:{}"),
    (r"ds00\d{4}(?=\b)", "https://openneuro.org/datasets/{}"),
    (r"(?:HRA|CRA|OEP|CNP)\d{6,8}", "https://ngdc.cncb.ac.cn/search/all?q={}"),
)
"""Accessions that no other word looks like, and where each is looked up."""
_ACCESSION = tuple((re.compile(rf"(?<![\w/.=-])(?:{form})\b"), address) for form, address in _ACCESSIONS)
_PDB = re.compile(
    r"\b(?:PDB|Protein Data Bank)\b(?:\s*(?:ID|IDs|codes?|entry|entries|accession(?: codes?| numbers?)?|:|\(PDB\)))*"
    r"[\s:(]+(?P<codes>[1-9][A-Za-z0-9]{3}(?:(?:,? and |, ?|/)[1-9][A-Za-z0-9]{3})*)\b"
)
_PDB_CODE = re.compile(r"\b[1-9](?=[A-Za-z0-9]*[A-Za-z])[A-Za-z0-9]{3}\b")
_ZENODO = re.compile(r"(?<![\w/])zenodo\.(\d{5,9})\b", re.IGNORECASE)
_MOST = 2_000
"""Links read in one passage: more is no text for people."""
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
    text = _HOLE.sub(r"\1", text)
    for found in _URL.finditer(text):
        url = trim(found.group())
        if "." in url:
            covered.append(found.span())
            yield found.start(), url if "://" in url[:8] else f"https://{url}"
    ends = [end for _, end in covered]
    for position, url in _identifiers(text):
        after = bisect_right(ends, position)
        if after == len(ends) or position < covered[after][0]:
            yield position, url


def _identifiers(text: str) -> Iterator[tuple[int, str]]:
    for found in _DOI.finditer(text):
        doi = clean_doi(found.group())
        if doi:
            yield found.start(), f"https://doi.org/{doi}"
    for pattern, address in _ACCESSION:
        for found in pattern.finditer(text):
            yield found.start(), address.format(found.group())
    for found in _ZENODO.finditer(text):
        yield found.start(), f"https://doi.org/10.5281/zenodo.{found.group(1)}"
    for found in _PDB.finditer(text):
        for code in _PDB_CODE.finditer(found["codes"]):
            yield found.start("codes") + code.start(), f"https://www.rcsb.org/structure/{code.group().upper()}"


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
    sentence_at = sentences_of(passage.text)
    declared: dict[str, str] = {}
    for target, anchor in passage.anchors[:_MOST]:
        declared.setdefault(trim(target.strip()), anchor)
    for target, anchor in declared.items():
        if host_of(target):
            yield target, sentence_at(max(0, passage.text.find(anchor)))
    whole = [target.lower() for target in declared]
    for position, url in islice(urls_in(passage.text), _MOST):
        if not any(target.startswith(url.lower()) for target in whole):
            yield url, sentence_at(position)
