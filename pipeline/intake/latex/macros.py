r"""Macros of the author (`\newcommand`, `\def`, `\let`, `\newenvironment` ...) written out, as TeX would.

Names that our reader knows keep their meaning, whatever a style file makes of them. The number and the total length
of expansions are limited, because macros that call each other grow without end.
"""

import re
from dataclasses import dataclass

from pipeline.intake.failures import failure

_MOST = 200_000
_LONGEST = 20_000_000
_DEEPEST = 40
_DEFINITION = re.compile(
    r"\\(?P<kind>(?:re)?newcommand|providecommand|DeclareRobustCommand|DeclareMathOperator|newcommandx"
    r"|(?:New|Renew|Provide|Declare)(?:Expandable)?DocumentCommand|[egx]?def|let"
    r"|(?:re)?newenvironment)(?P<star>\*)?(?![a-zA-Z])\s*"
)
_NAME = re.compile(r"\{\s*\\?([a-zA-Z@]+\*?|[^a-zA-Z\s{}])\s*\}|\\([a-zA-Z@]+|[^a-zA-Z\s])\s*")
_COUNT = re.compile(r"\s*\[\s*(\d)\s*\]")
_PARAMETERS = re.compile(r"((?:\s*#\d)*)\s*(?=\{)")
_CALL = re.compile(r"\\begin\s*\{([a-zA-Z@*]+)\}|\\end\s*\{([a-zA-Z@*]+)\}|\\([a-zA-Z@]+)\*?")
_XSPACE = re.compile(r"\\xspace[\s}]*$")
_CONTROL_WORD = re.compile(r"\\[a-zA-Z@]+$")
_BLANKS = re.compile(r"[ \t]*(?:\n[ \t]*(?!\n))?")
_TARGET = re.compile(r"\s*=?\s*(\\(?:[a-zA-Z@]+|[^a-zA-Z]))")
_TOKEN = re.compile(r"\\[a-zA-Z@]+|\\?.", re.DOTALL)
_KEPT = {
    "begin", "end", "section", "subsection", "subsubsection", "paragraph", "subparagraph", "chapter", "part",
    "title", "author", "caption", "label", "ref", "eqref", "cite", "citep", "citet", "citealp", "textbf", "textit",
    "emph", "underline", "multicolumn", "multirow", "makecell", "item", "footnote", "href", "url", "textcolor",
    "color", "cellcolor", "rowcolor", "tnote", "textsuperscript", "textsubscript", "maketitle", "appendix",
    "thetable", "thefigure", "thesection", "bf", "it", "bfseries", "itshape", "hline", "toprule", "midrule",
    "bottomrule", "cmidrule", "cline", "cr", "tabularnewline", "date", "and", "And", "AND", "thanks", "affil",
    "affiliation", "abstract", "keywords", "doi", "text", "mathrm", "mathbf", "bm", "boldsymbol", "frac", "sqrt",
    "pm", "times", "par", "newline", "includegraphics", "sout", "st", "todo", "captionof", "subcaption", "input",
    "include", "table", "figure", "tabular", "array", "document", "equation", "align", "itemize", "enumerate",
}  # fmt: skip


@dataclass(frozen=True)
class Macro:
    """What stands for a name: a body with `#1` ... `#9`, how many arguments it takes, and the default of the first."""

    body: str
    n_arguments: int = 0
    default: str | None = None
    end: str = ""


def group_at(text: str, position: int, opener: str = "{", closer: str = "}") -> tuple[str, int] | None:
    """The content of the group that starts at a position, and where the text goes on; None where none starts."""
    if not text.startswith(opener, position):
        return None
    depth, at = 0, position
    while at < len(text):
        if text[at] == "\\":
            at += 1
        elif text[at] == "{" or (text[at] == opener and depth == 0):
            depth += 1
        elif (text[at] == "}" and depth > (opener != "{")) or (text[at] == closer and depth == 1):
            depth -= 1
            if depth == 0:
                return text[position + 1 : at], at + 1
        at += 1
    return None


def written_out(text: str, styles: str = "") -> str:
    """A document with the macros of its own and of its style files expanded. Raises UnreadableError (hostile)."""
    macros: dict[str, Macro] = {}
    _without_definitions(styles, macros)
    return _Expansion(macros).of(_without_definitions(text, macros))


def _without_definitions(text: str, macros: dict[str, Macro]) -> str:
    """The text with its definitions taken out and put into `macros`."""
    pieces, start = [], 0
    for found in _DEFINITION.finditer(text):
        if found.start() < start:
            continue
        read = _definition(text, found)
        if read is None:
            continue
        name, macro, end = read
        pieces.append(text[start : found.start()])
        start = end
        if name.rstrip("*") not in _KEPT and "@" not in name:
            macros[name] = macro
        elif name in {"thetable", "thefigure"}:
            pieces.append(f"\\{name}{{{macro.body}}}")
    return "".join([*pieces, text[start:]])


