"""Which averaging a metric is meant with, where the paper does not say: what its numbers bear out, or a question.

An assumption that cannot change a result on this pack (one reading, or readings that agree on every answer) is none.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from pipeline.pack.plan import Plan
from pipeline.pack.settling.many import excluded
from pipeline.pack.settling.printed import Row, rows_of
from pipeline.pack.settling.readings import AVERAGING, Readings, are_indifferent, examples, is_open, readings_of
from pipeline.pack.settling.tables import possible
from schemas.evidence import Evidence
from schemas.outcome import Question
from schemas.pack import SettledAssumption
from schemas.task import Metric

_MOST_CELLS = 6


@dataclass(frozen=True)
class Settlement:
    """The plan with what is settled written into its metrics, how it was settled, and what only a human can say."""

    plan: Plan
    settled: tuple[SettledAssumption, ...] = ()
    questions: tuple[Question, ...] = ()


@dataclass(frozen=True)
class _Left:
    """The readings of a metric, and those of them that the printed numbers leave."""

    metric: Metric
    readings: Readings
    ways: tuple[str, ...]


def settle(plan: Plan) -> Settlement:
    """Settle every assumed averaging of the plan's metrics. Values and oracles have none."""
    if not plan.instances or not plan.instances[0].classes:
        return Settlement(plan)
    counts = {len(instance.classes) for instance in plan.instances}
    printed = {metric.metric_id for metric in plan.task.metrics}
    readings = {m.metric_id: readings_of(m, max(counts), printed) for m in plan.task.metrics if is_open(m)}
    rows = list(rows_of(plan))
    left = _left(plan, {name: found for name, found in readings.items() if len(found) > 1}, rows)
    settled = tuple(item for each in left if (item := _settled(plan, each, rows)))
    done = {item.metric_id for item in settled}
    questions = tuple(_question(plan, each) for each in left if each.metric.metric_id not in done)
    return Settlement(_written(plan, settled, readings), settled, questions)


def _left(plan: Plan, readings: Mapping[str, Readings], rows: list[Row]) -> list[_Left]:
    metrics = {metric.metric_id: metric for metric in plan.task.metrics}
    two = all(len(instance.classes) == 2 for instance in plan.instances)
    found = _of_tables(plan, readings, rows) if two else excluded(readings, rows)
    return [_Left(metrics[name], readings[name], ways) for name, ways in found.items()]


def _of_tables(plan: Plan, readings: Mapping[str, Readings], rows: list[Row]) -> dict[str, tuple[str, ...]]:
    """The ways that are left for each metric. To be ruled out, a way has to miss by more than a cut-off digit."""
    counted = [(row, *_counts(plan, row.instance)) for row in rows]
    loose, strict = (possible(counted, readings, is_strict) for is_strict in (False, True))
    # A metric is settled only where the way that is left also agrees as rounded; else every way stays open.
    certain = loose if loose & strict else set()
    return {
        name: tuple(way for way in ways if not certain or any(choice[at] == way for choice in certain))
        for at, (name, ways) in enumerate(readings.items())
    }


def _counts(plan: Plan, name: str) -> tuple[int, int]:
    """Positive and negative rows of an instance's test set."""
    instance = next(instance for instance in plan.instances if instance.setting_id == name)
    positives = int((instance.truth[instance.target].astype(str) == instance.classes[-1]).sum())
    return positives, len(instance.truth) - positives


def _settled(plan: Plan, left: _Left, rows: list[Row]) -> SettledAssumption | None:
    chosen = {way: left.readings[way] for way in left.ways}
    by_numbers = len(chosen) < len(left.readings)
    if not are_indifferent(chosen, plan.instances):
        return None
    way, name = next(iter(chosen.items()))
    reason = f"of {', '.join(left.readings)} only {way} agrees with the printed numbers"
    return SettledAssumption(
        metric_id=left.metric.metric_id,
        assumption=AVERAGING,
        readings=tuple(left.readings),
        metric=name,
        by_numbers=by_numbers,
        reason=reason if by_numbers else f"{', '.join(left.readings)} give the same on every instance of this pack",
        evidence=tuple(_evidence(left.metric.metric_id, rows))[:_MOST_CELLS] if by_numbers else (),
    )


def _evidence(metric_id: str, rows: list[Row]) -> Iterator[Evidence]:
    for row in rows:
        if metric_id in row.cells:
            yield from (item for cell in row.cells.values() for item in cell.score.evidence)


def _question(plan: Plan, left: _Left) -> Question:
    name = left.metric.metric_id
    example = list(examples({way: left.readings[way] for way in left.ways}, plan.instances[0]))[-1]
    given = ", ".join(f"{way} {value:.4g}" for way, value in example.items())
    text = (
        f"The paper does not say how {left.metric.printed} is averaged over classes, and its printed numbers leave "
        f"{' or '.join(left.ways)} (the same answers give {given}). Which is it?"
    )
    return Question(field=f"metrics.{name}.averaging", question=text, evidence=left.metric.evidence[:1])


def _written(plan: Plan, settled: tuple[SettledAssumption, ...], readings: Mapping[str, Readings]) -> Plan:
    """The plan whose metrics say what they are averaged by, as far as that is settled or there is one way only."""
    ways = {item.metric_id: _way(item, readings[item.metric_id]) for item in settled}
    ways |= {name: next(iter(found)) for name, found in readings.items() if len(found) == 1}
    metrics = tuple(_averaged_by(m, ways[m.metric_id]) if m.metric_id in ways else m for m in plan.task.metrics)
    return replace(plan, task=plan.task.model_copy(update={"metrics": metrics}))


def _averaged_by(metric: Metric, way: str) -> Metric:
    kept = tuple(item for item in metric.assumptions if not item.startswith(f"{AVERAGING}:"))
    return metric.model_copy(update={"averaging": way, "assumptions": kept})


def _way(item: SettledAssumption, readings: Readings) -> str:
    return next(way for way, name in readings.items() if name == item.metric)
