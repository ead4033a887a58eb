"""The output contract of a plan: what a submission holds, and which metrics judge it."""

from collections.abc import Sequence
from dataclasses import replace

from pipeline.metrics import averaged, fitting, registry
from pipeline.metrics.spec import InputKind
from pipeline.pack.evaluator import InstanceContract, OutputContract, OutputKind, input_kinds, obstacle
from pipeline.pack.kinds import kind_named
from pipeline.pack.plan import Plan
from pipeline.verify.instance import Instance
from pipeline.verify.target import MULTI_LABEL, MULTI_TARGET, TEXT
from schemas.task import Metric

_DEFAULT_THRESHOLD = 0.5
_OF_ONE_COLUMN = {InputKind.PROBABILITIES, InputKind.SCORES}
_BY_TARGET = {
    MULTI_TARGET: OutputKind.MULTI_TARGET,
    MULTI_LABEL: OutputKind.MULTI_LABEL,
    TEXT: OutputKind.SEQUENCES,
}


def contract_of(plan: Plan) -> OutputContract:
    """The contract of a plan; every metric of the plan is in it."""
    thresholds = [metric.threshold for metric in plan.metrics if metric.threshold is not None]
    instances = tuple(
        InstanceContract(
            name=instance.setting_id,
            id_column=instance.id_column,
            target_column=instance.target,
            kind=(kind := output_kind(instance, plan.metrics)),
            columns=kind_named(kind).columns(instance),
            n_rows=len(instance.truth),
            classes=instance.classes,
            threshold=thresholds[0] if thresholds else _DEFAULT_THRESHOLD,
        )
        for instance in plan.instances
    )
    return OutputContract(instances=instances, metrics=tuple(metric.metric_id for metric in plan.metrics))


def output_kind(instance: Instance, metrics: Sequence[Metric]) -> OutputKind:
    """What the target holds; for classes, labels or the probabilities that a metric asks for.

    Of more than two classes the metrics of two (`AUC`) stand for those of their family that take one column per class.
    """
    if instance.target_kind in _BY_TARGET:
        return _BY_TARGET[instance.target_kind]
    if not instance.classes:
        return OutputKind.VALUES
    specs = [registry()[metric.metric_id] for metric in metrics if metric.metric_id in registry()]
    wants = {spec.input_kind for spec in specs}
    if len(instance.classes) == 2 and wants & _OF_ONE_COLUMN:
        return OutputKind.PROBABILITIES
    names = [spec.metric_id for spec in specs if spec.input_kind in _OF_ONE_COLUMN]
    has_many = InputKind.CLASS_PROBABILITIES in wants or any(map(_of_all_classes, names))
    return OutputKind.CLASS_PROBABILITIES if has_many else OutputKind.CLASS_LABELS


def _of_all_classes(metric_id: str) -> bool:
    return fitting(metric_id, [InputKind.CLASS_PROBABILITIES]) is not None


def scorable(plan: Plan) -> tuple[Plan, dict[str, str]]:
    """The plan with the metrics that can be computed from a submission, and why each of the others cannot.

    A metric of two classes that the paper averages over classes becomes the one that does (`f1` becomes `f1_macro`),
    and a name that many kinds of answers share the one of this kind (`auroc` becomes `auroc_per_target`).
    """
    plan = _renamed(plan, {m.metric_id: averaged(m.metric_id, m.averaging) for m in plan.task.metrics})
    plan = _fitted(plan)
    contract = contract_of(plan)
    reasons = {metric.metric_id: reason for metric in plan.metrics if (reason := _obstacle(metric, contract))}
    kept = tuple(metric for metric in plan.task.metrics if metric.metric_id not in reasons)
    scores = tuple(score for score in plan.task.scores if score.metric_id not in reasons)
    return replace(plan, task=plan.task.model_copy(update={"metrics": kept, "scores": scores})), reasons


def _fitted(plan: Plan) -> Plan:
    """The plan with metrics of the same printed name that compare what its instances ask for; how they average over
    classes or targets is then assumed, and says so."""
    if not plan.instances:
        return plan
    kinds = set.intersection(*(set(input_kinds(output.kind)) for output in contract_of(plan).instances))
    found = {metric.metric_id: fitting(metric.metric_id, kinds) for metric in plan.task.metrics}
    names = {old: spec.metric_id for old, spec in found.items() if spec and spec.metric_id != old}
    assumed = tuple(
        m.model_copy(update={"assumptions": (*m.assumptions, f"averaging: {', '.join(spec.averaging)}")})
        if (spec := found[m.metric_id]) and m.metric_id in names
        else m
        for m in plan.task.metrics
    )
    return _renamed(replace(plan, task=plan.task.model_copy(update={"metrics": assumed})), names)


def _renamed(plan: Plan, stated: dict[str, str]) -> Plan:
    """The plan with other ids of metrics, where they are not taken."""
    taken = {metric.metric_id for metric in plan.task.metrics}
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
