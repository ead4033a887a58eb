"""Which level of a table names the methods, which the metrics, which the settings; and the readings that follow."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pipeline.results.grid import Axis, Grid, Level
from pipeline.results.labels import Names, is_summary, squeeze
from pipeline.results.metric_names import MetricKind, NamedMetric, read_metric, split_metric
from schemas.evidence import Evidence
from schemas.paper import Table

_SAYS_NOTHING = re.compile(
    r"(?:performance|evaluation|quality)?\s*(?:metrics?|measures?|scores?|results?|performances?|methods?|models?|values?)?"
    r"(?:\s*\(?%\)?)?|dataset|data ?set|data|task|tasks",
    re.IGNORECASE,
)

_ARROW = re.compile("[\u2191\u2193]")
_JOINING = re.compile(r"\s+(?:on|for|of|in|at)$")


@dataclass(frozen=True)
class Reading:
    """One body cell with what its labels say. `setting` joins the labels that are neither method nor metric."""

    table: Table
    row: int
    column: int
    method: str
    metric: NamedMetric
    metric_label: str
    setting: str
    heading: str = ""

    @property
    def text(self) -> str:
        """The printed score."""
        return self.table.text(self.row, self.column)

    @property
    def evidence(self) -> Evidence:
        """The cell."""
        return self.table.evidence(self.row, self.column)


@dataclass(frozen=True)
class Facets:
    """The roles of the levels of one table."""

    methods: Level
    metrics: Level | None
    settings: tuple[Level, ...]


def readings_of(grid: Grid, names: Names) -> tuple[Reading, ...]:
    """Every body cell that a method and a metric claim. Empty where the proposed method is not in the table."""
    facets = find_facets(grid, names)
    if facets is None:
        return ()
    from_caption = _caption_metric(grid, facets)
    made = (_reading(grid, facets, from_caption, row, column) for row in grid.rows for column in grid.columns)
    return tuple(reading for reading in made if reading is not None)


def find_facets(grid: Grid, names: Names) -> Facets | None:
    """The roles of the levels, or None where no level names the proposed method."""
    metric_level = _metric_level(grid)
    others = [level for level in grid.levels if level is not metric_level]
    methods = _method_level(others, names)
    if methods is None:
        return None
    rest = tuple(level for level in others if level is not methods and _is_setting(level, methods))
    return Facets(methods, metric_level, rest)


def has_other_columns(grid: Grid, names: Names, kind: MetricKind) -> bool:
    """True where some label of the metric level is not of one kind: it may be a quality metric that we do not know."""
    facets = find_facets(grid, names)
    if facets is None or facets.metrics is None:
        return True
    labels = facets.metrics.distinct()
    found = [split_metric(label, labels)[0] for label in labels]
    return any(metric is None or metric.kind is not kind for metric in found)


def _metric_level(grid: Grid) -> Level | None:
    counts = [(_metric_count(level), level) for level in grid.levels]
    best = max(counts, key=lambda item: item[0], default=None)
    return best[1] if best and best[0] else None


def _metric_count(level: Level) -> float:
    """How many labels name a metric. A third has to: one `REC` among names of tasks is no recall."""
    labels = level.distinct()
    named = sum(split_metric(label, labels)[0] is not None for label in labels)
    summaries = sum(is_summary(label) and split_metric(label, labels)[0] is None for label in labels)
    return named if named * 3 >= len(labels) - summaries else 0


def _method_level(levels: Iterable[Level], names: Names) -> Level | None:
    counted = [(sum(names.is_own(label) for label in level.distinct()), level) for level in levels]
    own = [(count, level) for count, level in counted if count > 0 and len(level.distinct()) > 1]
    return max(own, key=lambda item: (item[0] < len(item[1].distinct()), item[0]))[1] if own else None


def _is_setting(level: Level, methods: Level) -> bool:
    """Another axis than the methods', or the same axis with each method under several of its labels."""
    is_across = (level.axis is Axis.COLUMN) != (methods.axis is Axis.COLUMN)
    if is_across:
        return True
    under: dict[str, set[str]] = {}
    for index, label in level.labels.items():
        under.setdefault(squeeze(methods.labels.get(index, "")), set()).add(label)
    repeated = sum(len(labels) > 1 for labels in under.values())
    return len(level.distinct()) > 1 and repeated * 2 >= len(under)


