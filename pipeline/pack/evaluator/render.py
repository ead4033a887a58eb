"""Rendering of the evaluator: the template, the contract, and the source of each metric."""

import ast
import inspect
import json
import re
import sys
from importlib.resources import files

from jinja2 import Environment, StrictUndefined

from pipeline.metrics import registry
from pipeline.metrics.spec import MetricSpec
from pipeline.pack.evaluator.contract import OutputContract, problems

TEMPLATE = "evaluator.py.jinja"
_NUMPY = re.compile(r"^    import numpy as np\n\n?", re.MULTILINE)


def render_evaluator(contract: OutputContract) -> str:
    """The source of `evaluation/evaluator.py`. Equal contracts give equal bytes.

    Raises ValueError where `problems(contract)` has any.
    """
    found = problems(contract)
    if found:
        raise ValueError("the output contract cannot be evaluated: " + "; ".join(found))
    specs = [registry()[metric_id] for metric_id in contract.metrics]
    environment = Environment(
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True, autoescape=False
    )
    environment.filters["literal"] = _literal
    template = environment.from_string(files(__package__).joinpath(TEMPLATE).read_text(encoding="utf-8"))
    sources = [_source_of(spec) for spec in specs]
    return template.render(instances=contract.instances, specs=specs, sources=sources)


def _source_of(metric: MetricSpec) -> str:
    """The source of a metric, less the import that the evaluator has at its top."""
    return _NUMPY.sub("", inspect.getsource(metric.compute).strip())


def _literal(value: object) -> str:
    """A Python literal with double quotes."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, tuple):
        return f"({', '.join(map(_literal, value))}{',' if len(value) == 1 else ''})"
    return repr(value)


def third_party_imports(source: str) -> tuple[str, ...]:
    """The packages a script imports that are not in the standard library, sorted."""
    nodes = list(ast.walk(ast.parse(source)))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    named = {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module and not node.level}
    packages = {name.split(".")[0] for name in plain | named}
    return tuple(sorted(packages - set(sys.stdlib_module_names)))
