"""The scoring side of a pack as it lies on disk."""

import csv
from pathlib import Path

from pydantic import ValidationError

from pipeline.scoring.model import LeaderboardRow, ScoringFile
from schemas.errors import UsageError

EVALUATOR = Path("evaluation/evaluator.py")
SCORING = Path("evaluation/scoring.json")
LEADERBOARD = Path("evaluation/leaderboard.csv")


def read_scoring(pack: Path) -> ScoringFile:
    """`evaluation/scoring.json`. Raises UsageError where the folder is no pack, or the file does not read."""
    path = _existing(pack, SCORING)
    try:
        return ScoringFile.model_validate_json(path.read_bytes())
    except ValidationError as fault:
        raise UsageError(f"{path} does not read: {_first(fault)}", "Build the pack again.") from fault


def read_leaderboard(pack: Path) -> tuple[LeaderboardRow, ...]:
    """`evaluation/leaderboard.csv`. Raises UsageError as above."""
    path = _existing(pack, LEADERBOARD)
    try:
        with path.open(encoding="utf-8", newline="") as file:
            return tuple(LeaderboardRow.model_validate(row) for row in csv.DictReader(file, strict=True))
    except (ValidationError, csv.Error, UnicodeDecodeError) as fault:
        reason = _first(fault) if isinstance(fault, ValidationError) else str(fault)
        raise UsageError(f"{path} does not read: {reason}", "Build the pack again.") from fault


def evaluator_of(pack: Path) -> Path:
    """The evaluator. Raises UsageError where there is none."""
    return _existing(pack, EVALUATOR)


def _existing(pack: Path, name: Path) -> Path:
    path = pack / name
    if not path.is_file():
        raise UsageError(f"{pack} is no pack: {name} is missing", "Give the folder that `build-pack` printed.")
    return path


def _first(fault: ValidationError) -> str:
    error = fault.errors()[0]
    return f"{'.'.join(map(str, error['loc']))}: {error['msg']}"
