"""What a paper says of the access to its data, and what its links gave: the common ground of the rules of level 3."""

import re

from pipeline.hosts import identify
from pipeline.hosts.known_sets import place_of
from pipeline.offers import OFFERS
from pipeline.screen.case import Case
from pipeline.screen.sentences import OWN_WORK, Sentence, quote, sentences
from schemas.data import LinkCheck, LinkStatus
from schemas.evidence import Evidence
from schemas.paper import Paper, SectionRole

DATA = re.compile(
    r"\b(?:data|data\s?sets?|databases?|benchmarks?|corpus|corpora|images|sequences|recordings|scans|videos|structures"
    r"|samples)\b",
    re.IGNORECASE,
)
"""A word for what a setting needs."""

_CODE_ONLY = re.compile(
    r"\b(?:code|scripts?|software|plasmids?|materials|reagents|strains|implementation)\b", re.IGNORECASE
)
_TOOL = re.compile(
    r"\b(?:software|packages?|librar(?:y|ies)|implementations?|tool(?:box|kit)?s?|web\s?-?servers?|frameworks?)\b",
    re.IGNORECASE,
)
_DATA_ITSELF = re.compile(r"\bdata(?:\s?sets?)?\b", re.IGNORECASE)
_HAD = re.compile(r"\bavailable\b|\bdeposited\b|\brequest\b", re.IGNORECASE)
_REQUEST = re.compile(
    r"\b(?:up)?on\s+(?:\w+\s+)?(?:request|demand)\b|\bby\s+(?:request|contacting)\b"
    r"|\bavailable\s+from\s+(?:the\s+)?(?:\w+\s+)?authors?\b|\bavailable\b[^.]*\bfrom\s+the\s+corresponding\s+authors?\b"
    r"|\b(?:requests?|inquir(?:y|ies))\s+for\s+(?:the\s+)?data\b|\bcontact(?:ing)?\s+the\s+(?:corresponding\s+)?authors?\b",
    re.IGNORECASE,
)
_AGREEMENT = re.compile(
    r"\b(?:data\s+(?:use|usage|sharing|transfer|access)|material\s+transfer|licen[cs]e|non-disclosure|confidentiality)\s+agreements?\b"
    r"|\bsign(?:ed|ing)?\s+(?:an?\s+)?(?:agreement|form|licen[cs]e)\b|\bcontrolled[-\s]access\b|\brestricted[-\s]access\b|\bdbGaP\b"
    r"|\b(?:available|access\w*|shared|obtain\w*|released|provided)\b[^.]*\b(?:subject\s+to|upon|after|with|requires?)\s+"
    r"(?:the\s+)?(?:\w+\s+)?approv\w+\b|\bdata\s+access\s+committee\b"
    r"|\bappl(?:y|ication)\b[^.]{0,60}\baccess\b",
    re.IGNORECASE,
)
_IDENTITY = re.compile(
    r"\bregistered\s+users\b|\b(?:requires?|after|upon)\s+(?:\w+\s+)?registration\b|\bcredentialed\b|\blog-?\s?in\s+(?:is\s+)?required\b",
    re.IGNORECASE,
)
_PARTIAL = re.compile(
    r"\b(?:additional|further|other|some|supplementary|intermediate|extra|raw)\s+(?:\w+\s+)?(?:data|information|materials?|results?)\b",
    re.IGNORECASE,
)
_RESTRICTIONS = (("on_request", _REQUEST), ("agreement", _AGREEMENT), ("identity", _IDENTITY))
_PUBLIC = re.compile(
    r"(?<!\bnot\s)(?<!\bnot been\s)\b(?:publicly|freely|openly)[-\s](?:available|accessible|shared|released)\b"
    r"|\bpublic(?:ly)?\s+(?:\w+\s+)?(?:data\s?sets?|benchmarks?|databases?|repositor\w+|corpora)\b"
    r"|\bopen[-\s](?:source|access)?\s*data\s?sets?\b|\bbenchmark\s+data\s?sets?\b"
    r"|\b(?:GSE|E-MTAB-|PRJNA|SRP)\d{3,}\b|\bdownloaded\s+from\b"
    r"|\b(?:UCI|Kaggle|ImageNet|CIFAR-?\d*|MNIST|PhysioNet|TCGA|UniProt\w*|Protein\s+Data\s+Bank|OpenML|Hugging\s?Face)\b",
    re.IGNORECASE,
)
_CREDENTIALED = re.compile(
    r"\b(?:MIMIC(?:-(?:II|III|IV|CXR))?|eICU|UK\s?Biobank|ADNI|Alzheimer.s\s+Disease\s+Neuroimaging\s+Initiative|CPRD)\b"
)
"""Well-known collections that are given out only on application or with credentials, though many call them public."""

