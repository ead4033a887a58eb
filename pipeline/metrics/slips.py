"""Slips of the pen in the source of a metric: one operator, function or constant changed at a time."""

import ast
import copy
import inspect
import textwrap
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from pipeline.metrics.spec import MetricSpec

_OPERATORS: dict[type[ast.AST], tuple[type[ast.AST], str]] = {
    ast.Add: (ast.Sub, "- for +"),
    ast.Sub: (ast.Add, "+ for -"),
    ast.Mult: (ast.Div, "/ for *"),
    ast.Div: (ast.Mult, "* for /"),
    ast.Lt: (ast.LtE, "<= for <"),
    ast.LtE: (ast.Lt, "< for <="),
    ast.Gt: (ast.GtE, ">= for >"),
    ast.GtE: (ast.Gt, "> for >="),
}
_NAMES = {
    "mean": "median",
    "sum": "max",
    "max": "min",
    "min": "max",
    "maximum": "minimum",
    "minimum": "maximum",
    "median": "mean",
}


def slips(spec: MetricSpec) -> dict[str, Callable[[Any, Any], float]]:
    """The changed functions by what was changed and in which line of the function.

    Guards (the tests of `if ...: raise`) are left alone: what is undefined is tested by itself.
    """
    tree = ast.parse(textwrap.dedent(inspect.getsource(spec.function)))
    found = {}
    for at, node, what, change in _changes(tree):
        changed = copy.deepcopy(tree)
        change(list(ast.walk(changed))[at])
        found[f"line {node.lineno}, column {node.col_offset}: {what}"] = _compiled(changed, spec)
    return found


def _changes(tree: ast.AST) -> Iterator[tuple[int, Any, str, Callable[[Any], None]]]:
    guarded = {id(inner) for node in ast.walk(tree) if _is_guard(node) for inner in ast.walk(node)}
    for at, node in enumerate(ast.walk(tree)):
        if id(node) in guarded:
            continue
        if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
            other, what = _OPERATORS[type(node.op)]
            yield at, node, what, partial(_set, name="op", value=other())
        elif isinstance(node, ast.Compare) and type(node.ops[0]) in _OPERATORS:
            other, what = _OPERATORS[type(node.ops[0])]
            yield at, node, what, partial(_set, name="ops", value=[other(), *node.ops[1:]])
        elif isinstance(node, ast.Attribute) and node.attr in _NAMES:
            yield at, node, f"{_NAMES[node.attr]} for {node.attr}", partial(_set, name="attr", value=_NAMES[node.attr])
        elif isinstance(node, ast.Constant) and type(node.value) in (int, float):
            value: Any = node.value
            changed = value + 1 if isinstance(value, int) else value * 2
            yield at, node, f"{changed:g} for {value:g}", partial(_set, name="value", value=changed)


def _is_guard(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and any(isinstance(inner, ast.Raise) for inner in node.body)


def _set(node: Any, name: str, value: Any) -> None:
    setattr(node, name, value)


def _compiled(tree: ast.Module, spec: MetricSpec) -> Callable[[Any, Any], float]:
    namespace: dict[str, Any] = {"Any": Any}
    exec(compile(ast.fix_missing_locations(tree), spec.metric_id, "exec"), namespace)
    function = namespace[spec.function.__name__]
    return partial(function, **spec.parameters) if spec.parameters else function
