"""The evaluator of a pack: generated from the output contract and the metric registry."""

from pipeline.pack.evaluator.contract import (
    FORMATS,
    FileFormat,
    InstanceContract,
    OutputContract,
    OutputKind,
    input_kinds,
    obstacle,
    problems,
)
from pipeline.pack.evaluator.render import render_evaluator, third_party_imports

__all__ = [
    "FORMATS",
    "FileFormat",
    "InstanceContract",
    "OutputContract",
    "OutputKind",
    "input_kinds",
    "obstacle",
    "problems",
    "render_evaluator",
    "third_party_imports",
]
