"""evaluation/calibration.json: for the operator, never for a solver."""

import json
from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from pipeline.pack.layout import CALIBRATION
from schemas.base import Part
from schemas.errors import UsageError
from schemas.pack import Calibration

STATEMENT = (
    "Baselines of the paper that go by the name of a well-known model, run again on plain features of the tables with "
    "the settings of the library. Other features and settings than the paper's are to be expected, and so are other "
    "scores: this shows of what size the printed numbers are, not that they are right or wrong."
)


class CalibrationFile(Part):
    """The whole file. `results` is empty where no baseline of the paper is that simple."""

    statement: str = STATEMENT
    results: tuple[Calibration, ...] = ()


def calibration_json(results: Sequence[Calibration]) -> str:
    """The text of the file."""
    document = CalibrationFile(results=tuple(results)).model_dump(mode="json")
    return json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def read_calibration(pack_dir: Path) -> tuple[Calibration, ...]:
    """The results of a pack. Raises UsageError where the file is missing or broken."""
    try:
        return CalibrationFile.model_validate_json((pack_dir / CALIBRATION).read_bytes()).results
    except (OSError, ValidationError) as error:
        raise UsageError(f"{CALIBRATION} cannot be read: {type(error).__name__}", "Build the pack again.") from error