def _caption_metric(grid: Grid, facets: Facets) -> tuple[NamedMetric, str] | None:
    """The one metric that the corner or the caption names, for a table without a level of metrics."""
    if facets.metrics is not None or any(map(_hints_at_metrics, grid.levels)):
        return None
    for text in (grid.corner, grid.table.caption, grid.table.notes):
        found = {metric.metric_id: (metric, phrase) for phrase in _phrases(text) for metric in _named(phrase)}
        if len(found) == 1:
            return next(iter(found.values()))
        if found:
            return None
    return None


def _hints_at_metrics(level: Level) -> bool:
    """True for a level with some metric in it: then the caption's one metric does not speak for all columns."""
    labels = level.distinct()
    return level.axis is Axis.COLUMN and any(_ARROW.search(label) or read_metric(label, labels) for label in labels)


def _phrases(text: str) -> Iterable[str]:
    """Runs of up to four words, longest first, so that `top-1 accuracy` hides no `accuracy`."""
    for clause in re.split(r"[.,;:()\[\]]|\band\b|\bor\b|\bof\b|\bin\b|\bon\b|\bfor\b|\bthe\b|\bwith\b", text):
        words = clause.split()
        taken: set[int] = set()
        for size in range(min(4, len(words)), 0, -1):
            for start in range(len(words) - size + 1):
                span = range(start, start + size)
                phrase = " ".join(words[start : start + size])
                if not taken & set(span) and _named(phrase):
                    taken.update(span)
                    yield phrase


def _named(phrase: str) -> tuple[NamedMetric, ...]:
    is_plain_word = phrase.islower() and " " not in phrase and len(phrase) < 5
    metric = None if is_plain_word else read_metric(phrase)
    return (metric,) if metric else ()


def _reading(
    grid: Grid, facets: Facets, from_caption: tuple[NamedMetric, str] | None, row: int, column: int
) -> Reading | None:
    method = facets.methods.at(row, column)
    if not method or is_summary(method):
        return None
    metric, phrase, rest = _metric_at(facets, from_caption, row, column)
    if metric is None:
        return None
    labels = [level.at(row, column) for level in facets.settings]
    setting = _joined([*labels, rest])
    if any(is_summary(label) for label in (*labels, rest)):
        return None
    heading = next((level.at(row, column) for level in grid.levels if level.axis is Axis.HEADING), "")
    return Reading(grid.table, row, column, method, metric, phrase, setting, heading)


def unknown_labels(grid: Grid, names: Names) -> tuple[str, ...]:
    """Labels of the metric level that name no measure we know."""
    facets = find_facets(grid, names)
    if facets is None or facets.metrics is None:
        return ()
    labels = facets.metrics.distinct()
    return tuple(label for label in labels if split_metric(label, labels)[0] is None and not is_summary(label))


def _metric_at(
    facets: Facets, from_caption: tuple[NamedMetric, str] | None, row: int, column: int
) -> tuple[NamedMetric | None, str, str]:
    """The metric of a cell, its words, and what the same label says of the setting."""
    if facets.metrics is None:
        return (*from_caption, "") if from_caption else (None, "", "")
    label, beside = facets.metrics.at(row, column), facets.metrics.distinct()
    metric, rest = split_metric(label, beside)
    phrase = _without(label, rest) if rest else label
    is_all_there_is = is_summary(rest) and all(is_summary(other) for other in beside)
    return metric, phrase, "" if is_all_there_is else rest


def _without(label: str, rest: str) -> str:
    """A header without what it says of the setting: `AUROC` of `AUROC of deletion`."""
    return _JOINING.sub("", label.replace(rest, "").strip(" ()[]|:,")) or label


def _joined(labels: Iterable[str]) -> str:
    """The labels that say something, once each."""
    kept = (label for label in labels if label and not _SAYS_NOTHING.fullmatch(label.strip()))
    return ", ".join(dict.fromkeys(kept))