_USES = re.compile(
    r"\b(?:we|our|us(?:e|ed|ing)|obtain\w*|download\w*|collect\w*|train\w*|test\w*|evaluat\w*|experiments?|tak(?:e|en))\b",
    re.IGNORECASE,
)
_CITED_ONLY = (SectionRole.INTRODUCTION, SectionRole.DISCUSSION, SectionRole.REFERENCES)


def data_statement(paper: Paper) -> tuple[Sentence, ...]:
    """The sentences of the data-availability sections; where there is none, those that say where data can be had."""
    stated = sentences(paper, SectionRole.DATA_AVAILABILITY)
    if stated:
        return stated
    places = tuple(role for role in SectionRole if role not in _CITED_ONLY)
    return tuple(s for s in sentences(paper, *places) if _offers_data(s.text))


def _offers_data(text: str) -> bool:
    return bool(_DATA_ITSELF.search(text) and OFFERS.search(text) and _HAD.search(text))


def restrictions(paper: Paper) -> tuple[tuple[str, Sentence], ...]:
    """(category of rule 3.1, sentence) for each statement that keeps the data back.

    Code on request is no restriction, and neither are additional data on request.
    """
    return tuple(
        (category, sentence)
        for sentence in data_statement(paper)
        for category, pattern in _RESTRICTIONS
        if pattern.search(sentence.text) and _is_about_data(sentence.text)
    )


def _is_about_data(text: str) -> bool:
    """False for code, reagents and additional data; a sentence that names nothing is about the data."""
    return not _PARTIAL.search(text) and bool(DATA.search(text) or not _CODE_ONLY.search(text))


def credentialed_data(paper: Paper) -> Sentence | None:
    """A sentence of the authors' own work or statement that uses a collection behind an application."""
    found = sentences(paper, *OWN_WORK, SectionRole.DATA_AVAILABILITY)
    return next((s for s in found if _CREDENTIALED.search(s.text) and _USES.search(s.text)), None)


def public_data(paper: Paper) -> Sentence | None:
    """A sentence of the authors' own work or statement that uses public data."""
    places = tuple(role for role in SectionRole if role not in _CITED_ONLY)
    return next((s for s in sentences(paper, *places) if _uses_public(s.text)), None)


def _uses_public(text: str) -> bool:
    return bool(_PUBLIC.search(text) and DATA.search(text) and _USES.search(text))


def data_links(case: Case) -> tuple[LinkCheck, ...]:
    """The checks of links that a data statement, a setting or a sentence about data names."""
    named = {identify(link.url) for link in case.paper.links if _names_data(link.role, link.sentence)}
    for setting in case.results.settings:
        places = (*(place_of(source) or source for source in setting.sources), place_of(setting.name))
        named |= {identify(place) for place in places if place}
    return tuple(check for check in case.links if identify(check.url) in named)


def _names_data(role: SectionRole, sentence: str) -> bool:
    """True in a data statement, and where a sentence offers data; a tool that was run on data offers none."""
    offered = DATA.search(sentence) and OFFERS.search(sentence) and not _TOOL.search(sentence)
    return role is SectionRole.DATA_AVAILABILITY or bool(offered)


def with_status(links: tuple[LinkCheck, ...], *statuses: LinkStatus) -> tuple[LinkCheck, ...]:
    """The links with one of these statuses."""
    return tuple(link for link in links if link.status in statuses)


def open_data(case: Case) -> tuple[LinkCheck, ...]:
    """The data links that gave bytes."""
    return with_status(data_links(case), LinkStatus.OPEN)


def evidence_of(case: Case, links: tuple[LinkCheck, ...]) -> tuple[Evidence, ...]:
    """The sentences that name these links, each once."""
    found = tuple(item for link in links for item in link.evidence)
    return tuple(dict.fromkeys(found)) or quote(case.paper, *(s.text for s in data_statement(case.paper)[:1]))


def listed(links: tuple[LinkCheck, ...]) -> str:
    """URLs for a reason."""
    return ", ".join(link.url for link in links)
