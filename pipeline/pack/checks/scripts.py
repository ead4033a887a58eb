"""What the scripts of a pack declare, read from their source without running them."""

import ast
from dataclasses import dataclass
from typing import Any

from pipeline.pack.checks.check import PackFaultError
from pipeline.pack.kinds import kind_names


@dataclass(frozen=True)
class Declared:
    """One instance as the evaluator declares it."""

    name: str
    file: str
    truth_file: str
    id_column: str
    target_column: str
    kind: str
    classes: tuple[str, ...]
    n_rows: int
    max_bytes: int
    threshold: float
    columns: tuple[str, ...] = ()


@dataclass(frozen=True)
class Interface:
    """What the evaluator reads and computes."""

    instances: tuple[Declared, ...]
    metrics: tuple[str, ...]


def parse(source: str, name: str) -> ast.Module:
    """The syntax tree of a script. Raises PackFaultError where it does not compile."""
    try:
        compile(source, name, "exec")
        return ast.parse(source)
    except (SyntaxError, ValueError) as error:
        raise PackFaultError(f"{name} does not compile: {error}") from error


def read_interface(source: str) -> Interface:
    """INSTANCES and METRICS of an evaluator. Raises PackFaultError where they are not what they should be."""
    tree = parse(source, "evaluator.py")
    calls, table = _assigned(tree, "INSTANCES"), _assigned(tree, "METRICS")
    try:
        instances = tuple(Declared(**_keywords(call)) for call in getattr(calls, "elts", ()))
        metrics = tuple(str(ast.literal_eval(key)) for key in getattr(table, "keys", ()) if key)
    except (TypeError, ValueError) as error:
        raise PackFaultError(f"evaluator.py declares something else than instances: {error}") from error
    unknown = sorted({instance.kind for instance in instances} - set(kind_names()))
    if unknown:
        raise PackFaultError(f"evaluator.py asks for {unknown[0]!r}, which no check knows how to answer")
    if not instances or not metrics:
        raise PackFaultError("evaluator.py declares no INSTANCES or no METRICS")
    return Interface(instances, metrics)


def read_constant(source: str, name: str, script: str) -> Any:
    """A literal assigned at the top of a script. Raises PackFaultError where there is none."""
    node = _assigned(parse(source, script), name)
    try:
        return ast.literal_eval(node) if node else None
    except ValueError as error:
        raise PackFaultError(f"{name} in {script} is no literal") from error


def _keywords(call: ast.expr) -> dict[str, Any]:
    if not isinstance(call, ast.Call):
        raise ValueError("an entry is no call")
    return {str(keyword.arg): ast.literal_eval(keyword.value) for keyword in call.keywords}


def _assigned(tree: ast.Module, name: str) -> ast.expr | None:
    for node in tree.body:
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name for t in node.targets):
            return node.value
    return None
