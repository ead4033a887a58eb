"""Rendering of the evaluator: the pieces its contract needs, the contract, and the source of each metric."""

import ast
import inspect
import json
import re
import sys
from collections.abc import Callable, Sequence
from importlib.resources import files

from jinja2 import Environment, StrictUndefined

from pipeline.metrics import registry
from pipeline.metrics.oracles import oracles
from pipeline.metrics.spec import MetricSpec
from pipeline.pack.evaluator import parts
from pipeline.pack.evaluator.contract import FORMATS, OutputContract, OutputKind, problems

TEMPLATE = "evaluator.py.jinja"
_NUMPY = re.compile(r"^    import numpy as np\n\n?", re.MULTILINE)
_OWN = "pipeline."
_WIDTH = 115


def render_evaluator(contract: OutputContract) -> str:
    """The source of `evaluation/evaluator.py`. Equal contracts give equal bytes.

    Raises ValueError where `problems(contract)` has any.
    """
    found = problems(contract)
    if found:
        raise ValueError("the output contract cannot be evaluated: " + "; ".join(found))
    specs = [registry()[metric_id] for metric_id in contract.metrics]
    kind = contract.instances[0].kind
    base, form, own, frame = (_piece(name) for name in ("base", FORMATS[kind].value, kind.value, "frame"))
    sources = list(dict.fromkeys(_source_of(spec.function) for spec in specs))
    oracle = oracles()[contract.oracle].compute if contract.oracle else None
    template = _environment().from_string(files(__package__).joinpath(TEMPLATE).read_text(encoding="utf-8"))
    return template.render(
        form=_docstring(kind),
        imports=_imports([base, form, own, frame], any(spec.parameters for spec in specs)),
        base=_body(base),
        pieces=f"{_body(form)}\n\n\n{_body(own)}",
        frame=_body(frame) + "\n",
        instances=contract.instances,
        specs=specs,
        sources=sources,
        oracle=_oracle(oracle) if oracle else "",
    )


def _environment() -> Environment:
    environment = Environment(
        undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=False, autoescape=False
    )
    environment.filters["literal"] = _literal
    environment.filters["entry"] = _entry
    return environment


def _piece(name: str) -> str:
    return files(parts).joinpath(f"{name}.py").read_text(encoding="utf-8")


def _docstring(kind: OutputKind) -> str:
    return ast.get_docstring(ast.parse(_piece(kind.value))) or ""


def _imports(pieces: Sequence[str], has_parameters: bool) -> str:
    """The imports of all pieces, each once: the standard library first, then packages."""
    text = "\n".join(pieces) + ("\nfrom functools import partial\n" if has_parameters else "")
    whole = {
        alias.name: alias.asname for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Import) for alias in n.names
    }
    named: dict[str, set[str]] = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module and not node.module.startswith(_OWN):
            renamed = (f"{alias.name} as {alias.asname}" if alias.asname else alias.name for alias in node.names)
            named.setdefault(node.module, set()).update(renamed)
    plain = {f"import {name} as {other}" if other else f"import {name}": name for name, other in whole.items()}
    lines = plain | {f"from {module} import {', '.join(sorted(names))}": module for module, names in named.items()}
    blocks = (sorted(line for line, module in lines.items() if _is_standard(module) is own) for own in (True, False))
    return "\n\n".join("\n".join(sorted(block, key=lambda line: line.startswith("from"))) for block in blocks)


def _is_standard(module: str) -> bool:
    return module.split(".")[0] in sys.stdlib_module_names


def _body(piece: str) -> str:
    """A piece from behind its docstring and imports."""
    nodes = [n for n in ast.parse(piece).body if not isinstance(n, ast.Import | ast.ImportFrom)][1:]
    first = min([nodes[0].lineno, *(item.lineno for item in getattr(nodes[0], "decorator_list", ()))])
    return "\n".join(piece.splitlines()[first - 1 :]).strip()


def _source_of(function: Callable[..., float]) -> str:
    """The source of a metric, less the import that the evaluator has at its top."""
    return _NUMPY.sub("", inspect.getsource(function).strip())


def _oracle(function: Callable[..., float]) -> str:
    """The source of an oracle under the name by which the evaluator calls it."""
    return f"{_source_of(function)}\n\n\noracle = {function.__name__}"


def _entry(spec: MetricSpec) -> str:
    """A line of the table of metrics: the function, with the parameters that are fixed, and what it compares."""
    name = spec.function.__name__
    fixed = ", ".join(f"{key}={_literal(value)}" for key, value in spec.parameters.items())
    call = f"partial({name}, {fixed})" if fixed else name
    line = f"{_literal(spec.metric_id)}: ({call}, {_literal(spec.input_kind.value)})"
    return (
        line if len(line) <= _WIDTH else line.replace(f"({call}, ", f"(\n        {call},\n        ")[:-1] + ",\n    )"
    )


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
