"""K3: the task as designed."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from pipeline.pack import layout
from pipeline.pack.checks.check import Check, Finding, judged, skipped, warned
from pipeline.pack.checks.view import PackView
from pipeline.pack.metadata import MetricEntry
from pipeline.scoring.build import FOLDS
from pipeline.scoring.model import SURPASS_ABOVE
from schemas.data import CheckStatus, FileRole, Measure, SplitPart

_OURS = (FileRole.INITIAL_STATE, FileRole.DATA_PREPARATION, FileRole.EXTERNAL_RESOURCE, FileRole.UNKNOWN)
"""Files that a solver may have a right to: those whose role nobody could tell are among them."""

_ALWAYS = (SplitPart.TRAIN, SplitPart.TEST)

_NOT_OURS = (FileRole.ALGORITHM_OUTPUT, FileRole.ALGORITHM_PREPROCESSING_OUTPUT)


def _initial_data(view: PackView) -> Finding:
    missing = list(_missing_tables(view))
    if missing:
        return judged(missing, "")
    left = [
        f"{f.source}: {f.path} (role {f.role}) is left out" for f in view.lock.data if f.role in _OURS and not f.is_used
    ]
    return warned(left, "every file of the initial state went into the tables")


def _missing_tables(view: PackView) -> Iterator[str]:
    for recipe in view.lock.recipes:
        folder = layout.DATA / recipe.setting_id
        for part in SplitPart:
            if part in _ALWAYS or any(source.part is part for source in recipe.sources):
                path = folder / f"{part.value}.csv"
                if not (view.pack_dir / path).is_file() or not view.table(path).rows:
                    yield f"{path} is missing or has no rows"


def _no_artifacts(view: PackView) -> Finding:
    taken = [f"{f.source}: {f.path} is {f.role}" for f in view.lock.data if f.role in _NOT_OURS and f.is_used]
    outputs = {file.sha256: file.path for file in view.lock.data if file.role in _NOT_OURS}
    copied = [
        f"{file.path} is a copy of {outputs[file.sha256]}"
        for file in view.lock.files
        if file.sha256 in outputs and PurePosixPath(file.path).parts[0] == "problem"
    ]
    return judged((*taken, *copied), "no file of the method's own making")


def _readme_sections(view: PackView) -> Finding:
    found = view.sections(layout.README)
    wrong = (
        [] if tuple(found) == layout.README_SECTIONS else [f"README.md has the sections {', '.join(found) or 'none'}"]
    )
    empty = [f"section {title!r} is empty" for title, body in found.items() if not body.strip()]
    return judged((*wrong, *empty), "README.md has its six sections")


def _output_spec(view: PackView) -> Finding:
    section = view.sections(layout.README).get("Output Format", "")
    wanted = {
        "a table of columns with type and allowed values": "| Column | Type | Allowed values |",
        "the rule for ids": "exactly once",
        "the rule for NaN and infinite values": "NaN",
        "sample rows": "```",
        "the complete example": "sample_submission/",
    }
    return judged(
        (f"the output format lacks {what}" for what, sign in wanted.items() if sign not in section), "complete"
    )


def _instances_filled(view: PackView) -> Finding:
    problems = [] if view.starter_instances else ["INSTANCES of run.py is empty"]
    guide = view.sections(layout.README).get("Submission Guidelines", "")
    problems += [f"the README's INSTANCES lack {name}" for name in view.starter_instances if f'"{name}"' not in guide]
    return judged(problems, f"INSTANCES lists {len(view.starter_instances)}")


def _sota_everywhere(view: PackView) -> Finding:
    problems: list[str] = []
    notes: list[str] = []
    for entry in view.metadata.performance_entries:
        for metric in entry.metrics:
            if not metric.sota_score:
                (problems if metric.is_primary else notes).append(f"{entry.dataset_name} has no SOTA for {metric.name}")
            problems += _disagreeing(view, entry.dataset_name, metric)
        primary = view.marks(entry.dataset_name, view.primary)
        notes += [f"{entry.dataset_name}: {FOLDS}"] if primary and FOLDS in primary.warnings else []
    if problems:
        return judged((*problems, *notes), "")
    notes += [f"{name} is not scored: {reason}" for name, reason in view.lock.unscored_metrics.items()]
    return warned(notes, "every metric of every instance has a SOTA score")


def _disagreeing(view: PackView, instance: str, metric: MetricEntry) -> Iterator[str]:
    """One SOTA and one best baseline in metadata.json, scoring.json and leaderboard.csv."""
    marks = view.marks(instance, metric.name)
    found = metric.sota_score[0] if metric.sota_score else None
    stated = (found and found.value, metric.baseline_score and metric.baseline_score.value)
    if marks is None or (marks.sota, marks.baseline) != stated:
        yield f"{instance}: metadata.json and scoring.json differ on SOTA or baseline of {metric.name}"
    rows = view.table(layout.LEADERBOARD).rows
    ranked = {(row[3], float(row[5])) for row in rows if row[:2] == (instance, metric.name)}
    if found and (found.method, found.value) not in ranked:
        yield f"{instance}: leaderboard.csv has no {metric.name} {found.value} of {found.method}"


def _oracle(view: PackView) -> Finding:
    return skipped("no oracle is needed: the answers are labels or values")


def _attainable(view: PackView) -> Finding:
    """The gap d (m - s) / |s| at the optimum must leave room above 0.1 (NatureBench's margin for surpassing)."""
    problems: list[str] = []
    measures: list[Measure] = []
    for entry in view.metadata.performance_entries:
        marks = view.marks(entry.dataset_name, view.primary)
        if marks is None or marks.sota is None or marks.optimum is None or marks.sota == 0:
            continue
        gap = marks.direction.sign * (marks.optimum - marks.sota) / abs(marks.sota)
        measures.append(Measure(name=f"{entry.dataset_name} gap at the optimum", value=gap, expected=SURPASS_ABOVE))
        if gap <= SURPASS_ABOVE:
            problems.append(f"{entry.dataset_name}: even the optimum is only {gap:.3f} above the SOTA")
    if not measures:
        return Finding(CheckStatus.WARN, "no instance has both a SOTA other than 0 and an optimum to compare it with")
    return warned(problems, "the optimum leaves room to surpass the SOTA", measures)


CHECKS = (
    Check("K3.1", "All initial data is there", _initial_data),
    Check("K3.2", "No artifacts of the method", _no_artifacts),
    Check("K3.3", "Sections of the README", _readme_sections),
    Check("K3.4", "Output specification is complete", _output_spec),
    Check("K3.5", "INSTANCES is filled", _instances_filled),
    Check("K3.6", "Every metric has a SOTA score", _sota_everywhere),
    Check("K3.7", "Oracle on the sides that need it", _oracle),
    Check("K3.8", "Surpassing is attainable", _attainable),
)
