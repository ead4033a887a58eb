"""What a model stated of the task, entry by entry: a record where code can bear it out, else an ungrounded claim."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from pipeline.asking import grounded
from pipeline.extract.claims import Claims
from pipeline.hosts import identify
from pipeline.results.labels import slug
from pipeline.results.metric_names import MetricKind, named_by_id, read_metric
from pipeline.results.score_string import parse_score
from schemas.answers.extraction import (
    Averaging,
    StatedAlgorithm,
    StatedComponent,
    StatedMetric,
    StatedSetting,
    StatedSize,
    TaskForm,
)
from schemas.claims import UngroundedClaim
from schemas.data import DataComponent
from schemas.evidence import Decider, Evidence
from schemas.grounding import normalise
from schemas.paper import Paper
from schemas.task import Algorithm, Count, Metric, Setting

OTHER = "other"
"""What a model writes for a metric that is on no list."""


@dataclass(frozen=True)
class Stated:
    """The task as a model stated it and code found it in the paper, and what it claimed beside that."""

    algorithm: Algorithm | None = None
    settings: tuple[Setting, ...] = ()
    metrics: tuple[Metric, ...] = ()
    components: tuple[DataComponent, ...] = ()
    claims: tuple[UngroundedClaim, ...] = ()


def stated(paper: Paper, form: TaskForm, decider: Decider) -> Stated:
    """The entries of a form that hold. Of two settings or metrics with one name the first counts."""
    reader = _Reader(paper, decider, Claims(paper, decider))
    algorithm = reader.algorithm(form.algorithm)
    settings = reader.settings(form.settings)
    return Stated(
        algorithm=algorithm,
        settings=settings,
        metrics=reader.metrics(form.metrics),
        components=reader.components(form.components, {setting.setting_id for setting in settings}),
        claims=reader.claims.all(),
    )


@dataclass(frozen=True)
class _Reader:
    """Turns entries into records for one paper; what does not hold goes to `claims`."""

    paper: Paper
    decider: Decider
    claims: Claims

    def algorithm(self, entry: StatedAlgorithm) -> Algorithm | None:
        """The method, where both its name and the sentence stand in the paper; and the variants that stand there."""
        evidence = self._quoted("algorithm", entry.name, entry.quote)
        if evidence is None or not self._names("algorithm", entry.name):
            return None
        variants = (name for name in dict.fromkeys(entry.variants) if name and name != entry.name)
        kept = tuple(name for name in variants if self._names(f"algorithm.variants.{name}", name))
        return Algorithm(
            paper_id=self.paper.paper_id,
            name=entry.name,
            variants=kept,
            evidence=evidence,
            decider=self.decider,
        )

    def settings(self, entries: Iterable[StatedSetting]) -> tuple[Setting, ...]:
        """The settings that a sentence shows; a dependency counts where the other setting holds, too."""
        made = [setting for entry in entries if (setting := self._setting(entry))]
        found = {setting.setting_id: setting for setting in reversed(made)}
        ordered = dict.fromkeys(setting.setting_id for setting in made)
        return tuple(self._depending(found[name], set(found)) for name in ordered)

    def _setting(self, entry: StatedSetting) -> Setting | None:
        path = f"settings.{slug(entry.name)}"
        evidence = self._quoted(path, entry.name, entry.quote)
        if evidence is None or not entry.name.strip():
            return None
        return Setting(
            paper_id=self.paper.paper_id,
            setting_id=slug(entry.name),
            name=entry.name,
            task=entry.task,
            protocol=entry.protocol,
            reference_type=entry.reference,
            sources=tuple(url for url in entry.sources if self._linked(f"{path}.sources", url)),
            counts=tuple(count for size in entry.sizes if (count := self._count(path, size))),
            depends_on=slug(entry.depends_on) if entry.depends_on.strip() else None,
            evidence=evidence,
            decider=self.decider,
        )

    def _depending(self, setting: Setting, known: set[str]) -> Setting:
        if setting.depends_on is None or setting.depends_on in known - {setting.setting_id}:
            return setting
        path = f"settings.{setting.setting_id}.depends_on"
        self.claims.add(path, setting.depends_on, "no other setting of the form has this name")
        return setting.model_copy(update={"depends_on": None})

    def _count(self, path: str, size: StatedSize) -> Count | None:
        """A size: its digits stand in its quote, and code reads them."""
        where = f"{path}.sizes.{size.part}.{size.label}".rstrip(".")
        evidence = self._quoted(where, size.printed, size.quote)
        parsed = parse_score(size.printed)
        value = parsed.value if parsed else None
        if evidence is None:
            return None
        if value is None or value != int(value) or not _holds(size.quote, size.printed):
            self.claims.add(where, size.printed, "the quote does not print this number of rows")
            return None
        label = size.label.strip() or None
        return Count(split=str(size.part), label=label, printed=size.printed, value=int(value), evidence=evidence)

    def metrics(self, entries: Iterable[StatedMetric]) -> tuple[Metric, ...]:
        """The metrics of the list. Two that both lead are one claim too many: then none leads."""
        made = {metric.metric_id: metric for entry in reversed(tuple(entries)) if (metric := self._metric(entry))}
        leading = [metric.metric_id for metric in made.values() if metric.is_primary]
        if len(leading) > 1:
            self.claims.add("metrics.is_primary", ", ".join(leading), "one metric is primary, not several")
            return tuple(metric.model_copy(update={"is_primary": False}) for metric in reversed(made.values()))
        return tuple(reversed(made.values()))

    def _metric(self, entry: StatedMetric) -> Metric | None:
        path = f"metrics.{entry.metric_id}"
        problem = _problem_of_metric(entry)
        if problem:
            self.claims.add(f"metrics.{entry.printed}", entry.metric_id, problem)
            return None
        evidence = self._quoted(path, entry.printed, entry.quote)
        if evidence is None or not self._names(path, entry.printed):
            return None
        return Metric(
            paper_id=self.paper.paper_id,
            metric_id=entry.metric_id,
            printed=entry.printed,
            direction=entry.direction,
            averaging=self._averaging(path, entry),
            is_primary=entry.is_primary,
            evidence=evidence,
            decider=self.decider,
        )

    def _averaging(self, path: str, entry: StatedMetric) -> str | None:
        if entry.averaging is Averaging.UNSTATED:
            return None
        if _holds(f"{entry.quote} {entry.printed}", entry.averaging.value):
            return entry.averaging.value
        self.claims.add(f"{path}.averaging", entry.averaging.value, "the quote does not speak of this averaging")
        return None

    def components(self, entries: Iterable[StatedComponent], known: set[str]) -> tuple[DataComponent, ...]:
        """The parts of the data that a sentence shows, with the settings of the form that need them."""
        made: dict[str, DataComponent] = {}
        for entry in entries:
            path = f"components.{entry.name}"
            evidence = self._quoted(path, f"{entry.name}: {entry.role}", entry.quote)
            if evidence is None or not entry.name.strip():
                continue
            component = DataComponent(
                paper_id=self.paper.paper_id,
                name=entry.name,
                role=entry.role,
                setting_ids=tuple(name for name in map(slug, entry.settings) if name in known),
                url=entry.url if entry.url.strip() and self._linked(f"{path}.url", entry.url) else None,
                reason=entry.reason,
                evidence=evidence,
                decider=self.decider,
            )
            made.setdefault(entry.name, component)
        return tuple(made.values())

    def _quoted(self, path: str, claimed: str, quote: str) -> tuple[Evidence, ...] | None:
        found = grounded(self.paper, quote)
        if not found.evidence:
            self.claims.add(path, claimed, found.problem)
        return found.evidence or None

    def _names(self, path: str, name: str) -> bool:
        """True where a name stands in the paper as it is written."""
        if name.strip() and self.paper.find(name):
            return True
        self.claims.add(path, name, f"{name!r} does not stand in the paper under this name")
        return False

    def _linked(self, path: str, url: str) -> bool:
        """True for a link or accession that the paper prints."""
        if url.strip() and (_is_link(self.paper, url) or self.paper.find(url)):
            return True
        self.claims.add(f"{path}.{url}", url, "the paper prints no such link")
        return False


def _is_link(paper: Paper, url: str) -> bool:
    wanted = identify(url)
    return bool(wanted.record) and any(identify(link.url) == wanted for link in paper.links)


def _holds(text: str, part: str) -> bool:
    """True where a part stands in a text between borders of words and numbers."""
    inner = re.escape(normalise(part))
    return re.search(rf"(?<![\w.,]){inner}(?![\w]|[.,]\d)", normalise(text), re.IGNORECASE) is not None


def _problem_of_metric(entry: StatedMetric) -> str:
    """Why a metric cannot be meant; empty where it can."""
    named, read = named_by_id(entry.metric_id), read_metric(entry.printed)
    if named is None:
        return "the list has no such metric, so no program of ours computes it"
    if named.kind is not MetricKind.QUALITY:
        return f"it measures {named.kind}, not quality"
    if read is not None and read.metric_id != named.metric_id:
        return f"{entry.printed!r} is {read.metric_id}, not {named.metric_id}"
    if entry.direction is not named.direction:
        return f"of {named.metric_id}, {named.direction} is better, not {entry.direction}"
    return ""


def in_settings(items: tuple[DataComponent, ...], rename: Callable[[str], str]) -> tuple[DataComponent, ...]:
    """Components whose settings go by other ids."""
    return tuple(
        item.model_copy(update={"setting_ids": tuple(dict.fromkeys(map(rename, item.setting_ids)))}) for item in items
    )


def declined(paper: Paper, decider: Decider, reason: str) -> Stated:
    """Nothing stated: the model declined."""
    claims = Claims(paper, decider)
    claims.add("form", "", f"the model declined: {reason}")
    return replace(Stated(), claims=claims.all())
