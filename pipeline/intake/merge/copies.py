"""Which files are one paper: by DOI, by stem, by title; and which supplement belongs to which paper of its folder."""

import re
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from pipeline.intake.completeness import is_supplement
from pipeline.intake.merge.places import squeezed
from schemas.paper import Paper

_SUFFIX = re.compile(
    r"(?:\.(?:pdf|xml|nxml|html?|md|tex|tei|grobid|els|jats|full|tar|tgz|gz|zip)|[._-]v\d+|\s*\(\d+\))+$", re.IGNORECASE
)
_ASIDE = re.compile(r"(?:supp(?:l\w*)?|supporting\w*|moesm\d*|esm|si|appendix|additional\w*)\d*$", re.IGNORECASE)
_SHORTEST_TITLE = 20

Reading = tuple[Path, Paper]


def groups(readings: Sequence[Reading]) -> tuple[tuple[int, ...], ...]:
    """The indices of the readings that are one paper each, in order of the first of each group.

    Two different DOIs are never one paper. A supplement, by its title or its name, joins the one paper of its folder
    or the one whose stem it begins with; where that is unclear it stays alone.
    """
    group_of = list(range(len(readings)))
    for key in _keys(readings).values():
        for index in key[1:]:
            _join(group_of, readings, key[0], index)
    for index, (path, paper) in enumerate(readings):
        home = _home(readings, group_of, index) if _is_aside(path, paper) else None
        if home is not None:
            group_of[index] = group_of[home]
    found: dict[int, list[int]] = defaultdict(list)
    for index, group in enumerate(group_of):
        found[group].append(index)
    return tuple(tuple(indices) for indices in sorted(found.values()))


def stem_of(path: Path) -> str:
    """A file name without what names its format or version: `x.tei.xml` and `x.pdf` have the stem `x`."""
    return _SUFFIX.sub("", path.name).lower() or path.name.lower()


def _keys(readings: Sequence[Reading]) -> dict[tuple[str, ...], list[int]]:
    """What readings of one paper share: DOI, folder and stem, folder and title."""
    found: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for index, (path, paper) in enumerate(readings):
        if is_supplement(paper):
            continue
        if paper.doi:
            found["doi", paper.doi.lower()].append(index)
        found["stem", str(path.parent), stem_of(path)].append(index)
        title = squeezed(paper.title)
        if len(title) >= _SHORTEST_TITLE:
            found["title", str(path.parent), title].append(index)
    return found


def _join(group_of: list[int], readings: Sequence[Reading], first: int, second: int) -> None:
    """Put two groups together, unless that would bring two DOIs into one."""
    one, other = group_of[first], group_of[second]
    members = [index for index, group in enumerate(group_of) if group in (one, other)]
    if len({readings[index][1].doi for index in members} - {None}) > 1:
        return
    for index in members:
        group_of[index] = min(one, other)


def _is_aside(path: Path, paper: Paper) -> bool:
    return is_supplement(paper) or bool(not paper.is_complete and _ASIDE.search(stem_of(path)))


def _home(readings: Sequence[Reading], group_of: list[int], index: int) -> int | None:
    """A member of the group that a supplement belongs to."""
    path, paper = readings[index]
    near = [
        other
        for other, (place, candidate) in enumerate(readings)
        if place.parent == path.parent and not _is_aside(place, candidate)
    ]
    if paper.doi and any(readings[other][1].doi == paper.doi for other in near):
        return next(other for other in near if readings[other][1].doi == paper.doi)
    named = [other for other in near if stem_of(path).startswith(stem_of(readings[other][0]))] or near
    return named[0] if len({group_of[other] for other in named}) == 1 else None
