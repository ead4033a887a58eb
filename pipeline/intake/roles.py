"""What a section is for, by its title and by the type that JATS gives it."""

import re

from schemas.paper import SectionRole

_TITLES: tuple[tuple[SectionRole, str], ...] = (
    (
        SectionRole.DATA_AVAILABILITY,
        r"\bdata\b.{0,40}\b(availability|accessibility|sharing|deposition|access)\b"
        r"|\bavailability of\b.{0,30}\b(data|materials?)"
        r"|\baccession (codes?|numbers?)\b|^data (access|archiving|records?|statement)$|\bdata\b.{0,20}\bavailable$"
        r"|^availability$|\b(resource|materials?) availability\b|^open (data|research|science)\b",
    ),
    (
        SectionRole.CODE_AVAILABILITY,
        r"\b(code|software|scripts?|model|program)\b.{0,30}\b(availability|accessibility|sharing)\b"
        r"|\bavailability of\b.{0,30}\b(code|software|scripts?)|^availability and requirements?$",
    ),
    (SectionRole.REFERENCES, r"^(references?|bibliography|literature( cited)?|works cited|references and notes)$"),
    (
        SectionRole.ABSTRACT,
        r"^(graphical |structured )?abstract$|^(executive |author |plain language )summary$|^synopsis$",
    ),
    (
        SectionRole.SUPPLEMENT,
        r"^(supplement(ary|al)?|supporting)\b|^appendi(x|ces)\b|^extended data\b|^additional (files?|material)\b",
    ),
    (
        SectionRole.RESULTS,
        r"\bresults?\b|^findings\b|^(numerical |computational )?experiments?( and .*)?$|^(performance )?evaluation$",
    ),
    (
        SectionRole.METHODS,
        r"\bmethods?\b|\bmethodolog|^materials\b|^experimental\b|^(the )?(proposed|our) |^approach$|^implementation\b"
        r"|^study design|^experiment(al)? (set-?up|design)|^(patients|subjects|participants)\b|^protocol$"
        r"|^(model|algorithm|architecture|datasets?|data|framework)( description| architecture| and .*)?$",
    ),
    (
        SectionRole.DISCUSSION,
        r"\bdiscussions?\b|\bconclusions?\b|^concluding|^limitations?\b|^future (work|directions)|^outlook$",
    ),
    (
        SectionRole.INTRODUCTION,
        r"^introduction\b|^background\b|\brelated works?\b|^motivation$|^literature review$|^state of the art$"
        r"|^preliminar",
    ),
)
_PATTERNS = tuple((role, re.compile(pattern, re.IGNORECASE)) for role, pattern in _TITLES)
_NUMBERING = re.compile(r"^(?:(?:\d+|[IVXL]+|[A-H])(?:\.\d+)*[.):]?\s+)+(?=\S)")
_TYPES = {
    "intro": SectionRole.INTRODUCTION,
    "introduction": SectionRole.INTRODUCTION,
    "background": SectionRole.INTRODUCTION,
    "methods": SectionRole.METHODS,
    "materials": SectionRole.METHODS,
    "materials|methods": SectionRole.METHODS,
    "subjects": SectionRole.METHODS,
    "results": SectionRole.RESULTS,
    "results|discussion": SectionRole.RESULTS,
    "discussion": SectionRole.DISCUSSION,
    "conclusions": SectionRole.DISCUSSION,
    "data-availability": SectionRole.DATA_AVAILABILITY,
    "supplementary-material": SectionRole.SUPPLEMENT,
    "supplementary material": SectionRole.SUPPLEMENT,
}
_STATEMENTS = (SectionRole.DATA_AVAILABILITY, SectionRole.CODE_AVAILABILITY)


def bare_title(title: str) -> str:
    """A title without its number and closing punctuation."""
    return _NUMBERING.sub("", title.strip()).strip(" .:")


def role_of(title: str, parent: SectionRole | None = None, declared: str | None = None) -> SectionRole:
    """The role of a section: an availability statement by its title, else the parent's, the declared or the titled."""
    named = _titled(bare_title(title))
    if named in _STATEMENTS:
        return named
    if parent not in (None, SectionRole.OTHER):
        return parent
    return _TYPES.get((declared or "").lower(), named)


def _titled(title: str) -> SectionRole:
    if len(title) > 120:
        return SectionRole.OTHER
    return next((role for role, pattern in _PATTERNS if pattern.search(title)), SectionRole.OTHER)
