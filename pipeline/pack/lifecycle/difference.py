"""What differs between two packs, and what that means for scores."""

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path

from pipeline.pack import layout
from pipeline.pack.files import listing
from pipeline.pack.lock import Lock, read_lock
from pipeline.scoring.model import ScoringFile
from pipeline.scoring.reading import read_scoring
from schemas.base import Part


class Weight(StrEnum):
    """What a difference does, from the heaviest to the lightest; the names are those of semantic versioning.

    `major`: scores of the two packs cannot be compared (data, answers, evaluator, marks). `minor`: the solver reads or
    runs something else (brief, starter, environment). `patch`: only the operator's files.
    """

    MAJOR = "major"
    MINOR = "minor"
    PATCH = "patch"


_HEAVY = (layout.DATA.as_posix(), "evaluation/")
_SEEN = ("problem/", "environment/")


class FileDifference(Part):
    """One file that is not the same on both sides."""

    path: str
    change: str
    weight: Weight


class PackDifference(Part):
    """Everything that differs. `origins` are papers, sources and recipes, `marks` scores, `code` parts of papergym."""

    before: str
    after: str
    files: tuple[FileDifference, ...]
    origins: tuple[str, ...]
    marks: tuple[str, ...]
    code: tuple[str, ...]

    @property
    def weight(self) -> Weight | None:
        """The heaviest difference; None between equal packs."""
        found = {file.weight for file in self.files}
        return next((weight for weight in Weight if weight in found), None)


def difference(before: Path, after: Path) -> PackDifference:
    """Compare two pack folders. Raises UsageError where one is no pack."""
    old, new = read_lock(before), read_lock(after)
    return PackDifference(
        before=old.pack_id,
        after=new.pack_id,
        files=tuple(_files(before, after)),
        origins=tuple(_origins(old, new)),
        marks=tuple(_marks(read_scoring(before), read_scoring(after))),
        code=tuple(
            part
            for part in sorted(old.code_sha256.keys() | new.code_sha256.keys())
            if old.code_sha256.get(part) != new.code_sha256.get(part)
        ),
    )


def _files(before: Path, after: Path) -> Iterator[FileDifference]:
    old = {file.path: file.sha256 for file in listing(before)}
    new = {file.path: file.sha256 for file in listing(after)}
    for path in sorted(old.keys() | new.keys()):
        if old.get(path) != new.get(path):
            change = "added" if path not in old else "removed" if path not in new else "changed"
            yield FileDifference(path=path, change=change, weight=weight_of(path))


def weight_of(path: str) -> Weight:
    """What a difference in a file of a pack does."""
    if path.startswith(_HEAVY):
        return Weight.MAJOR
    return Weight.MINOR if path.startswith(_SEEN) else Weight.PATCH


def _origins(old: Lock, new: Lock) -> Iterator[str]:
    if old.paper.sha256 != new.paper.sha256:
        yield f"another document: {old.paper.name}, {new.paper.name}"
    before = {(file.source, file.path): file.sha256 for file in old.data if file.is_used}
    after = {(file.source, file.path): file.sha256 for file in new.data if file.is_used}
    for source, path in sorted(before.keys() | after.keys()):
        if before.get((source, path)) != after.get((source, path)):
            yield f"data: {path} of {source}"
    recipes = {recipe.setting_id: recipe for recipe in old.recipes}
    others = {recipe.setting_id: recipe for recipe in new.recipes}
    for setting in sorted(recipes.keys() | others.keys()):
        if recipes.get(setting) != others.get(setting):
            yield f"recipe of {setting}"


def _marks(old: ScoringFile, new: ScoringFile) -> Iterator[str]:
    """Metrics that came, went, or have other marks."""
    before = {(i.instance, m.metric): m for i in old.instances for m in i.metrics}
    after = {(i.instance, m.metric): m for i in new.instances for m in i.metrics}
    if old.primary_metric != new.primary_metric:
        yield f"primary metric: {old.primary_metric}, {new.primary_metric}"
    for key in sorted(before.keys() | after.keys()):
        one, other = before.get(key), after.get(key)
        if one is None or other is None:
            yield f"{key[0]}: {key[1]} {'added' if one is None else 'removed'}"
        elif one.sota != other.sota or one.baseline != other.baseline:
            marks = f"SOTA {one.sota}, {other.sota}; baseline {one.baseline}, {other.baseline}"
            yield f"{key[0]}: {key[1]}: {marks}"
