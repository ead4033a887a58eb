"""The kinds of answers that the builder can ask for, each a file found by the name of its output kind."""

import pkgutil
from functools import cache
from importlib import import_module

from pipeline.pack.kinds.kind import Cells, Kind, Output

__all__ = ["Cells", "Kind", "Output", "kind_named", "kind_names"]

_BASE = "kind"


@cache
def kind_names() -> tuple[str, ...]:
    """The output kinds that have a file here, sorted."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.name != _BASE))


@cache
def kind_named(name: str) -> Kind:
    """The kind of an output kind's name. Raises LookupError where the builder has none of that name."""
    if name not in kind_names():
        raise LookupError(f"no kind of answer is called {name!r}; there are {', '.join(kind_names())}")
    found: Kind = import_module(f"{__name__}.{name}").KIND
    return found
