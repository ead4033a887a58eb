"""One thing the firewall found."""

import re
from dataclasses import dataclass

_WIDTH = 60
_WRITTEN = re.compile(r"(F\d) (.+?):(\d+) (.*?): (.*)", re.DOTALL)


@dataclass(frozen=True)
class Hit:
    """A leak: the rule, the file by its path in the pack, the character offset, the kind, and the text around it."""

    rule: str
    file: str
    offset: int
    kind: str
    snippet: str

    def __str__(self) -> str:
        return f"{self.rule} {self.file}:{self.offset} {self.kind}: {self.snippet}"


def read_hit(text: str) -> Hit | None:
    """A hit from its text; None for a text that is none."""
    found = _WRITTEN.fullmatch(text)
    return Hit(found[1], found[2], int(found[3]), found[4], found[5]) if found else None


def snippet(text: str, start: int, end: int) -> str:
    """The text around a match on one line, at most some 120 characters."""
    margin = max(0, (_WIDTH - (end - start)) // 2)
    return " ".join(text[max(0, start - margin) : min(end, start + 2 * _WIDTH) + margin].split())
