"""Numbers of sections, tables, figures and equations, and what `\\ref` and `\\citet` print for a label."""

import re
from collections import Counter
from dataclasses import dataclass, field

from lxml import etree

_BIBITEM = re.compile(r"\\bibitem\s*\[(?P<label>(?:[^\[\]{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\]\s*\{(?P<key>[^{}]+)\}")
_NATBIB = re.compile(r"^\{?(?P<names>.+?)\((?P<year>\d{4}[a-z]?)\)")
_COUNTED = ("part", "chapter", "section", "subsection", "subsubsection")


def bibliography_labels(text: str) -> dict[str, str]:
    """The names that an author-year bibliography gives to its entries, by key: `Vaswani et al. (2017)`."""
    found = {}
    for item in _BIBITEM.finditer(text):
        named = _NATBIB.match(item["label"])
        if named:
            names = re.sub(r"\\[a-zA-Z]+\s?|[{}]", "", named["names"].replace("~", " ").replace("\\&", "&"))
            found[item["key"].strip()] = f"{' '.join(names.split())} ({named['year']})"
    return found


@dataclass
class References:
    """Counts what LaTeX numbers. References are filled in at the end, because they may come before their label."""

    bibliography: dict[str, str] = field(default_factory=dict)
    prefixes: dict[str, str] = field(default_factory=dict)
    current: str = ""
    is_appendix: bool = False
    _counts: Counter[str] = field(default_factory=Counter)
    _labels: dict[str, str] = field(default_factory=dict)
    _open: list[tuple[etree._Element, str, str]] = field(default_factory=list)

    def step(self, kind: str) -> str:
        """The next number of a kind (`table`, `figure`, `equation`, `section` ...); labels that follow name it."""
        self._counts[kind] += 1
        if kind in _COUNTED:
            for below in _COUNTED[_COUNTED.index(kind) + 1 :]:
                self._counts[below] = 0
        self.current = self._number(kind)
        return self.current

    def _number(self, kind: str) -> str:
        if kind not in _COUNTED:
            return f"{self.prefixes.get(kind, '')}{self._counts[kind]}"
        used = [name for name in _COUNTED[: _COUNTED.index(kind) + 1] if self._counts[name]]
        numbers = [str(self._counts[name]) for name in used]
        if self.is_appendix and used and used[0] == "section":
            numbers[0] = chr(64 + min(self._counts["section"], 26))
        return ".".join(numbers)

    def restart(self, kind: str, prefix: str | None = None, count: int | None = None) -> None:
        """Give a kind another prefix (`\\renewcommand{\\thetable}{S\\arabic{table}}`) or count."""
        if prefix is not None:
            self.prefixes[kind] = prefix
        if count is not None:
            self._counts[kind] = count

    def label(self, name: str) -> None:
        """Remember what a label stands for."""
        self._labels.setdefault(name.strip(), self.current)

    def refer(self, hole: etree._Element, names: str, form: str) -> None:
        """A reference whose text is filled in at the end."""
        self._open.append((hole, names, form))

    def fill(self) -> None:
        """Write the numbers into all references."""
        for hole, names, form in self._open:
            numbers = [self._labels.get(name.strip(), "") for name in names.split(",")]
            text = ", ".join(filter(None, numbers))
            word = _word(names) if form in {"cref", "Cref", "autoref", "Autoref"} else ""
            hole.text = f"({text})" if form == "eqref" and text else f"{word} {text}".strip() if text else ""


def _word(names: str) -> str:
    """What a clever reference prints before the number, by the customary prefix of the label."""
    prefix = names.split(":")[0].strip().lower()
    words = {"tab": "Table", "tbl": "Table", "table": "Table", "fig": "Figure", "figure": "Figure", "sec": "Section"}
    return words.get(prefix, {"eq": "Equation", "alg": "Algorithm", "app": "Appendix"}.get(prefix, ""))
