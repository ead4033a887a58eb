"""Long runs of answers in their order, wherever they stand in a text."""

import math
import re
from collections import Counter

from pipeline.pack.firewall.associations import Truth

_SURPRISE = 9.0
"""A run is so long that its chance to stand at a given place of a text is below 1e-9 by the share of each answer."""

_TOKEN = re.compile(r"[^\s,;:|\[\](){}\"'=]+")
_SPACE = re.compile(r"[\s,;|\"']+")
_DECIMALS = (None, 4, 3, 2, 1)


def truth_run(text: str, truth: Truth) -> int | None:
    """The offset of a run of the truth's values, separated by anything or by nothing, or None.

    Sought are the beginning, the middle, and the end backwards.
    """
    values = [str(value) for value in truth.values]
    runs = (_run(part, values) for part in (values, values[len(values) // 2 :], values[::-1]))
    found = (_find(text, run, truth.is_class) for run in runs if run)
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
    matches = list(_TOKEN.finditer(text))
    joined = "\x1f".join(["", *(match.group() for match in matches), ""])
    for decimals in _DECIMALS[:1] if is_class else _DECIMALS:
        wanted = [value if decimals is None else f"{float(value):.{decimals}f}" for value in run]
        if decimals is not None and len(set(wanted)) < min(4, len(run)):
            continue
        at = joined.find("\x1f".join(["", *wanted, ""]))
        if at >= 0:
            return matches[joined.count("\x1f", 0, at)].start()
    return None


def _glued(text: str, run: str) -> int | None:
    squeezed = _SPACE.sub("", text)
    at = squeezed.find(run)
    return None if at < 0 else max(0, text.find(run))
