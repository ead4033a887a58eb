"""Finding answers where a solver can see them: a library that knows nothing of packs but files and answers."""

from pipeline.leakage.associations import Truth
from pipeline.leakage.scan import Answers, Leak, longest_needle, scan
from pipeline.leakage.visible import VisibleFile, visible_files

__all__ = ["Answers", "Leak", "Truth", "VisibleFile", "longest_needle", "scan", "visible_files"]
