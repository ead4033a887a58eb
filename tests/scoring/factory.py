"""Tasks and packs to score."""

from pathlib import Path
from typing import Any

from pipeline.pack.evaluator import InstanceContract, OutputContract, OutputKind, render_evaluator
from pipeline.scoring import leaderboard_csv, leaderboard_rows, scoring_file
from schemas.task import Algorithm, Direction, MethodRole, Metric, Score, Setting, Task

PAPER = "10.1038/s41598-022-21366-2"
OWN, OTHER = MethodRole.PROPOSED, MethodRole.BASELINE
TABLE_4 = {
    "LMSuccSite": (OWN, "0.79", "0.36"),
    "iSuc-PseAAC": (OTHER, "0.83", "0.01"),
    "iSuc-PseOpt": (OTHER, "0.72", "0.04"),
    "pSuc-Lys": (OTHER, "0.78", "0.04"),
    "SuccineSite": (OTHER, "0.84", "0.19"),
    "SuccineSite2.0": (OTHER, "0.85", "0.26"),
    "GPSuc": (OTHER, "0.85", "0.30"),
    "PSuccE": (OTHER, "0.85", "0.20"),
    "DeepSuccinylSite": (OTHER, "0.70", "0.27"),
}
"""Accuracy and MCC of Table 4 of the LMSuccSite paper."""


def score_of(metric: str, method: str, role: MethodRole, printed: str, setting: str = "independent_test") -> Score:
    """A score as a table prints it."""
    fields: dict[str, Any] = {"paper_id": PAPER, "setting_id": setting, "metric_id": metric, "method": method}
    return Score(**fields, role=role, printed=printed, value=float(printed.replace("%", "")))


def task_of(metrics: dict[str, Direction], scores: tuple[Score, ...]) -> Task:
    """A task whose first metric is primary; its settings are those of the scores."""
    settings = dict.fromkeys(score.setting_id for score in scores)
    return Task(
        algorithm=Algorithm(paper_id=PAPER, name="LMSuccSite"),
        settings=tuple(Setting(paper_id=PAPER, setting_id=setting, name=setting) for setting in settings),
        metrics=tuple(
            Metric(paper_id=PAPER, metric_id=name, printed=name, direction=direction, is_primary=place == 0)
            for place, (name, direction) in enumerate(metrics.items())
        ),
        scores=scores,
    )


def lmsuccsite() -> Task:
    """The result of the LMSuccSite paper on its independent test."""
    scores = []
    for method, (role, accuracy, mcc) in TABLE_4.items():
        scores.append(score_of("accuracy", method, role, accuracy))
        scores.append(score_of("matthews_correlation", method, role, mcc))
    higher = Direction.HIGHER
    return task_of({"matthews_correlation": higher, "accuracy": higher}, tuple(scores))


def write_pack(
    root: Path, task: Task, truth: dict[str, dict[str, str]], kind: OutputKind, classes: tuple[str, ...]
) -> Path:
    """The scoring side of a pack."""
    evaluation = root / "pack" / "evaluation"
    instances = []
    for name, answers in truth.items():
        folder = evaluation / "ground_truth" / name
        folder.mkdir(parents=True)
        write_table(folder / "truth.csv", answers)
        instances.append(InstanceContract(name, "id", "target", kind, len(answers), classes))
    metrics = tuple(metric.metric_id for metric in task.metrics)
    (evaluation / "evaluator.py").write_text(render_evaluator(OutputContract(tuple(instances), metrics)))
    (evaluation / "scoring.json").write_text(scoring_file(task).model_dump_json(indent=2))
    (evaluation / "leaderboard.csv").write_text(leaderboard_csv(leaderboard_rows(task)))
    return root / "pack"


def write_table(path: Path, rows: dict[str, str]) -> None:
    """A CSV file of ids and targets."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("id,target\n" + "".join(f"{row_id},{value}\n" for row_id, value in rows.items()))
