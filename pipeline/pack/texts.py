"""What a solver reads: README.md, data_description.md and run.py, rendered from the plan."""

import json
from pathlib import Path
from typing import Any

from pipeline.metrics import registry
from pipeline.pack import describe, tree
from pipeline.pack.environment import PYTHON, python_packages
from pipeline.pack.evaluator import InstanceContract, OutputContract, OutputKind
from pipeline.pack.kinds import kind_named
from pipeline.pack.plan import Plan
from pipeline.pack.render import render
from pipeline.pack.samples import sample_submission
from pipeline.verify.instance import Instance
from schemas.task import Direction, Metric

_MOST_NAMED, _MOST_LISTED = 12, 40
"""Inputs that a sentence names, and that a table of the README lists; data_description.md has them all."""


def readme(plan: Plan, contract: OutputContract) -> str:
    """README.md with its six sections."""
    primary = registry()[plan.task.primary.metric_id]
    better = "higher" if plan.task.primary.direction is Direction.HIGHER else "lower"
    first = contract.instances[0]
    return render(
        "README.md",
        title=sentence(plan.phrase),
        scientific_problem=plan.brief.scientific_problem if plan.brief else scientific_problem(plan),
        task_objective=plan.brief.task_objective if plan.brief else task_objective(plan, contract),
        instances=[_instance(plan, instance) for instance in plan.instances],
        has_validation=any(instance.validation is not None for instance in plan.instances),
        metrics=[_metric(metric) for metric in plan.metrics],
        conventions=[line for metric in plan.metrics for line in _conventions(metric)],
        primary_sentence=f"The primary metric is `{primary.metric_id}`: {better} is better. "
        "Every metric is computed for each instance by itself.",
        positive_sentence=_positive_sentence(first),
        output=_output(plan.instances[0], first),
        instance_list=json.dumps(list(plan.names)),
        python=PYTHON,
        packages=", ".join(f"{package.pip} {package.version}" for package in python_packages()),
    )


def scientific_problem(plan: Plan) -> str:
    """The background where no human wrote one: what the phrase and the data say, and nothing else."""
    return render("scientific_problem.md", phrase=sentence(plan.phrase), is_quantity=plan.is_quantity).strip()


def task_objective(plan: Plan, contract: OutputContract) -> str:
    """The objective where no human wrote one."""
    first, instance = contract.instances[0], plan.instances[0]
    text = render(
        "task_objective.md",
        inputs=[f"`{name}`" for name in instance.inputs] if len(instance.inputs) <= _MOST_NAMED else [],
        n_inputs=len(instance.inputs),
        targets=_named(instance.target_columns),
        answer=kind_named(first.kind).objective(first),
        primary=registry()[plan.task.primary.metric_id],
        is_higher=plan.task.primary.direction is Direction.HIGHER,
        several=len(plan.instances) > 1,
    )
    return text.strip()


def _named(targets: tuple[str, ...]) -> str:
    """The targets in a sentence."""
    if len(targets) > _MOST_NAMED:
        return f"{len(targets)} targets, which are described below,"
    return ("target " if len(targets) == 1 else "targets ") + ", ".join(f"`{name}`" for name in targets)


def sentence(phrase: str) -> str:
    """A phrase with a capital letter at its start."""
    return phrase[:1].upper() + phrase[1:]


def starter(plan: Plan, contract: OutputContract) -> str:
    """run.py: loads every instance and writes the sample submission."""
    return render(
        "run.py",
        noun=kind_named(contract.instances[0].kind).noun,
        instance_list=json.dumps(list(plan.names)),
        id_columns=json.dumps({instance.setting_id: instance.id_column for instance in plan.instances}),
        target_columns=json.dumps(
            {instance.setting_id: list(instance.targets) or instance.target for instance in plan.instances}
        ),
        prediction_lines=kind_named(contract.instances[0].kind).starter(contract.instances),
        output_file=contract.instances[0].file,
    )


