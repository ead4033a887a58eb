"""Holding runs against what careful readers said, and against each other. Pure functions over snapshots."""

from pipeline.evaluation.compare import compare
from pipeline.evaluation.evaluate import evaluate

__all__ = ["compare", "evaluate"]
