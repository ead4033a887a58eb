"""Scoring: from a pack and a submission to metrics, gap, rank and medal."""

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from pipeline.containers import Containers, Limits, Transfer
from pipeline.scoring.attempts import Attempts, NoAttempts
from pipeline.scoring.build import leaderboard_csv, leaderboard_rows, scoring_file
from pipeline.scoring.contained import evaluator_job, run_contained
from pipeline.scoring.model import Attempt, Ending, InstanceResult, ScoreReport, Scores, ScoringFile, Split
from pipeline.scoring.reading import read_leaderboard
from pipeline.scoring.report import instance_result, mean_gap
from pipeline.scoring.runner import run_evaluator
from pipeline.scoring.side import Side, digest, side_of
from pipeline.scoring.transfer import transfer
from schemas.errors import ContainerFaultError, StalledError, UsageError

__all__ = [
    "Place",
    "ScoreReport",
    "ScoringFile",
    "Split",
    "leaderboard_csv",
    "leaderboard_rows",
    "score",
    "scoring_file",
]

TIMEOUT_SECONDS = 600.0
LIMITED_PROCESS = "limited process"


@dataclass(frozen=True)
class Place:
    """Where the evaluator runs: in containers of an image (none for a sandbox without images), and within limits."""

    containers: Containers
    image: str
    limits: Limits


def score(
    pack: Path,
    output: Path,
    timeout_seconds: float = TIMEOUT_SECONDS,
    place: Place | None = None,
    split: Split = Split.TEST,
    attempts: Attempts | None = None,
    hours: float | None = None,
) -> ScoreReport:
    """Score a submission: `output/<instance>/<file>` for every instance of a pack.

    Without a place for containers the evaluator parses the files in a limited process, and the attempt says so. A
    submission that cannot be scored has nulls and reasons in the report. Every attempt is added to `attempts`, and a
    submission they know is not evaluated on the test split again. `hours` is how long the solver took. Raises
    UsageError where `pack` is no pack, has no such split, or `output` is no folder, and StalledError where the
    evaluator itself fails or takes too long.
    """
    rows, log = read_leaderboard(pack), attempts or NoAttempts()
    with tempfile.TemporaryDirectory(prefix="papergym-score-") as folder:
        scratch = Path(folder)
        (scratch / "dev").mkdir()
        side = side_of(pack, split, scratch / "dev")
        if not output.is_dir():
            raise UsageError(
                f"{output} is no folder", "Give the folder that holds <instance>/<file> of the submission."
            )
        submission = scratch / "output"
        submission.mkdir()
        moved = transfer(output, submission, [instance.instance for instance in side.marks.instances])
        asked = _asked(pack, side, split, digest(submission, list(moved.copied)), place)
        with log.once(asked) as before, _logged_faults(log, asked):
            started = time.monotonic()
            scores = before or _evaluate(place, side.evaluator, submission, scratch, timeout_seconds)
            instances = tuple(
                _with_refusals(instance_result(instance, scores, rows, side.marks.primary_metric, hours), moved)
                for instance in side.marks.instances
            )
            seconds = round(time.monotonic() - started, 3)
            attempt = _ended(asked, scores, instances, seconds, before is not None)
            log.add(attempt)
    return ScoreReport(
        pack=attempt.pack,
        split=split,
        left_out=side.left_out,
        primary_metric=side.marks.primary_metric,
        instances=instances,
        gap=attempt.gap,
        attempt=attempt,
    )


def _asked(pack: Path, side: Side, split: Split, submission_sha256: str, place: Place | None) -> Attempt:
    """An attempt that has not ended."""
    return Attempt(
        pack=pack.resolve().name,
        evaluator_sha256=side.evaluator_sha256,
        truth_sha256=side.truth_sha256,
        submission_sha256=submission_sha256,
        split=split,
        sandbox=place.containers.name if place else LIMITED_PROCESS,
        seconds=0,
        gap=None,
        values={},
        errors={},
    )


def _ended(
    asked: Attempt, scores: Scores, results: tuple[InstanceResult, ...], seconds: float, is_repeat: bool
) -> Attempt:
    errors = {result.instance: result.error for result in results if result.error}
    return asked.model_copy(
        update={
            "ending": Ending.INVALID_SUBMISSION if errors else Ending.SCORED,
            "reason": "; ".join(f"{name}: {error}" for name, error in errors.items()),
            "is_repeat": is_repeat,
            "seconds": seconds,
            "gap": mean_gap(results),
            "values": {result.instance: result.primary.value for result in results},
            "errors": errors,
            "scores": scores,
        }
    )


@contextmanager
def _logged_faults(log: Attempts, asked: Attempt) -> Iterator[None]:
    """A fault of the evaluator or of the sandbox is an attempt too; it is passed on."""
    try:
        yield
    except StalledError as fault:
        ending = Ending.SANDBOX_ERROR if isinstance(fault, ContainerFaultError) else Ending.EVALUATOR_ERROR
        log.add(asked.model_copy(update={"ending": ending, "reason": fault.message}))
        raise


def _evaluate(place: Place | None, evaluator: Path, submission: Path, scratch: Path, seconds: float) -> Scores:
    if place is None:
        return run_evaluator(evaluator, submission, scratch, seconds)
    for root in (submission, scratch / "dev"):
        for path in (root, *root.rglob("*")):
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
