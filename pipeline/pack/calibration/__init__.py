"""The paper's own simple baselines run again: what they score here, next to the printed numbers."""

from pipeline.pack.calibration.document import STATEMENT, calibration_json, read_calibration
from pipeline.pack.calibration.rerun import calibrate

__all__ = ["STATEMENT", "calibrate", "calibration_json", "read_calibration"]
