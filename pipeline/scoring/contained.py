"""The evaluator of a pack in a container of its own: no network, the submission and the truth read-only."""

from pathlib import Path

from pipeline.containers import Containers, Job, Limits, Ran
from pipeline.scoring.model import Scores
from pipeline.scoring.runner import read_scores
from schemas.errors import StalledError

EVALUATION = "/evaluation"
SUBMISSION = "/submission"


def evaluator_job(evaluation: Path, submission: Path, limits: Limits, image: str) -> Job:
    """How the evaluator is run. Its answer is what it prints; a score.json it writes is gone with the container."""
    return Job(
        arguments=("-I", "-B", f"{EVALUATION}/evaluator.py"),
        mounts={EVALUATION: evaluation, SUBMISSION: submission},
        limits=limits,
        env={"OUTPUT_DIR": SUBMISSION, "SCORE_DIR": "/tmp", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
        image=image,
    )


def run_contained(containers: Containers, job: Job) -> Scores:
    """The scores. Raises StalledError where the evaluator fails; a bad submission is no failure."""
    ran = containers.run(job)
    if ran.fault:
        raise StalledError(f"the evaluator {ran.fault}", f"It said: {_said(ran)}")
    try:
        return read_scores(ran.stdout)
    except ValueError as fault:
        raise StalledError(str(fault), f"It said: {_said(ran)}") from fault


def _said(ran: Ran) -> str:
    """The end of what was printed, as one harmless line."""
    text = ran.stdout if "evaluator_error" in ran.stdout else ran.stderr
    return " ".join("".join(char if char.isprintable() else " " for char in text[-2000:]).split()) or "nothing"
