"""metadata.json: what the task is, for the operator. The vocabularies are those of NatureBench task packages."""

import re
from collections import Counter
from enum import StrEnum

from pydantic import Field, model_validator

from pipeline.pack.environment import python_packages
from pipeline.pack.plan import Plan, setting_of
from pipeline.scoring.build import FOLDS
from schemas.base import Part
from schemas.paper import Paper, SectionRole
from schemas.task import Metric, Protocol, Score


class WorkflowTopology(StrEnum):
    """How the steps of a solution hang together."""

    STRICT_SINGLE_STEP = "strict_single_step"
    SERIAL_PIPELINE = "serial_pipeline"
    MULTI_TASK_PARALLEL = "multi_task_parallel"
    PRETRAIN_FINETUNE = "pretrain_finetune"


class MethodologyParadigm(StrEnum):
    """What kind of tools the field solves it with."""

    DOMAIN_SPECIFIC_TOOLING = "domain_specific_tooling"
    GENERAL_ML_APPLICATION = "general_ml_application"
    OTHER = "other"


class PrimaryDomain(StrEnum):
    """The field of science."""

    MATHEMATICS = "Mathematics"
    PHYSICS = "Physics"
    COMPUTER_SCIENCE = "Computer Science"
    BIOLOGY = "Biology"
    MEDICINE = "Medicine"
    MATERIALS_SCIENCE = "Materials Science"
    CHEMISTRY = "Chemistry"
    OTHER = "Other"


