"""Packs in the forms that other tools take. One file per form, each a pure function from a pack to files."""

import pkgutil
from functools import cache
from importlib import import_module

from pipeline.pack.exporters.exporter import Exported, Exporter, write_export

__all__ = ["Exported", "Exporter", "all_exporters", "write_export"]


@cache
def all_exporters() -> dict[str, Exporter]:
    """Every exporter of this folder by its name, which is the name of its file."""
    names = [module.name for module in pkgutil.iter_modules(__path__) if module.name != "exporter"]
    return {name: import_module(f"{__name__}.{name}").EXPORTER for name in names}
