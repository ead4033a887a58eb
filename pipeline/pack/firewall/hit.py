"""One thing the firewall found."""

from dataclasses import dataclass

_WIDTH = 60


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


def snippet(text: str, start: int, end: int) -> str:
    """The text around a match on one line, at most some 120 characters."""
    margin = max(0, (_WIDTH - (end - start)) // 2)
    return " ".join(text[max(0, start - margin) : min(end, start + 2 * _WIDTH) + margin].split())
