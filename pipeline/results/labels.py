"""What the labels of a table say: the name of a method without citation marks, and the role it plays."""

import re
from dataclasses import dataclass

from schemas.task import MethodRole

_CITATION = re.compile(
    r"\s*(?:\[[\d,;\s\u2013-]+\]"
    r"|[(\[][^()\[\]]*\b(?:19|20)\d{2}[a-z]?[^()\[\]]*[)\]]"
    r"|\b(?:et al\.?|and [A-Z]\w+),?\s*[(\[]?(?:19|20)\d{2}[a-z]?[)\]]?"
    r"|\(\s*ref(?:s|erence)?\.?\s*\d+\s*\)|\bref\.?\s*\d+)"
)
_MARKS = re.compile(r"[*†‡§¶#⋆∗]+|[⁰¹²³⁴⁵⁶⁷⁸⁹]+$|[\u200b\u00ad\u2060]")
_OWN_WORD = (
    r"(?:our|the)?\s*(?:ours|proposed|present(?:ed)? (?:work|study|method|model|approach)|this (?:work|study|paper)"
    r"|our (?:method|model|approach|algorithm|framework|system|network|work|proposed|classifier|predictor|tool))"
    r"(?:\s+(?:method|model|approach|algorithm|framework|system|network|work|scheme|classifier|technique|tool))?"
)
OWN = re.compile(rf"\b{_OWN_WORD}\b", re.IGNORECASE)
_OWN_PART = re.compile(rf"[(\[]\s*{_OWN_WORD}\s*[)\]]|\b{_OWN_WORD}\b\s*[:\-\u2013]?", re.IGNORECASE)
_ABLATED = re.compile(
    r"\bw/o\b|\bwithout\b|\bremov(?:e|ing|ed)\b|\bno[- ](?:\w+)$|\bablat\w*|[\u2212\u2013]\s?[a-z]+$"
    r"|^\s*-\s?\w|\bonly\b",
    re.IGNORECASE,
)
_BOUND = re.compile(
    r"\bupper[- ]?bound\b|\blower[- ]?bound\b|\boracle\b|\bhuman\b|\bmajority\b|\bchance\b|"
    r"\brandom(?: guess(?:ing)?| baseline| chance)?$|\bceiling\b|\bfully[- ]supervised\b|"
    r"\bground truth\b|\bexpert\b|\bconstant\b",
    re.IGNORECASE,
)
_AVERAGE = re.compile(
    r"^(?:avg|average|mean|overall|total|std|p[- ]?value|rank|gain|improvement|Δ|delta|increase)\b", re.IGNORECASE
)


@dataclass(frozen=True)
class Names:
    """The proposed method as the paper calls it."""

    name: str
    variants: tuple[str, ...] = ()

    def role_of(self, label: str, heading: str = "") -> MethodRole:
        """What the method of a label is in the paper; `heading` is what stands over its rows."""
        own = self.is_own(label)
        if _BOUND.search(heading):
            return MethodRole.BOUND
        if _ABLATED.search(label) and (own or not _is_name(label)):
            return MethodRole.ABLATION
        if own:
            return MethodRole.PROPOSED if self.is_lead(label) else MethodRole.VARIANT
        return MethodRole.BOUND if _BOUND.search(label) else MethodRole.BASELINE

    def is_own(self, label: str) -> bool:
        """True for the method itself, one of its variants, or "ours"."""
        return OWN.search(label) is not None or any(contains_name(label, name) for name in (self.name, *self.variants))

    def is_lead(self, label: str) -> bool:
        """True for the method under its plain name: `X`, `X (ours)`, `Ours`, `Proposed X`."""
        bare = method_name(label)
        return not bare or squeeze(singular(bare)) == squeeze(singular(self.name))

    def method_of(self, label: str) -> str:
        """The name to store: the paper's own where a label says only "ours", a citation where it has no other."""
        return method_name(label) or (self.name if OWN.search(label) else label.strip(" ,;:()[]"))


def method_name(label: str) -> str:
    """A method's name without citations, footnote marks and words such as "(ours)"; empty for a bare "Ours"."""
    bare = _MARKS.sub("", _CITATION.sub("", label))
    return _OWN_PART.sub("", bare).strip(" ,;:()-\u2013") if OWN.search(bare) else bare.strip(" ,;:")


def squeeze(text: str) -> str:
    """Letters and digits only, without case: two spellings of one name agree."""
    return re.sub(r"[\W_]+", "", text.casefold())


def singular(name: str) -> str:
    """A name without its plural: papers write `Meta-Adapters` in the title and `Meta-Adapter` in a row."""
    return name[:-1] if re.search(r"[a-z]{3}[^s\W]s$|[A-Z]{2}s$", name) else name


def contains_name(label: str, name: str) -> bool:
    """True where a name stands in a label as a whole: `CNN(ProtNet)` contains `ProtNet`, `BERTScore` no `BERT`."""
    pattern = r"[\s\-_]?".join(map(re.escape, re.split(r"[\s\-_]+", singular(name.strip())))) + "s?"
    return bool(name.strip()) and re.search(rf"(?<![^\W_]){pattern}(?![^\W_])", label, re.IGNORECASE) is not None


def is_summary(label: str) -> bool:
    """True for a row or column that sums up others: an average, a rank, a gain, a p-value."""
    return _AVERAGE.search(label.strip()) is not None


def _is_name(label: str) -> bool:
    """True where something that looks like a name leads the label (`BERT without pre-training`)."""
    return re.match(r"[A-Z]\w*[A-Z0-9]", label) is not None


def slug(text: str) -> str:
    """A name as an identifier: lower case, words joined by hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", text.casefold()).strip("-") or "setting"
