"""K1: the files agree with each other, letter for letter."""

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from pipeline.metrics import registry
from pipeline.pack import layout, tree
from pipeline.pack.checks.check import Check, Finding, judged
from pipeline.pack.checks.described import untrue
from pipeline.pack.checks.scripts import Declared
from pipeline.pack.checks.view import PackView
from pipeline.pack.kinds import kind_named
from schemas.task import Direction

_METRIC_ROW = re.compile(r"^\| `([^`]+)`( \(primary\))? \| [^|]+ \| (\w+) \|", re.MULTILINE)
_POSITIVE = re.compile(r"^The positive class, 1 in the definitions, is `([^`]+)`", re.MULTILINE)
_NAME = re.compile(r"`([^`]+)`")


def _task_name(view: PackView) -> Finding:
    croissant = view.json(layout.CROISSANT)
    names = {
        "metadata.json": view.metadata.task_name,
        "pack.lock.json": view.lock.pack_id,
        "croissant.json": croissant.get("name") if isinstance(croissant, dict) else None,
    }
    return judged(_differing(names), f"the task is called {view.lock.pack_id} everywhere")


def _instance_names(view: PackView) -> Finding:
    readme = view.text(layout.README)
    names = {
        "problem/data": view.instances,
        "sample_submission": _folders(view.pack_dir / layout.SAMPLES),
        "ground_truth": _folders(view.pack_dir / layout.GROUND_TRUTH),
        "evaluator.py": tuple(instance.name for instance in view.interface.instances),
        "run.py": view.starter_instances,
        "metadata.json": tuple(entry.dataset_name for entry in view.metadata.performance_entries),
        "scoring.json": tuple(entry.instance for entry in view.scoring.instances),
        "README.md": tuple(name for name in view.instances if f"`{name}`" in readme),
    }
    return judged(_differing({where: tuple(sorted(found)) for where, found in names.items()}), _all(view.instances))


def _metric_names(view: PackView) -> Finding:
    names = {
        "evaluator.py": frozenset(view.interface.metrics),
        "README.md": frozenset(name for name, _, _ in _readme_metrics(view)),
        "metadata.json": frozenset(m.name for entry in view.metadata.performance_entries for m in entry.metrics),
        "scoring.json": frozenset(m.metric for entry in view.scoring.instances for m in entry.metrics),
    }
    unknown = [f"{name} is not in the registry" for name in view.interface.metrics if name not in registry()]
    return judged((*_differing(names), *unknown), _all(view.interface.metrics))


def _directions(view: PackView) -> Finding:
    problems = [
        f"{name} is {direction} in {where}, {registry()[name].direction} in the registry"
        for name, where, direction in _stated_directions(view)
        if name in registry() and direction != registry()[name].direction
    ]
    return judged((*problems, *_other_ranges(view)), "directions, ranges and optima agree with the registry")


def _other_ranges(view: PackView) -> Iterator[str]:
    for entry in view.scoring.instances:
        for marks in entry.metrics:
            spec = registry().get(marks.metric)
            if spec and (marks.low, marks.high, marks.optimum) != (spec.low, spec.high, spec.optimum):
                yield f"scoring.json has another range or optimum of {marks.metric} than the registry"


def _stated_directions(view: PackView) -> Iterator[tuple[str, str, str]]:
    yield from ((name, "README.md", direction) for name, _, direction in _readme_metrics(view))
    for entry in view.metadata.performance_entries:
        for metric in entry.metrics:
            yield metric.name, "metadata.json", Direction[metric.metric_direction.name]
    for scored in view.scoring.instances:
        yield from ((metric.metric, "scoring.json", metric.direction) for metric in scored.metrics)


def _one_primary(view: PackView) -> Finding:
    stated = [name for name, is_primary, _ in _readme_metrics(view) if is_primary]
    names: dict[str, object] = {"scoring.json": (view.primary,), "README.md": tuple(stated)}
    for entry in view.metadata.performance_entries:
        names[f"metadata.json {entry.dataset_name}"] = tuple(m.name for m in entry.metrics if m.is_primary)
    return judged(_differing(names), f"{view.primary} is the one primary metric")


def _output_format(view: PackView) -> Finding:
    section = view.sections(layout.README).get("Output Format", "")
    problems = [problem for instance in view.interface.instances for problem in _misformatted(view, instance, section)]
    return judged(problems, "README, sample submission and evaluator agree on file and columns")