class Cpu(StrEnum):
    """How much processor time."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class Gpu(StrEnum):
    """How much accelerator."""

    NONE = "none"
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class Runtime(StrEnum):
    """How long a run takes."""

    SHORT = "short"
    MODERATE = "moderate"
    LONG = "long"


class CpuNeed(Part):
    """Processor, in a word and in numbers."""

    level: Cpu
    quantity_text: str
    inferred: bool


class GpuNeed(Part):
    """Accelerator, in a word and in numbers."""

    level: Gpu
    quantity_text: str
    inferred: bool


class RuntimeNeed(Part):
    """Duration, in a word and in numbers."""

    level: Runtime
    quantity_text: str
    inferred: bool


class Resources(Part):
    """What a run needs."""

    cpu: CpuNeed
    gpu: GpuNeed
    runtime: RuntimeNeed


class Tooling(Part):
    """Language and packages of the environment."""

    languages: tuple[str, ...]
    packages: tuple[str, ...]


class Domain(Part):
    """The field of science, and the task in its words."""

    primary_domain: PrimaryDomain
    inferred: bool
    keywords: tuple[str, ...]


class MetricDirection(StrEnum):
    """Which way a metric improves, in the words of NatureBench: its runner takes any other word for lower-is-better."""

    HIGHER = "higher_is_better"
    LOWER = "lower_is_better"


class MethodScore(Part):
    """A score and whose it is."""

    value: float
    method: str


class MetricEntry(Part):
    """One metric on one instance, with the score to beat and the best of the others."""

    name: str
    is_primary: bool
    metric_direction: MetricDirection
    source_description: str
    unit: str | None
    sota_score: tuple[MethodScore, ...]
    baseline_score: MethodScore | None


class PerformanceEntry(Part):
    """The scores of one instance. Exactly one metric is primary."""

    dataset_name: str
    metrics: tuple[MetricEntry, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _one_primary(self) -> "PerformanceEntry":
        if sum(metric.is_primary for metric in self.metrics) != 1:
            raise ValueError(f"instance {self.dataset_name!r} has not exactly one primary metric")
        return self


class Metadata(Part):
    """The whole file."""

    task_name: str
    workflow_topology: WorkflowTopology
    methodology_paradigm: MethodologyParadigm
    inferred: tuple[str, ...]
    tooling_metadata: Tooling
    domain_metadata: Domain
    compute_resource_requirements: Resources
    performance_entries: tuple[PerformanceEntry, ...] = Field(min_length=1)


_DOMAIN_WORDS = {
    PrimaryDomain.MATHEMATICS: r"theorem|combinatori\w*|graph theory|algebra\w*|numerical analysis",
    PrimaryDomain.PHYSICS: r"physics|quantum|plasma|particles?|astro\w*|turbulen\w*|optic\w*|fluid\w*",
    PrimaryDomain.COMPUTER_SCIENCE: r"software|network traffic|images?|natural language|cyber\w*|speech|video\w*",
    PrimaryDomain.BIOLOGY: r"proteins?|genom\w*|genes?|cells?|rna|dna|species|sequenc\w*|enzym\w*|peptides?|biolog\w*",
    PrimaryDomain.MEDICINE: r"patients?|clinical|disease\w*|diagnos\w*|cancer|hospital\w*|medic\w*|tumou?rs?",
    PrimaryDomain.MATERIALS_SCIENCE: r"materials?|crystal\w*|alloys?|steels?|modul(?:us|i)|band gaps?|elastic\w*",
    PrimaryDomain.CHEMISTRY: r"molecul\w*|chemi\w*|reactions?|catalys\w*|solub\w*|solvents?|compounds?",
}
_SMALL, _LARGE = 20_000, 500_000


def make_metadata(plan: Plan) -> Metadata:
    """The metadata of a plan. What the paper does not say is inferred from the data and marked so."""
    several = len(plan.instances) > 1
    return Metadata(
        task_name=plan.pack_id,
        workflow_topology=WorkflowTopology.MULTI_TASK_PARALLEL if several else WorkflowTopology.STRICT_SINGLE_STEP,
        methodology_paradigm=MethodologyParadigm.GENERAL_ML_APPLICATION,
        inferred=("workflow_topology", "methodology_paradigm"),
        tooling_metadata=Tooling(languages=("Python",), packages=tuple(p.pip for p in python_packages())),
        domain_metadata=Domain(
            primary_domain=domain_of(plan.paper, plan.phrase),
            inferred=True,
            keywords=tuple(plan.phrase_of(name) for name in plan.names),
        ),
        compute_resource_requirements=_resources(plan),
        performance_entries=tuple(_entry(plan, name) for name in plan.names),
    )


def domain_of(paper: Paper, phrase: str) -> PrimaryDomain:
    """The field whose words the title, the subjects, the abstract and the task hold most often."""
    text = " ".join((paper.title, *paper.subjects, phrase, paper.text_of(SectionRole.ABSTRACT))).lower()
    counts = Counter({domain: len(re.findall(rf"\b(?:{words})\b", text)) for domain, words in _DOMAIN_WORDS.items()})
    domain, count = counts.most_common(1)[0]
    return domain if count else PrimaryDomain.OTHER


def _resources(plan: Plan) -> Resources:
    rows = sum(len(instance.train) for instance in plan.instances)
    is_small, is_large = rows <= _SMALL, rows > _LARGE
    cpu = Cpu.LOW if is_small else Cpu.HIGH if is_large else Cpu.MEDIUM
    runtime = Runtime.SHORT if is_small else Runtime.LONG if is_large else Runtime.MODERATE
    cause = f"{rows} training rows of tabular data"
    return Resources(
        cpu=CpuNeed(level=cpu, quantity_text=cause, inferred=True),
        gpu=GpuNeed(level=Gpu.NONE, quantity_text="the supplied environment has no GPU packages", inferred=True),
        runtime=RuntimeNeed(level=runtime, quantity_text=cause, inferred=True),
    )


def _entry(plan: Plan, name: str) -> PerformanceEntry:
    scored = {score.metric_id for score in plan.task.scores if score.setting_id == name}
    metrics = tuple(_metric(plan, name, m) for m in plan.metrics if m.is_primary or m.metric_id in scored)
    return PerformanceEntry(dataset_name=setting_of(plan.task, name).setting_id, metrics=metrics)


def _metric(plan: Plan, name: str, metric: Metric) -> MetricEntry:
    sota, protocol = plan.task.sota(name, metric.metric_id), setting_of(plan.task, name).protocol
    baseline = plan.task.best_baseline(name, metric.metric_id)
    return MetricEntry(
        name=metric.metric_id,
        is_primary=metric.is_primary,
        metric_direction=MetricDirection[metric.direction.name],
        source_description=_source(sota) + (f"; {FOLDS}" if protocol is Protocol.KFOLD else ""),
        unit=metric.unit,
        sota_score=(_method_score(sota),) if sota else (),
        baseline_score=_method_score(baseline) if baseline else None,
    )


def _method_score(score: Score) -> MethodScore:
    return MethodScore(value=score.value, method=score.method)


def _source(score: Score | None) -> str:
    if score is None:
        return "no score of the proposed method"
    place = str(score.evidence[0].place) if score.evidence else str(score.decider)
    return f"printed {score.printed!r}; {place}"
