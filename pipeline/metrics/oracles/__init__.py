"""Oracles: deterministic scorers of answers that need no hidden answer, one file each, found by listing this folder."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from pipeline.metrics.oracles.spec import OracleSpec


@cache
def oracles() -> dict[str, OracleSpec]:
    """Every oracle by its id, which is the name of its file."""
    modules = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]
    found = [module.ORACLE for module in modules if hasattr(module, "ORACLE")]
    return {spec.oracle_id: spec for spec in found}