def _definition(text: str, found: re.Match[str]) -> tuple[str, Macro, int] | None:
    name = _NAME.match(text, found.end())
    if name is None:
        return None
    called, kind, at = name.group(1) or name.group(2), found["kind"], name.end()
    if kind == "let":
        return _alias(text, called, at)
    if kind.endswith("def"):
        parameters = _PARAMETERS.match(text, at)
        body = group_at(text, parameters.end()) if parameters else None
        return parameters and body and (called, Macro(body[0], parameters.group(1).count("#")), body[1])
    if kind.endswith("DocumentCommand"):
        return _document_command(text, called, at)
    return _command(text, called, kind, at)


def _alias(text: str, called: str, at: int) -> tuple[str, Macro, int] | None:
    target = _TARGET.match(text, at)
    return target and (called, Macro(target.group(1)), target.end())


def _command(text: str, called: str, kind: str, at: int) -> tuple[str, Macro, int] | None:
    count = _COUNT.match(text, at)
    at = _blank(text, count.end() if count else at)
    default = group_at(text, at, "[", "]") if count else None
    body = group_at(text, _blank(text, default[1] if default else at))
    if body is None:
        return None
    last = group_at(text, _blank(text, body[1])) if kind.endswith("environment") else None
    content = f"\\operatorname{{{body[0]}}}" if kind == "DeclareMathOperator" else body[0]
    macro = Macro(content, int(count.group(1)) if count else 0, default and default[0], last[0] if last else "")
    return called if last is None else f"{called} ", macro, last[1] if last else body[1]


def _document_command(text: str, called: str, at: int) -> tuple[str, Macro, int] | None:
    """`{m O{x} m}`: an optional argument is understood in the first place only."""
    kinds = group_at(text, _blank(text, at))
    body = kinds and group_at(text, _blank(text, kinds[1]))
    if kinds is None or not body:
        return None
    default = re.match(r"\s*(?:o|O\s*\{([^{}]*)\})", kinds[0])
    count = len(re.findall(r"[mMvoO]", re.sub(r"\{[^{}]*\}", "", kinds[0])))
    return called, Macro(body[0], count, (default.group(1) or "") if default else None), body[1]


def _blank(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


class _Expansion:
    """Writes macros out, outermost first, and counts what that costs."""

    def __init__(self, macros: dict[str, Macro]) -> None:
        self._macros = macros
        self._count = 0
        self._length = 0

    def of(self, text: str, above: tuple[str, ...] = ()) -> str:
        """The text without macros. A macro that calls itself, by way of others too, stays as it is inside."""
        pieces, start = [], 0
        for found in _CALL.finditer(text):
            name = found.group(3) or f"{found.group(1) or found.group(2)} "
            macro = self._macros.get(name)
            if macro is None or found.start() < start or name in above or len(above) > _DEEPEST:
                continue
            pieces.append(text[start : found.start()])
            body, start = self._written(text, found, macro)
            body = self.of(body, (*above, name))
            pieces.append(body + _gap(body, text, start))
        return "".join([*pieces, text[start:]])

    def _written(self, text: str, found: re.Match[str], macro: Macro) -> tuple[str, int]:
        """The body of a macro with its arguments in place, and where the text goes on."""
        if found.group(2):
            return macro.end, found.end()
        arguments, at = _arguments(text, found.end(), macro)
        body = re.sub(r"#(\d)", lambda hole: _nth(arguments, int(hole.group(1))), macro.body)
        self._count += 1
        self._length += len(body)
        if self._count > _MOST or self._length > _LONGEST:
            raise failure("hostile", "its macros grow without end")
        return body, at


def _nth(arguments: list[str], number: int) -> str:
    return arguments[number - 1] if 0 < number <= len(arguments) else ""


def _arguments(text: str, at: int, macro: Macro) -> tuple[list[str], int]:
    """The arguments of a call: groups, or single tokens where a group is missing. Without any, the space after it."""
    if macro.n_arguments == 0:
        blanks = _BLANKS.match(text, at)
        return [], blanks.end() if blanks else at
    found: list[str] = []
    for number in range(macro.n_arguments):
        argument = _argument(text, at, macro.default if number == 0 else None)
        if argument is None:
            break
        found.append(argument[0])
        at = argument[1]
    return found, at


def _argument(text: str, at: int, default: str | None) -> tuple[str, int] | None:
    start = _blank(text, at)
    if default is not None:
        return group_at(text, start, "[", "]") or (default, at)
    token = _TOKEN.match(text, start)
    return group_at(text, start) or (token and (token.group(), token.end()))


def _gap(body: str, text: str, at: int) -> str:
    """The space that TeX would print between a body and what follows it."""
    follows = text[at : at + 1]
    if _XSPACE.search(body):
        return "{} " if text[at - 1 : at].isspace() and follows not in set(".,;:!?)'/-}~") else ""
    return " " if follows.isalpha() and _CONTROL_WORD.search(body) else ""