def _misformatted(view: PackView, instance: Declared, section: str) -> Iterator[str]:
    named = set(_NAME.findall(section))
    kind = kind_named(instance.kind)
    header = (instance.id_column, *kind.answer_columns(instance))
    for part in (instance.file, *header, *instance.classes):
        is_class_of_probability = part in instance.classes[:-1] and instance.kind == "probabilities"
        if part not in named and not is_class_of_probability:
            yield f"the README's output format does not name {part!r}"
    if len(instance.classes) == 2 and instance.classes[-1] not in _POSITIVE.findall(view.text(layout.README)):
        yield f"the README does not say that {instance.classes[-1]!r} is the positive class"
    sample = view.table(layout.SAMPLES / instance.name / instance.file)
    if sample.header != header:
        yield f"the sample of {instance.name} has the columns {', '.join(sample.header)}"


def _truth_files(view: PackView) -> Finding:
    problems = [problem for instance in view.interface.instances for problem in _bad_truth(view, instance)]
    return judged(problems, "every ground truth has an answer for every test row")


def _bad_truth(view: PackView, instance: Declared) -> Iterator[str]:
    truth = view.table(layout.GROUND_TRUTH / instance.name / instance.truth_file)
    test = view.table(layout.DATA / instance.name / "test.csv")
    if len(truth.rows) != instance.n_rows or not truth.rows:
        yield f"the truth of {instance.name} has {len(truth.rows)} rows, the evaluator expects {instance.n_rows}"
    if sorted(truth.column(instance.id_column)) != sorted(test.column(instance.id_column)):
        yield f"the ids of truth and test of {instance.name} differ"
    kind = kind_named(instance.kind)
    targets = set(kind.truth_columns(instance))
    if targets & set(test.header):
        yield f"test.csv of {instance.name} holds the target"
    inputs = set(view.table(layout.DATA / instance.name / "train.csv").header) - targets
    if set(test.header) - targets != inputs:
        yield f"test.csv and train.csv of {instance.name} have other inputs"
    rows = zip(*map(truth.column, kind.truth_columns(instance)), strict=True)
    if not all(all(row) if kind.needs_known else any(row) for row in rows):
        yield f"the truth of {instance.name} has empty answers"


def _tree(view: PackView) -> Finding:
    drawn = tree.read(view.sections(layout.DESCRIPTION).get("Directory Structure", ""))
    there = set(tree.files_under(view.pack_dir / "problem"))
    problems = [f"{path} is drawn, not on disk" for path in sorted(drawn - there)]
    problems += [f"{path} is on disk, not drawn" for path in sorted(there - drawn)]
    problems += untrue(view) if not problems else ()
    return judged(problems, f"the tree shows the {len(there)} files of problem/, and their sizes are as described")


def _description_sections(view: PackView) -> Finding:
    return _sections(view, layout.DESCRIPTION, layout.DESCRIPTION_SECTIONS)


def _sections(view: PackView, path: Path, wanted: tuple[str, ...]) -> Finding:
    found = view.sections(path)
    order = [] if tuple(found) == wanted else [f"{path.name} has the sections {', '.join(found) or 'none'}"]
    empty = [f"section {title!r} is empty" for title, body in found.items() if not body.strip()]
    return judged((*order, *empty), f"{path.name} has its {len(wanted)} sections")


def _readme_metrics(view: PackView) -> list[tuple[str, bool, str]]:
    """(name, is primary, direction) of the README's metric table."""
    section = view.sections(layout.README).get("Evaluation Metrics", "")
    return [(name, bool(primary), direction) for name, primary, direction in _METRIC_ROW.findall(section)]


def _folders(path: Path) -> tuple[str, ...]:
    return tuple(folder.name for folder in path.iterdir() if folder.is_dir()) if path.is_dir() else ()


def _differing(names: Mapping[str, object]) -> Iterator[str]:
    """The places that say something else than the first."""
    (first, wanted), *others = names.items()
    yield from (f"{where} says {_shown(found)}, {first} {_shown(wanted)}" for where, found in others if found != wanted)


def _shown(found: object) -> str:
    return ", ".join(sorted(map(str, found))) or "nothing" if isinstance(found, tuple | frozenset) else repr(found)


def _all(names: Iterable[str]) -> str:
    return f"{', '.join(sorted(names))}: the same everywhere"


CHECKS = (
    Check("K1.1", "Task name", _task_name),
    Check("K1.2", "Instance names", _instance_names),
    Check("K1.3", "Metric names", _metric_names),
    Check("K1.4", "Metric directions", _directions),
    Check("K1.5", "One primary metric", _one_primary),
    Check("K1.6", "Output format", _output_format),
    Check("K1.7", "Ground truth", _truth_files),
    Check("K1.8", "Directory tree", _tree),
    Check("K1.9", "Sections of the data description", _description_sections),
)
