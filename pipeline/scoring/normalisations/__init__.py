"""Normalised scores, one file each. A file with a `normalise` function is found by listing this folder.

`normalise(value, marks)` takes a metric's value (None: the instance failed) and the marks of its scale; it returns
None where a mark it needs is missing. Rank, medal and progress rate take other things, and are called by name.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from pipeline.scoring.model import MetricScoring

Normalisation = Callable[[float | None, MetricScoring], float | None]


@cache
def normalisations() -> dict[str, Normalisation]:
    """Every normalisation by the name of its file."""
    modules = {module.name: import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)}
    return {name: module.normalise for name, module in sorted(modules.items()) if hasattr(module, "normalise")}
