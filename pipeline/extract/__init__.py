"""Extraction: the task tuple as records, every score checked against its cell once more before it is kept."""

from pipeline.extract.filled import most_questions
from pipeline.extract.grounded import task_of
from pipeline.extract.stage import extract

__all__ = ["extract", "most_questions", "task_of"]
