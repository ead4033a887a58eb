"""F1: the identity of the paper in what a solver sees."""

import re
from collections.abc import Iterator
from pathlib import Path

from pipeline.leakage.folding import fold, phrase_pattern, words
from pipeline.leakage.visible import VisibleFile, visible_files
from pipeline.pack.firewall.hit import Hit, snippet
from pipeline.pack.firewall.secrets import Secrets

RULE = "F1"
TITLE = "The paper cannot be recognised"

_TITLE_RUN = 8
_LONG_SUFFIX = 8
_PHRASES = {
    "et al.": r"\bet\.? al\b",
    "DOI": r"\b10\.\d{4,9}(?:/|%2f)\S+",
    "arXiv id": r"\barxiv\W{0,3}(?:abs/)?\d{4}\.\d{4,5}",
    "attribution phrase": r"\b(?:(?:in|by|from|of) (?:this|the|our|their)(?: original)? "
    r"(?:paper|article|publication|study)|the authors?|(?:original|source) (?:paper|publication|article)"
    r"|as (?:described|reported|proposed) (?:in|by)|we (?:propose|present|introduce)|proposed by|published (?:in|by)"
    r"|supplementary (?:table|material|information))\b",
}
_ATTRIBUTION = {kind: re.compile(pattern) for kind, pattern in _PHRASES.items()}


def scan(pack_dir: Path, secrets: Secrets) -> tuple[Hit, ...]:
    """Title, DOI, authors, journal, arXiv ids and repositories everywhere; attribution phrases in prose."""
    patterns = tuple(_patterns(secrets))
    return tuple(hit for file in visible_files(pack_dir) for hit in _hits(file, patterns))


def _hits(file: VisibleFile, patterns: tuple[tuple[str, re.Pattern[str]], ...]) -> Iterator[Hit]:
    sought = (*patterns, *_ATTRIBUTION.items()) if file.is_prose else patterns
    for kind, pattern in sought:
        if match := pattern.search(file.folded):
            yield Hit(RULE, file.path, match.start(), kind, snippet(file.text, *match.span()))
    for kind, pattern in patterns:
        if pattern.search(fold(file.path)):
            yield Hit(RULE, file.path, 0, f"{kind} in a file name", file.path)


def _patterns(secrets: Secrets) -> Iterator[tuple[str, re.Pattern[str]]]:
    yield from (("title", pattern) for pattern in _title_runs(secrets))
    yield from (("DOI", pattern) for pattern in _doi(fold(secrets.doi)) if secrets.doi)
    yield from (("author", pattern) for author in secrets.authors for pattern in _author(author))
    yield from (("repository", _repository(fold(url))) for url in secrets.repositories)
    yield from (("arXiv id", re.compile(rf"(?<!\d){re.escape(number)}")) for number in secrets.arxiv)
    if secrets.journal:
        yield "journal", _journal(secrets)


def _doi(doi: str) -> Iterator[re.Pattern[str]]:
    """The DOI, also as a part of an address, and what follows its prefix where that is no plain word or number."""
    prefix, _, suffix = doi.partition("/")
    yield re.compile(rf"{re.escape(prefix)}(?:/|%2f){re.escape(suffix)}")
    if len(suffix) >= _LONG_SUFFIX and not suffix.isalpha() and not suffix.isdigit():
        yield re.compile(rf"(?<![^\W_]){re.escape(suffix)}(?![^\W_])")


def _repository(url: str) -> re.Pattern[str]:
    """An address, also as `git@host:owner/name`."""
    host, _, path = url.partition("/")
    return re.compile(rf"{re.escape(host)}[/:]+{re.escape(path)}")


def _title_runs(secrets: Secrets) -> Iterator[re.Pattern[str]]:
    tokens = words(secrets.title)
    allowed = [" ".join(words(phrase)) for phrase in secrets.allowed]
    size = min(_TITLE_RUN, len(tokens))
    for at in range(len(tokens) - size + 1) if size > 2 else ():
        run = tokens[at : at + size]
        if not any(" ".join(run) in phrase for phrase in allowed):
            yield phrase_pattern(run)


def _author(author: str) -> Iterator[re.Pattern[str]]:
    """Full name, `Family Given`, and initials with the family name; a family name alone is too often a word."""
    tokens = words(author)
    if len(tokens) < 2:
        return
    given, family = tokens[:-1], tokens[-1]
    initials = [token[0] for token in given]
    yield from map(phrase_pattern, ([*given, family], [given[0], family], [family, *given]))
    if len(family) > 2:
        initialled = r"[\W_]+".join(initials)
        yield re.compile(rf"(?<![^\W_]){initialled}\. ?{re.escape(family)}(?![^\W_])")
        yield re.compile(rf"(?<![^\W_]){re.escape(family)},? {initialled}\.")


def _journal(secrets: Secrets) -> re.Pattern[str]:
    """A journal of several words by itself; `Nature` or `Science` only with a year or a volume beside it."""
    tokens = words(secrets.journal)
    name = phrase_pattern(tokens).pattern
    return re.compile(
        name if len(tokens) > 1 else rf"{name},? (?:\(?{secrets.year or '(?:19|20)[0-9]{2}'}|vol|\d+[:,(])"
    )
