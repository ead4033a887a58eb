"""Where a float belongs: the section that first speaks of it, wherever the page had room to print it."""

import re
from collections.abc import Iterable, Sequence

from pipeline.intake.draft import DraftSection
from schemas.paper import Figure, SectionRole, Table

_ASIDE = {SectionRole.ABSTRACT, SectionRole.REFERENCES}


def tables_at_mentions(tables: Iterable[Table], sections: Sequence[DraftSection]) -> tuple[Table, ...]:
    """The tables with the path and role of the section that mentions them first; others stay where they stand."""
    placed = []
    for table in tables:
        home = _first_mention(table.label, sections)
        placed.append(table.model_copy(update={"section": home.path, "role": home.role}) if home else table)
    return tuple(placed)


def figures_at_mentions(figures: Iterable[Figure], sections: Sequence[DraftSection]) -> tuple[Figure, ...]:
    """The figures with the path of the section that mentions them first."""
    homes = ((figure, _first_mention(figure.label, sections)) for figure in figures)
    return tuple(figure.model_copy(update={"section": home.path}) if home else figure for figure, home in homes)


def _first_mention(label: str, sections: Sequence[DraftSection]) -> DraftSection | None:
    pattern = _pattern(label)
    if pattern is None:
        return None
    for section in sections:
        if section.role not in _ASIDE and any(pattern.search(passage.text) for passage in section.passages):
            return section
    return None


def _pattern(label: str) -> re.Pattern[str] | None:
    """`Table 4` also as `Tables 2 and 4` and `Fig. 4b`; a supplementary one only under its full name."""
    found = re.fullmatch(
        r"(?:(?P<more>[\w ]+) )?(?P<kind>Table|Figure|Scheme|Chart) (?P<number>[\w.]+)(?: \(\d+\))?", label
    )
    if found is None:
        return None
    word = r"Fig(?:ure)?s?\.?" if found["kind"] == "Figure" else f"{found['kind']}s?"
    before = re.escape(found["more"]) + " " if found["more"] else r"(?<!Supplementary )(?<!Data )"
    between = r"\s*(?:[\w.]+[a-z]?\s*(?:,|and|&|to|–|-)\s*(?:and\s*)?){0,4}"
    return re.compile(rf"{before}{word}{between}{re.escape(found['number'])}(?![\d.]\d|\d)", re.IGNORECASE)