def data_description(plan: Plan, problem: Path) -> str:
    """data_description.md from the files below problem/ as they are on disk; it lists itself too."""
    paths = sorted({*tree.files_under(problem), "data_description.md"})
    return render(
        "data_description.md",
        tree=tree.draw("problem", paths),
        files=[_file(problem, path, plan) for path in paths if path.startswith("data/")],
        instances=[
            {"name": i.setting_id, "balance": describe.balance(i), "ranges": list(describe.target_ranges(i))}
            for i in plan.instances
        ],
        notes=[note for instance in plan.instances for note in describe.notes(instance)],
    )


def _instance(plan: Plan, instance: Instance) -> dict[str, Any]:
    inputs = instance.inputs if len(instance.inputs) <= _MOST_LISTED else instance.inputs[:_MOST_NAMED]
    columns = [
        {"name": instance.id_column, "role": "id", "content": "text, unique in a file"},
        *({"name": name, "role": "input", "content": describe.input_content(instance.train, name)} for name in inputs),
        *(
            {"name": name, "role": "target", "content": describe.target_content(instance, name)}
            for name in instance.target_columns
        ),
    ]
    return {
        "name": instance.setting_id,
        "phrase": sentence(plan.phrase_of(instance.setting_id)),
        "n_train": len(instance.train),
        "n_validation": 0 if instance.validation is None else len(instance.validation),
        "n_test": len(instance.test_inputs),
        "columns": columns,
        "n_more": len(instance.inputs) - len(inputs),
        "sample": describe.first_rows(instance.train if plan.ships_data else instance.train.head(0)),
    }


def _metric(metric: Metric) -> dict[str, Any]:
    spec = registry()[metric.metric_id]
    low = "-∞" if spec.low is None else f"{spec.low:g}"
    high = "∞" if spec.high is None else f"{spec.high:g}"
    return {
        "name": metric.metric_id,
        "is_primary": metric.is_primary,
        "title": spec.title + (f" ({metric.unit})" if metric.unit else ""),
        "better": metric.direction.value,
        "range": f"{low} to {high}",
        "definition": (spec.compute.__doc__ or "").strip().split("\n")[0].replace("|", "\\|"),
    }


def _conventions(metric: Metric) -> list[str]:
    """What changes a result without changing its name."""
    spec = registry()[metric.metric_id]
    said = spec.averaging if not metric.assumptions else (*spec.averaging, "as assumed where nothing was stated")
    return [f"`{metric.metric_id}`: {', '.join(said)}"] if spec.averaging else []


def _positive_sentence(first: InstanceContract) -> str:
    if len(first.classes) != 2:
        return ""
    threshold = f" A row counts as `{first.classes[-1]}` from a probability of {first.threshold:g} on."
    return f"The positive class, 1 in the definitions, is `{first.classes[-1]}`." + (
        threshold if first.kind is OutputKind.PROBABILITIES else ""
    )


def _output(instance: Instance, contract: InstanceContract) -> dict[str, Any]:
    kind = kind_named(contract.kind)
    answers = zip(kind.answer_columns(contract), kind.allowed(contract), strict=True)
    return {
        "file": contract.file,
        "columns": [
            {"name": contract.id_column, "dtype": "text", "allowed": "the ids of `test.csv`"},
            *({"name": name, "dtype": dtype, "allowed": allowed} for name, (dtype, allowed) in answers),
        ],
        "empty_rule": kind.empty_rule,
        "sample": describe.first_rows(sample_submission(instance, contract)),
    }


def _file(problem: Path, path: str, plan: Plan) -> dict[str, Any]:
    instance = next(instance for instance in plan.instances if path.startswith(f"data/{instance.setting_id}/"))
    frames = {"train.csv": instance.train, "validation.csv": instance.validation, "test.csv": instance.test_inputs}
    frame = frames[path.rsplit("/", 1)[-1]]
    assert frame is not None  # written from this frame
    return {
        "path": path,
        "rows": len(frame),
        "n_columns": len(frame.columns),
        "bytes": (problem / path).stat().st_size,
        "columns": describe.column_rows(frame),
    }
