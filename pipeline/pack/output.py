"""The output contract of a plan: what a submission holds, and which metrics judge it."""

from collections.abc import Sequence
from dataclasses import replace

from pipeline.metrics import averaged, registry
from pipeline.metrics.spec import InputKind
from pipeline.pack.evaluator import InstanceContract, OutputContract, OutputKind, obstacle
from pipeline.pack.plan import Plan
from pipeline.verify.instance import Instance
from schemas.task import Metric

_DEFAULT_THRESHOLD = 0.5


def contract_of(plan: Plan) -> OutputContract:
    """The contract of a plan; every metric of the plan is in it."""
    thresholds = [metric.threshold for metric in plan.metrics if metric.threshold is not None]
    instances = tuple(
        InstanceContract(
            name=instance.setting_id,
            id_column=instance.id_column,
            target_column=instance.target,
            kind=output_kind(instance, plan.metrics),
            n_rows=len(instance.truth),
            classes=instance.classes,
            threshold=thresholds[0] if thresholds else _DEFAULT_THRESHOLD,
        )
        for instance in plan.instances
    )
    return OutputContract(instances=instances, metrics=tuple(metric.metric_id for metric in plan.metrics))


def output_kind(instance: Instance, metrics: Sequence[Metric]) -> OutputKind:
    """Values for a number, class labels for a class, a probability where a metric of a binary task asks for one."""
    if not instance.classes:
        return OutputKind.VALUES
    specs = [registry()[metric.metric_id] for metric in metrics if metric.metric_id in registry()]
    wants = {spec.input_kind for spec in specs} & {InputKind.PROBABILITIES, InputKind.SCORES}
    return OutputKind.PROBABILITIES if wants and len(instance.classes) == 2 else OutputKind.CLASS_LABELS


def scorable(plan: Plan) -> tuple[Plan, dict[str, str]]:
    """The plan with the metrics that can be computed from a submission, and why each of the others cannot.

    A metric of two classes that the paper averages over classes becomes the one that does (`f1` becomes `f1_macro`).
    """
    plan = _as_stated(plan)
    contract = contract_of(plan)
    reasons = {metric.metric_id: reason for metric in plan.metrics if (reason := _obstacle(metric, contract))}
    kept = tuple(metric for metric in plan.task.metrics if metric.metric_id not in reasons)
    scores = tuple(score for score in plan.task.scores if score.metric_id not in reasons)
    return replace(plan, task=plan.task.model_copy(update={"metrics": kept, "scores": scores})), reasons


def _as_stated(plan: Plan) -> Plan:
    taken = {metric.metric_id for metric in plan.task.metrics}
    stated = {metric.metric_id: averaged(metric.metric_id, metric.averaging) for metric in plan.task.metrics}
    names = {old: new for old, new in stated.items() if new != old and new not in taken}
    return replace(
        plan,
        task=plan.task.model_copy(
            update={
                "metrics": tuple(
                    m.model_copy(update={"metric_id": names.get(m.metric_id, m.metric_id)}) for m in plan.task.metrics
                ),
                "scores": tuple(
                    s.model_copy(update={"metric_id": names.get(s.metric_id, s.metric_id)}) for s in plan.task.scores
                ),
            }
        ),
    )


def _obstacle(metric: Metric, contract: OutputContract) -> str | None:
    spec = registry().get(metric.metric_id)
    if spec is None:
        return f"no metric of the registry is called {metric.metric_id!r}"
    return next(filter(None, (obstacle(spec, instance) for instance in contract.instances)), None)
