"""What a pack will hold, decided before anything is written: its name, its instances and what the solver is told."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pipeline.pack.firewall.f2 import names_method
from pipeline.pack.firewall.secrets import method_names
from pipeline.ports import Store
from pipeline.verify.instance import Instance
from pipeline.verify.target import MULTI_TARGET, REGRESSION, TEXT
from schemas.curation import Brief, Curation
from schemas.data import DataFile, Recipe
from schemas.evidence import Decider
from schemas.pack import Calibration, SettledAssumption
from schemas.paper import Paper
from schemas.task import Metric, Setting, Task

if TYPE_CHECKING:
    import pandas as pd

_NO_WORD = re.compile(r"[^a-z0-9]+")
_SLUG_LENGTH = 48
_HASH_LENGTH = 8
_MAX_PHRASES = 3
_UNNAMED = {REGRESSION: "Regression", MULTI_TARGET: "Regression", TEXT: "Prediction of texts"}
"""What a task is called of which nothing else is said."""


@dataclass(frozen=True)
class Plan:
    """A pack to be. In `task`, `recipes` and `instances` the setting id is the instance's public name."""

    pack_id: str
    phrase: str
    paper: Paper
    task: Task
    recipes: tuple[Recipe, ...]
    instances: tuple[Instance, ...]
    files: tuple[DataFile, ...]
    brief: Brief | None = None
    brief_by: Decider | None = None
    ships_data: bool = True
    settled: tuple[SettledAssumption, ...] = ()
    calibration: tuple[Calibration, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the instances."""
        return tuple(instance.setting_id for instance in self.instances)

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The metrics, the primary one first."""
        return tuple(sorted(self.task.metrics, key=lambda metric: (not metric.is_primary, metric.metric_id)))

    @property
    def is_quantity(self) -> bool:
        """True where what is asked for are numbers that were measured, and no classes, labels or texts."""
        return self.instances[0].target_kind in (REGRESSION, MULTI_TARGET)

    def phrase_of(self, name: str) -> str:
        """What one instance asks for; the phrase of the whole pack where the setting says nothing of its own."""
        return public_phrase(setting_of(self.task, name), self.task) or self.phrase


def make_plan(
    paper: Paper,
    task: Task,
    recipes: Sequence[Recipe],
    files: Sequence[DataFile],
    store: Store,
    curation: Curation | None,
) -> Plan:
    """Materialise the recipes and name everything. Settings without a recipe are left out."""
    from pipeline.verify.materialise import materialise

    recipes = [recipe for recipe in recipes if not recipe.script]
    if not recipes:
        return Plan("", "", paper, task, (), (), ())
    names = public_names(task, [recipe.setting_id for recipe in recipes])
    public = _renamed(task, names)
    phrase = _joined_phrase(public, recipes[0])
    return Plan(
        pack_id=f"{_short_slug(phrase)}_{_short_hash(recipes)}",
        phrase=phrase,
        paper=paper,
        task=public,
        recipes=tuple(recipe.model_copy(update={"setting_id": names[recipe.setting_id]}) for recipe in recipes),
        instances=tuple(public_instance(materialise(recipe, store), names[recipe.setting_id]) for recipe in recipes),
        files=tuple(sorted(files, key=lambda file: (file.source, file.path))),
        brief=curation.brief if curation else None,
        brief_by=curation.decider_of(curation.brief) if curation and curation.brief else None,
    )


def public_names(task: Task, setting_ids: Sequence[str]) -> dict[str, str]:
    """Names of instances by setting id: a slug of it, or a number where that would name the method or repeat."""
    methods = method_names(task)
    names: dict[str, str] = {}
    for number, setting_id in enumerate(setting_ids, start=1):
        name = slug(setting_id)
        is_usable = name and name not in names.values() and not names_method(name, methods)
        names[setting_id] = name if is_usable else f"instance_{number}"
    return names


def public_phrase(setting: Setting, task: Task) -> str:
    """The task phrase of a setting, or nothing where it is missing or names the method."""
    phrase = " ".join(setting.task.split()).rstrip(".")
    return "" if names_method(phrase, method_names(task)) else phrase


def slug(text: str) -> str:
    """Lower-case letters and digits joined by underscores."""
    return _NO_WORD.sub("_", text.lower()).strip("_")


def _short_slug(phrase: str) -> str:
    """The slug of the first phrase, cut between words."""
    whole = slug(phrase.split(";")[0])
    return whole if len(whole) <= _SLUG_LENGTH else whole[: _SLUG_LENGTH + 1].rpartition("_")[0] or whole[:_SLUG_LENGTH]


def setting_of(task: Task, name: str) -> Setting:
    """The setting with an id."""
    return next(setting for setting in task.settings if setting.setting_id == name)


def _renamed(task: Task, names: dict[str, str]) -> Task:
    """The task with public names, limited to the settings that have one and the metrics they are scored by."""
    settings = (
        s.model_copy(update={"setting_id": names[s.setting_id]}) for s in task.settings if s.setting_id in names
    )
    scores = (s.model_copy(update={"setting_id": names[s.setting_id]}) for s in task.scores if s.setting_id in names)
    return task.model_copy(update={"settings": tuple(settings), "scores": tuple(scores)})


def public_instance(instance: Instance, name: str) -> Instance:
    """An instance under its public name, its classes written as words instead of codes."""
    if not instance.classes:
        return replace(instance, setting_id=name)

    def worded(frame: "pd.DataFrame") -> "pd.DataFrame":
        return frame.assign(**{instance.target: [instance.classes[code] for code in frame[instance.target]]})

    return replace(
        instance,
        setting_id=name,
        train=worded(instance.train),
        truth=worded(instance.truth),
        validation=None if instance.validation is None else worded(instance.validation),
    )


def _joined_phrase(task: Task, recipe: Recipe) -> str:
    phrases = list(dict.fromkeys(filter(None, (public_phrase(setting, task) for setting in task.settings))))
    if not phrases:
        return _UNNAMED.get(recipe.target_kind, "Classification")
    rest = f"; and {len(phrases) - _MAX_PHRASES} more" if len(phrases) > _MAX_PHRASES else ""
    return "; ".join(phrases[:_MAX_PHRASES]) + rest


def _short_hash(recipes: Sequence[Recipe]) -> str:
    """Tells packs of the same task apart by what they are made of; says nothing of the paper."""
    content = sorted(source.sha256 for recipe in recipes for source in recipe.sources)
    return hashlib.sha256("\n".join(content).encode()).hexdigest()[:_HASH_LENGTH]
