"""Long runs of answers in their order, wherever they stand in a text."""

import math
import re
from collections import Counter

from pipeline.pack.firewall.associations import Truth

_SURPRISE = 12.0
"""A run is as long as its chance to appear at random in a text is below 1e-12 by the frequencies of the answers."""

_TOKEN = re.compile(r"[^\s,;:|\[\](){}\"'=]+")
_SPACE = re.compile(r"[\s,;|\"']+")
_DECIMALS = (None, 4, 3, 2, 1)


def truth_run(text: str, truth: Truth) -> int | None:
    """The offset of a run of the truth's values in their order, separated by anything or by nothing, or None."""
    run = _run([str(value) for value in truth.values])
    if not run:
        return None
    offset = _tokens(text, run, truth.is_class)
    if offset is None and all(len(value) == 1 for value in run):
        offset = _glued(text, "".join(run))
    return offset


def _run(values: list[str]) -> list[str]:
    """The shortest beginning of the truth that is no accident; nothing where the whole truth could be one."""
    share = {value: count / len(values) for value, count in Counter(values).items()}
    surprise = 0.0
    for at, value in enumerate(values):
        surprise -= math.log10(share[value])
        if surprise >= _SURPRISE:
            return values[: at + 1]
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
