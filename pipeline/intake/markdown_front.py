"""Front matter of a Markdown file: its YAML block, lines such as `DOI: ...`, and the running foot of the journal."""

import re
from dataclasses import dataclass, field
from typing import Any

import yaml

from pipeline.intake.identity import clean_doi

_BLOCK = re.compile(r"^---[ \t]*\n(.{1,8000}?)\n---[ \t]*(?:\n|$)", re.DOTALL | re.MULTILINE)
_BLOCK_STARTS = 3000
_LINE = re.compile(
    r"^[ \t>*_-]*(?P<key>doi|journal|year|date|published|title|licen[cs]e|article type)[*_ \t]*:[*_ \t]*"
    r"(?P<value>.{2,300})$",
    re.IGNORECASE | re.MULTILINE,
)
_FOOT = re.compile(r"^(?P<journal>[A-Z][\w&*. ]{3,60}?)[*_ ]*\|[*_ ]*\((?P<year>(?:19|20)\d\d)\)", re.MULTILINE)
_OWN = re.compile(
    r"supplementary (?:material|information)[^.]{0,80}available at\W{0,3}(?:https?://)?(?:dx\.)?doi\.org/(10\.\d{4,9}/\S+)",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_VOLUME = re.compile(r"\s*(?:[,(|—;]|\bvol\b|\bvolume\b|\b\d).*$", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True)
class MarkdownFront:
    """What a file says of itself."""

    title: str = ""
    doi: str = ""
    journal: str = ""
    year: str = ""
    licence: str = ""
    kind: str = ""
    authors: tuple[tuple[str, str], ...] = field(default=())


def split(text: str) -> tuple[MarkdownFront, str]:
    """The front matter, and the text without its YAML block, which stands at the top or a few lines below it."""
    found = _BLOCK.search(text[: _BLOCK_STARTS + 8000])
    block = _mapping(found.group(1)) if found is not None and found.start() < _BLOCK_STARTS else {}
    rest = text[: found.start()] + text[found.end() :] if found is not None and block else text
    head = rest[: max(rest.find("\n## ", 4000), 4000)]
    lines = {line["key"].lower(): line["value"].strip(" *_") for line in reversed(list(_LINE.finditer(head)))}
    own = _OWN.search(rest)
    return _front({**lines, **block}, f"{head} {own.group(1) if own else ''}", _FOOT.search(rest)), rest


def _mapping(source: str) -> dict[str, Any]:
    try:
        found = yaml.safe_load(source)
    except (yaml.YAMLError, RecursionError):
        return {}
    return {str(key).lower(): value for key, value in found.items()} if isinstance(found, dict) else {}


def _front(values: dict[str, Any], head: str, foot: re.Match[str] | None) -> MarkdownFront:
    def text(*keys: str) -> str:
        found = (values[key] for key in keys if values.get(key) is not None)
        return next((" ".join(str(value).split()) for value in found if not isinstance(value, list | dict)), "")

    journal = text("journal", "journaltitle", "container-title")
    year = _YEAR.search(text("year") or text("published", "date")) or _YEAR.search(journal)
    return MarkdownFront(
        title=text("title"),
        doi=clean_doi(text("doi"))
        or clean_doi(journal)
        or clean_doi(text("source_url", "url"))
        or clean_doi(head)
        or "",
        journal=_VOLUME.sub("", journal) or (_name(foot["journal"]) if foot else ""),
        year=year.group() if year else (foot["year"] if foot else ""),
        licence=text("license", "licence"),
        kind=text("article type", "article_type", "type"),
        authors=tuple(_names(values.get("authors") or values.get("author"))),
    )


def _name(printed: str) -> str:
    """A journal's name as it is written, whatever capitals its running foot is set in."""
    bare = printed.replace("*", "").strip()
    return bare.title() if sum(c.isupper() for c in bare) > 0.3 * len(bare) else bare


def _names(value: Any) -> list[tuple[str, str]]:
    people = value if isinstance(value, list) else str(value).split(",") if isinstance(value, str) else []
    names = [" ".join(str(p.get("name", "") if isinstance(p, dict) else p).split()) for p in people]
    return [(given, surname) for given, _, surname in (name.rpartition(" ") for name in names if name)]
