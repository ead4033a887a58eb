"""One check per file; each holds a `CHECK`."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from pipeline.review.check import Check


@cache
def all_checks() -> tuple[Check, ...]:
    """The checks of this folder, by the number in their id."""
    modules = (import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__))
    return tuple(sorted((module.CHECK for module in modules), key=lambda check: int(check.check_id[1:])))
