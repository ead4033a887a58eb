"""Scoring: from a pack and a submission to metrics, gap, rank and medal."""

import hashlib
import os
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path

from pipeline.containers import Containers, Limits, Transfer
from pipeline.scoring.build import leaderboard_csv, leaderboard_rows, scoring_file
from pipeline.scoring.contained import evaluator_job, run_contained
from pipeline.scoring.model import Attempt, InstanceResult, ScoreReport, ScoringFile
from pipeline.scoring.reading import evaluator_of, read_leaderboard, read_scoring
from pipeline.scoring.report import instance_result, mean_gap
from pipeline.scoring.runner import Scores, run_evaluator
from pipeline.scoring.transfer import transfer
from schemas.errors import UsageError

__all__ = ["Place", "ScoreReport", "ScoringFile", "leaderboard_csv", "leaderboard_rows", "score", "scoring_file"]

TIMEOUT_SECONDS = 600.0
LIMITED_PROCESS = "limited process"


@dataclass(frozen=True)
class Place:
    """Where the evaluator runs: in containers of an image (none for a sandbox without images), and within limits."""

    containers: Containers
    image: str
    limits: Limits


def score(
    pack: Path, output: Path, timeout_seconds: float = TIMEOUT_SECONDS, place: Place | None = None
) -> ScoreReport:
    """Score a submission: `output/<instance>/<file>` for every instance of a pack.

    Without a place for containers the evaluator parses the files in a limited process, and the attempt says so. A
    submission that cannot be scored has nulls and reasons in the report. Raises UsageError where `pack` is no pack
    or `output` no folder, and StalledError where the evaluator itself fails or takes too long.
    """
    marks, rows, evaluator = read_scoring(pack), read_leaderboard(pack), evaluator_of(pack)
    if not output.is_dir():
        raise UsageError(f"{output} is no folder", "Give the folder that holds <instance>/<file> of the submission.")
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="papergym-score-") as folder:
        scratch = Path(folder)
        submission = scratch / "output"
        submission.mkdir()
        moved = transfer(output, submission, [instance.instance for instance in marks.instances])
        digest = _digest(submission, moved.copied)
        scores = _evaluate(place, evaluator, submission, scratch, timeout_seconds)
    results = tuple(instance_result(instance, scores, rows, marks.primary_metric) for instance in marks.instances)
    instances = tuple(_with_refusals(result, moved) for result in results)
    gap = mean_gap(instances)
    attempt = Attempt(
        pack=pack.resolve().name,
        evaluator_sha256=hashlib.sha256(evaluator.read_bytes()).hexdigest(),
        submission_sha256=digest,
        sandbox=place.containers.name if place else LIMITED_PROCESS,
        seconds=round(time.monotonic() - started, 3),
        gap=gap,
        values={result.instance: result.primary.value for result in instances},
        errors={result.instance: result.error for result in instances if result.error},
    )
    return ScoreReport(
        pack=attempt.pack, primary_metric=marks.primary_metric, instances=instances, gap=gap, attempt=attempt
    )


def _evaluate(place: Place | None, evaluator: Path, submission: Path, scratch: Path, seconds: float) -> Scores:
    if place is None:
        return run_evaluator(evaluator, submission, scratch, seconds)
    for path in (submission, *submission.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)  # the evaluator is another user in there
    limits = replace(place.limits, seconds=min(seconds, place.limits.seconds))
    return run_contained(place.containers, evaluator_job(evaluator.parent, submission, limits, place.image))


def _with_refusals(result: InstanceResult, moved: Transfer) -> InstanceResult:
    """A failed instance also names the files that were not taken, since the evaluator can only miss them."""
    refused = {path: why for path, why in moved.refused.items() if Path(path).parts[0] == result.instance}
    if result.error is None or not refused:
        return result
    reasons = "; ".join(f"{path!a} was not read: {why}" for path, why in sorted(refused.items())[:3])
    return result.model_copy(update={"error": f"{result.error} ({reasons})"})


def _digest(folder: Path, names: tuple[str, ...]) -> str:
    """One sha256 over the names and contents of files."""
    total = hashlib.sha256()
    for name in names:
        with (folder / name).open("rb") as file:
            content = hashlib.file_digest(file, "sha256").hexdigest()
        total.update(f"{content}  ".encode() + os.fsencode(name) + b"\n")
    return total.hexdigest()
