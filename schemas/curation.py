"""What a human says of a paper: `curation.yaml` beside it, with a name and a date on every entry.

Entries have the fields of the records they stand for, less what code fills in. Later runs honour them, and no rule
or model overwrites them.
"""

import datetime
from typing import Self

from pydantic import Field, model_validator

from schemas.base import Part
from schemas.data import SplitPart
from schemas.evidence import DecidedBy, Decider
from schemas.screening import VerdictCall
from schemas.task import Direction, MethodRole, Protocol, ReferenceType
from schemas.transforms import ReaderOptions, SplitRule, Transform


class Entry(Part):
    """One decision. Where several people decide, an entry has its own name, date and reason; else the file's count."""

    by: str | None = Field(None, min_length=1)
    date: datetime.date | None = None
    reason: str = ""


class CuratedVerdict(Entry):
    """A human verdict on a rule."""

    rule: str
    call: VerdictCall
    category: str
    reason: str


class CuratedChange(Entry):
    """One field of what was read, set by a human: `field` is its path, as `metrics.mae.is_primary`."""

    field: str = Field(min_length=1)
    value: str | bool | int | float | tuple[str, ...] | None


class CuratedDismissal(Entry):
    """A finding of the review that a human looked at and found wrong: the record stays as it is."""

    check: str
    field_path: str


class CuratedAlgorithm(Entry):
    """The proposed method and its variants."""

    name: str
    variants: tuple[str, ...] = ()


class CuratedSetting(Entry):
    """An evaluation setting. `files` narrows it to data files whose path starts with one of these prefixes."""

    setting_id: str
    name: str
    task: str
    protocol: Protocol
    sources: tuple[str, ...] = ()
    files: tuple[str, ...] = ()


class CuratedMetric(Entry):
    """A metric by its id in `pipeline/metrics`."""

    metric_id: str
    printed: str
    direction: Direction
    unit: str | None = None
    is_primary: bool = False


class CuratedScore(Entry):
    """A score that no table of the paper holds as text, and where a human read it."""

    setting_id: str
    metric_id: str
    method: str
    role: MethodRole
    printed: str
    where: str


class CuratedSource(Part):
    """A file that a recipe reads, by its path in the data; see `schemas.data.RecipeSource`."""

    path: str
    part: SplitPart | None = None
    label: str | None = None
    table: str | None = None
    reader: str | None = None
    options: ReaderOptions | None = None


class CuratedRecipe(Entry):
    """Which columns are input and target in the files of a setting; what else a human gives replaces the proposal.

    `choice` picks one of the proposals that the question lists, by its title. With `sources` the whole recipe is the
    human's. `script` names a program among the data that makes the instance: it is recorded and never run here.
    `kind` and `oracle` are those of `schemas.data.Recipe`; an oracle or a distribution needs the whole recipe.
    """

    setting_id: str
    inputs: tuple[str, ...] = ()
    target: str = ""
    targets: tuple[str, ...] = ()
    sources: tuple[CuratedSource, ...] = ()
    transforms: tuple[Transform, ...] | None = None
    split: str | None = None
    split_rule: SplitRule | None = None
    steps: tuple[str, ...] | None = None
    target_kind: str | None = None
    classes: tuple[str, ...] = ()
    choice: str | None = None
    script: str | None = None
    kind: ReferenceType | None = None
    oracle: str | None = None

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        asked = self.target or self.targets
        if (self.kind is ReferenceType.ORACLE) != bool(self.oracle):
            raise ValueError("`oracle` names the scorer of a recipe of `kind: oracle`, and of no other")
        if self.kind is ReferenceType.ORACLE and not (self.sources and len(self.inputs) == 1 and self.target):
            raise ValueError("an oracle needs `sources`, one of `inputs` (the problem) and a `target` (the best value)")
        if self.kind is ReferenceType.DISTRIBUTION:
            if not (self.sources and self.inputs) or asked or self.target_kind:
                raise ValueError("a distribution needs `sources` and `inputs` (the columns of a sample), and no target")
            return self
        if bool(self.inputs) != bool(asked) or not (asked or self.choice or self.script):
            raise ValueError("a recipe needs `inputs` and a `target`, or a `choice`, or a `script`")
        if self.target and self.targets:
            raise ValueError("a recipe has a `target`, or several `targets`, not both")
        if self.targets and (
            len(set(self.targets)) < max(2, len(self.targets)) or set(self.targets) & set(self.inputs)
        ):
            raise ValueError("`targets` are two or more different columns, and none of the `inputs`")
        return self


class Brief(Entry):
    """The two pieces of prose that templates cannot make: scientific background and objective."""

    scientific_problem: str
    task_objective: str


class Curation(Part):
    """A curation file. `by` and `date` are who decided and when (`on` would be read as true in YAML)."""

    by: str = Field(min_length=1)
    date: datetime.date
    reason: str = ""
    verdicts: tuple[CuratedVerdict, ...] = ()
    algorithm: CuratedAlgorithm | None = None
    settings: tuple[CuratedSetting, ...] = ()
    metrics: tuple[CuratedMetric, ...] = ()
    scores: tuple[CuratedScore, ...] = ()
    recipes: tuple[CuratedRecipe, ...] = ()
    changes: tuple[CuratedChange, ...] = ()
    dismissed: tuple[CuratedDismissal, ...] = ()
    brief: Brief | None = None

    @property
    def decider(self) -> Decider:
        """The human behind the file."""
        return Decider(by=DecidedBy.HUMAN, person=self.by, on=self.date)

    def decider_of(self, entry: Entry) -> Decider:
        """The human behind one entry."""
        return Decider(by=DecidedBy.HUMAN, person=entry.by or self.by, on=entry.date or self.date)
