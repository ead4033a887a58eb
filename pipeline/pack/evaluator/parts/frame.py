"""Reading the files, calling the metrics and writing the scores."""

import errno
import json
import math
import os
import stat
import sys
from pathlib import Path
from typing import Any

import numpy as np

from pipeline.pack.evaluator.parts.base import EvaluatorError, Instance, InvalidSubmission
from pipeline.pack.evaluator.parts.slots import INSTANCES, METRICS, compared, parse_submission, parse_truth

GROUND_TRUTH = Path(__file__).resolve().parent / "ground_truth"


def run_evaluation() -> dict[str, dict[str, Any]]:
    """Score every instance and write score.json. Raises EvaluatorError where the ground truth is broken."""
    score_file().unlink(missing_ok=True)
    output = Path(os.environ.get("OUTPUT_DIR", "output"))
    scores = {instance.name: evaluate(instance, output) for instance in INSTANCES}
    write(scores)
    return scores


def evaluate(instance: Instance, output: Path) -> dict[str, Any]:
    """The metrics of one instance, or nulls and the reason."""
    truth = read_truth(instance)
    try:
        prediction = parse_submission(read_file(output, instance), instance, truth)
    except InvalidSubmission as reason:
        return {**dict.fromkeys(METRICS), "error": str(reason)}
    return score(instance, truth, prediction)


def score(instance: Instance, truth: Any, prediction: Any) -> dict[str, Any]:
    """Every metric of a submission. One that is undefined for it is null, with the reason."""
    scores: dict[str, Any] = {}
    reasons = []
    for name, (compute, wants) in METRICS.items():
        scores[name] = None
        try:
            with np.errstate(all="ignore"):
                value = compute(*compared(instance, wants, truth, prediction))
        except ValueError as reason:
            reasons.append(f"{name} is undefined: {reason}")
            continue
        if math.isfinite(value):
            scores[name] = value
        else:
            reasons.append(f"{name} is not finite")
    return {**scores, "error": "; ".join(reasons)} if reasons else scores


def read_truth(instance: Instance) -> Any:
    """The answers of an instance."""
    try:
        return parse_truth((GROUND_TRUTH / instance.name / instance.truth_file).read_bytes(), instance)
    except InvalidSubmission as reason:
        raise EvaluatorError(f"ground truth of {instance.name}: {reason}") from reason


def read_file(output: Path, instance: Instance) -> bytes:
    """The bytes of output/<instance>/<file>, a regular file with one name and not too large."""
    path = f"{instance.name}/{instance.file}"
    try:
        descriptor = open_beneath(output, instance.name, instance.file)
    except OSError as fault:
        raise refusal(fault, path) from fault
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode):
            raise InvalidSubmission(f"{path} is not a regular file")
        if found.st_nlink > 1:
            raise InvalidSubmission(f"{path} is a hard link")
        with open(descriptor, "rb", closefd=False) as file:
            raw = file.read(instance.max_bytes + 1)
    finally:
        os.close(descriptor)
    if len(raw) > instance.max_bytes:
        raise InvalidSubmission(f"{path} is larger than {instance.max_bytes} bytes")
    return raw


def open_beneath(root: Path, folder: str, name: str) -> int:
    """A descriptor of root/folder/name. Follows no link below root, and does not wait for a pipe."""
    outer = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    try:
        inner = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=outer)
        try:
            return os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=inner)
        finally:
            os.close(inner)
    finally:
        os.close(outer)


def refusal(fault: OSError, path: str) -> Exception:
    """What a file that could not be opened means: the submission's doing, or the machine's."""
    if isinstance(fault, FileNotFoundError):
        return InvalidSubmission(f"{path} is missing")
    if fault.errno in (errno.ELOOP, errno.ENOTDIR, errno.ENXIO, errno.EACCES, errno.EPERM):
        return InvalidSubmission(f"{path} is a link, not a regular file, or may not be read")
    return EvaluatorError(f"{path}: {fault.strerror}")


def score_file() -> Path:
    """Where the scores go."""
    return Path(os.environ.get("SCORE_DIR", ".")) / "score.json"


def write(report: dict[str, Any]) -> None:
    """Write score.json anew, never through a link that lies in its place."""
    score_file().unlink(missing_ok=True)
    with score_file().open("x", encoding="utf-8") as file:
        file.write(json.dumps(report, indent=2, allow_nan=False) + "\n")


def main() -> int:
    """Evaluate, print the scores, and return the exit code."""
    try:
        print(json.dumps(run_evaluation(), allow_nan=False))
    except (EvaluatorError, ArithmeticError, LookupError, MemoryError, OSError, TypeError, ValueError) as fault:
        report = {"evaluator_error": f"{type(fault).__name__}: {fault}"}
        print(json.dumps(report))
        write(report)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
