"""A scored submission as a person reads it."""

from flows.show.console import line, print_table
from pipeline.scoring.model import InstanceResult, MetricResult, ScoreReport, Split, Standing


def show_score(report: ScoreReport) -> None:
    """Print the metrics of each instance, the place on the paper's leaderboard, all normalised scores, and the gap."""
    if report.split is Split.DEV:
        line("scored on the validation rows, next to what the paper scores on its test rows")
    for name in report.left_out:
        line(f"{name}: not scored: it has no validation split", style="yellow")
    if report.attempt.is_repeat:
        line("this submission was scored before; a submission is scored on the test rows once", style="yellow")
    for instance in report.instances:
        print_table(
            ["instance", "metric", "value", "SOTA", "best baseline", "gap", "rank", "medal"],
            [_row(instance, metric) for metric in instance.metrics],
        )
        if instance.error:
            line(f"{instance.instance}: no score: {instance.error}", style="red")
        elif instance.primary.standing:
            line(f"{instance.instance}: {_neighbours(instance.primary.standing)}")
    names = list(report.instances[0].primary.normalised)
    print_table(["instance", *names], [_normalised(instance, names) for instance in report.instances])
    line(f"gap {_number(report.gap)} ({_verdict(report.gap)})", style="bold")


def _row(instance: InstanceResult, metric: MetricResult) -> list[str]:
    standing = metric.standing
    return [
        instance.instance,
        metric.metric + (" *" if metric.is_primary else ""),
        _number(metric.value),
        _number(metric.sota),
        _number(metric.baseline),
        _number(metric.gap),
        f"{standing.rank} of {standing.methods + 1}" if standing else "",
        (standing.medal.value if standing.medal else "none") if standing else "",
    ]


def _normalised(instance: InstanceResult, names: list[str]) -> list[str]:
    return [instance.instance, *(_number(instance.primary.normalised.get(name)) for name in names)]


def _number(value: float | None) -> str:
    return "none" if value is None else f"{value:.4g}"


def _neighbours(standing: Standing) -> str:
    above = f"behind {standing.above.method} ({standing.above.value:g})" if standing.above else "ahead of all"
    below = f"ahead of {standing.below.method} ({standing.below.value:g})" if standing.below else "the last"
    return f"{above}, {below}"


def _verdict(gap: float | None) -> str:
    if gap is None:
        return "no score"
    return "surpasses the SOTA" if gap > 0.1 else "matches the SOTA" if gap >= 0 else "below the SOTA"
