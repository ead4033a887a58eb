"""Intake: from a file of any kind to a `Paper` with sections, tables, figures and links."""

from pipeline.intake.discover import discover
from pipeline.intake.reading import read

__all__ = ["discover", "read"]
