"""Long runs of answers in their order, wherever they stand in a text."""

import math
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from pipeline.leakage.associations import Truth

_SURPRISE = 9.0
"""A run is so long that its chance to stand at a given place of a text is below 1e-9 by the share of each answer."""

_TOKEN = re.compile(r"[^\s,;:|\[\](){}\"'=]+")
_SPACE = re.compile(r"[\s,;|\"']+")
_DECIMALS = (None, 4, 3, 2, 1)


@dataclass(frozen=True)
class Run:
    """Answers to look for in their order, and whether they are classes."""

    values: tuple[str, ...]
    is_class: bool


def runs_of(truth: Truth) -> tuple[Run, ...]:
    """The beginning of the truth, its middle, and its end backwards, each long enough to be no accident."""
    values = [str(value) for value in truth.values]
    parts = (values, values[len(values) // 2 :], values[::-1])
    return tuple(Run(tuple(run), truth.is_class) for part in parts if (run := _run(part, values)))


def find_run(text: str, runs: Iterable[Run]) -> int | None:
    """The offset of the first run that stands in a text, its values separated by anything or by nothing, or None."""
    found = (_find(text, list(run.values), run.is_class) for run in runs)
    return next((offset for offset in found if offset is not None), None)


def _find(text: str, run: list[str], is_class: bool) -> int | None:
    offset = _tokens(text, run, is_class)
    if offset is None and all(len(value) == 1 for value in run):
        return _glued(text, "".join(run))
    return offset


def _run(part: list[str], values: list[str]) -> list[str]:
    """The shortest beginning of a part that is no accident; nothing where all of it could be one."""
    share = {value: count / len(values) for value, count in Counter(values).items()}
    surprise = 0.0
    for at, value in enumerate(part):
        surprise -= math.log10(share[value])
        if surprise >= _SURPRISE:
            return part[: at + 1]
    return []


def _tokens(text: str, run: list[str], is_class: bool) -> int | None:
    joined = _joined(text)
    for decimals in _DECIMALS[:1] if is_class else _DECIMALS:
        wanted = [value if decimals is None else f"{float(value):.{decimals}f}" for value in run]
        if decimals is not None and len(set(wanted)) < min(4, len(run)):
            continue
        at = joined.find("\x1f".join(["", *wanted, ""]))
        if at >= 0:
            return next(islice(_TOKEN.finditer(text), joined.count("\x1f", 0, at), None)).start()
    return None


@lru_cache(maxsize=2)
def _joined(text: str) -> str:
    """The tokens of a text with one separator; kept, because one text is asked for many runs."""
    return "\x1f".join(["", *_TOKEN.findall(text), ""])


@lru_cache(maxsize=2)
def _squeezed(text: str) -> str:
    return _SPACE.sub("", text)


def _glued(text: str, run: str) -> int | None:
    squeezed = _squeezed(text)
    at = squeezed.find(run)
    return None if at < 0 else max(0, text.find(run))
