"""Which metric a header names: a file of the registry, or a well-known measure that has no file yet."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from pipeline import metrics
from pipeline.metrics.names import fold, is_unit, split_additions
from pipeline.metrics.spec import MetricSpec
from schemas.task import Direction


class MetricKind(StrEnum):
    """What a measure says of a method. Only quality carries a claim (rule 2.1)."""

    QUALITY = "quality"
    EFFICIENCY = "efficiency"
    HUMAN = "human"


@dataclass(frozen=True)
class NamedMetric:
    """A measure as a table names it. `is_fraction`: a printed percent stands for a fraction."""

    metric_id: str
    direction: Direction
    kind: MetricKind = MetricKind.QUALITY
    low: float | None = None
    high: float | None = None
    is_fraction: bool = False
    in_registry: bool = False


# Measures without a file in `pipeline/metrics`: read and judged, but a pack cannot be built on them.
_FRACTIONS = """
average_precision: ap, map, mean average precision
top_1_accuracy: top-1, top 1, top1
pck: pck, 3dpck, percentage of correct keypoints
"""
_UNBOUNDED_HIGHER = """
inception_score: inception score
mean_return: return, average return, normalized return, normalised return, cumulative reward, average reward
"""
_UNBOUNDED_LOWER = """
lpips: lpips
relative_l2_error: relative l2 error, l2 relative error, relative l2, rel. l2 error
mpjpe: mpjpe, mean per joint position error
chamfer_distance: chamfer distance, cd, chamfer
end_point_error: epe, aepe, end-point error, endpoint error
crps: crps, continuous ranked probability score
equal_error_rate: eer, equal error rate
"""
_EFFICIENCY = """
time: time, runtime, run time, running time, cpu time, inference time, training time, latency, wall time
parameters: params, parameters, #params, # params, number of parameters, model size
operations: flops, gflops, macs
memory: memory, ram, gpu memory, memory usage
"""
_SPEED = """
speed_up: speedup, speed-up, speed, fps, throughput
"""
_HUMAN = """
human_evaluation: human evaluation, human rating, mos, mean opinion score, human preference, user preference, fluency
"""


def read_metric(label: str, beside: Iterable[str] = ()) -> NamedMetric | None:
    """The measure a header names, or None. `beside` are the other headers, which settle short names."""
    spec = metrics.by_alias(label, tuple(beside))
    return _of(spec) if spec else _without_file(label)


def split_metric(label: str, beside: Iterable[str] = ()) -> tuple[NamedMetric | None, str]:
    """A header as (measure, what else it says): `PH2 DSC` is the Dice score of `PH2`."""
    others = tuple(beside)
    whole = read_metric(label, others)
    if whole is not None:
        return whole, ""
    words = re.split(r"\s*[|:]\s*|\s+", label.strip())
    for size in range(min(3, len(words) - 1), 0, -1):
        last = read_metric(" ".join(words[-size:]), others)
        if last is not None and _is_specific(" ".join(words[-size:])):
            return last, " ".join(words[:-size]).strip(" -:|,(")
        first = read_metric(" ".join(words[:size]), others)
        if first is not None and _is_specific(" ".join(words[:size])):
            return first, re.sub(r"^(?:on|for|of)\s+", "", " ".join(words[size:]).strip(" -:|,()"))
    return None, ""


def metric_words(metric_id: str) -> tuple[str, ...]:
    """Every name of a measure, for looking for it in running text."""
    spec = metrics.registry().get(metric_id)
    names = (spec.title, *spec.aliases) if spec else _names_by_id().get(metric_id, ())
    ambiguous = set(spec.ambiguous) if spec else set()
    return tuple(name for name in names if len(name) > 1 and name not in ambiguous)


def named_by_id(metric_id: str) -> NamedMetric | None:
    """What is known of a measure by its id."""
    spec = metrics.registry().get(metric_id)
    known = next((metric for metric in _known().values() if metric.metric_id == metric_id), None)
    return _of(spec) if spec else known


def all_ids() -> tuple[str, ...]:
    """The ids of every measure that is known."""
    return tuple(dict.fromkeys((*metrics.registry(), *(metric.metric_id for metric in _known().values()))))


def _of(spec: MetricSpec) -> NamedMetric:
    return NamedMetric(
        spec.metric_id, spec.direction, MetricKind.QUALITY, spec.low, spec.high, spec.is_fraction, in_registry=True
    )


def _without_file(label: str) -> NamedMetric | None:
    known = _known()
    whole = known.get(fold(label))
    if whole is not None:
        return whole
    name, additions = split_additions(label)
    if any(not is_unit(part) and not fold(part).isdigit() for part in additions):
        return None
    return known.get(fold(name))


def _is_specific(words: str) -> bool:
    """True for a name that is no word of everyday language: only such a name is taken out of a longer header."""
    return words.casefold() not in {"time", "error", "speed", "memory", "parameters", "precision", "map", "ap", "em"}


@cache
def _known() -> dict[str, NamedMetric]:
    higher, lower = Direction.HIGHER, Direction.LOWER
    groups: tuple[tuple[str, Callable[[str], NamedMetric]], ...] = (
        (_FRACTIONS, lambda name: NamedMetric(name, higher, low=0.0, high=1.0, is_fraction=True)),
        (_UNBOUNDED_HIGHER, lambda name: NamedMetric(name, higher, low=0.0)),
        (_UNBOUNDED_LOWER, lambda name: NamedMetric(name, lower, low=0.0)),
        (_EFFICIENCY, lambda name: NamedMetric(name, lower, MetricKind.EFFICIENCY)),
        (_SPEED, lambda name: NamedMetric(name, higher, MetricKind.EFFICIENCY)),
        (_HUMAN, lambda name: NamedMetric(name, higher, MetricKind.HUMAN)),
    )
    registered = metrics.registry()
    return {
        fold(alias): make(name)
        for text, make in groups
        for name, aliases in _lines(text)
        if name not in registered
        for alias in (*aliases, name)
    }


@cache
def _names_by_id() -> dict[str, tuple[str, ...]]:
    texts = (_FRACTIONS, _UNBOUNDED_HIGHER, _UNBOUNDED_LOWER, _EFFICIENCY, _SPEED, _HUMAN)
    return {name: aliases for text in texts for name, aliases in _lines(text)}


def _lines(text: str) -> list[tuple[str, tuple[str, ...]]]:
    pairs = (line.split(": ", 1) for line in text.strip().splitlines())
    return [(name, tuple(alias.strip() for alias in aliases.split(","))) for name, aliases in pairs]
