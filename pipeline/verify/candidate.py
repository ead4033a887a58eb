"""What a proposer finds: files that could be one setting."""

import pkgutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module

from schemas.data import DataFile, RecipeSource, SplitPart
from schemas.task import ReferenceType
from schemas.transforms import SplitRule, Transform


@dataclass(frozen=True)
class Candidate:
    """Files that belong together as the parts of one split.

    `group` is what their paths have in common. `target` is None where the files do not say which column it is;
    `columns` are the choices then. `targets` are all target columns where there are several, `target` the first.
    `rows` counts by part and label (label None: the whole part). `reasons` say why each choice was made, and
    `confidence` is that of the weakest of them. `has_answers` is false where the test files lack the target. `classes`
    of a regression are its values, where they are few and whole. `transforms`, `split` and `split_rule` are those of
    the recipe to be; so are `kind` and `oracle`. The `target` of a distribution is empty.
    """

    proposer: str
    source: str
    group: str
    sources: tuple[RecipeSource, ...]
    inputs: tuple[str, ...]
    target: str | None
    target_kind: str = ""
    classes: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    fold: int | None = None
    steps: tuple[str, ...] = ()
    rows: dict[tuple[SplitPart, str | None], int] = field(default_factory=dict)
    reasons: tuple[str, ...] = ()
    confidence: float = 1.0
    has_answers: bool = True
    transforms: tuple[Transform, ...] = ()
    split: str = "files"
    split_rule: SplitRule | None = None
    targets: tuple[str, ...] = ()
    kind: ReferenceType = ReferenceType.LABEL
    oracle: str | None = None

    @property
    def title(self) -> str:
        """The group with its fold, for people."""
        name = self.group or self.source
        return name if self.fold is None else f"{name} fold {self.fold}"


@dataclass(frozen=True)
class Proposer:
    """A way to see files as a setting. `pipeline/verify/proposers/<kind>.py` holds one `PROPOSER`."""

    kind: str
    find: Callable[[Sequence[DataFile]], tuple[Candidate, ...]]


@cache
def all_proposers() -> tuple[Proposer, ...]:
    """Every proposer of the folder, by name."""
    from pipeline.verify import proposers

    names = sorted(module.name for module in pkgutil.iter_modules(proposers.__path__))
    return tuple(import_module(f"{proposers.__name__}.{name}").PROPOSER for name in names)


def find_candidates(files: Sequence[DataFile]) -> tuple[Candidate, ...]:
    """What all proposers find among the files, in a fixed order."""
    ordered = sorted(files, key=lambda file: (file.source, file.path))
    return tuple(candidate for proposer in all_proposers() for candidate in proposer.find(ordered))


def is_complete(parts: Sequence[SplitPart]) -> bool:
    """True where there is something to learn from and something to be tested on."""
    return SplitPart.TRAIN in parts and SplitPart.TEST in parts
