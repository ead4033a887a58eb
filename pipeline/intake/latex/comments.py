"""Dropping what LaTeX does not print: comments, disabled branches and drawings. Old numbers live in all of them."""

import re
from collections.abc import Iterator

_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%[^\n]*")
_COMMENT_LINE = re.compile(r"^[ \t]*%[^\n]*\n?", re.MULTILINE)
_ADDRESS = re.compile(r"\\(?:url|href|nolinkurl|path|doi)\s*\{[^{}\n]*\}|\\verb\*?([^a-zA-Z\s*])[^\n]*?\1")
_PERCENT = re.compile(r"(?<!\\)%")
_REST_OF_LINE = re.compile(r"\A[ \t]*\n")
_VERBATIM = ("verbatim", "verbatim*", "Verbatim", "lstlisting", "minted", "alltt")
_DEAD = ("comment", "filecontents", "filecontents*", "CCSXML", "thebibliography", "tikzpicture", "picture", "forest")
_CONDITION = re.compile(r"\\(if[a-zA-Z@]*|else|fi)(?![a-zA-Z@])[ \t]?")
_NEW_CONDITION = re.compile(r"\\newif\s*\\if([a-zA-Z@]+)")
_NO_CONDITION = {"iff", "ifthenelse", "iftoggle", "ifstrequal", "ifblank", "ifdefempty", "ifstrempty", "ifnumcomp"}


def uncommented(text: str) -> str:
    """The text without comments and drawings. Percent signs of addresses are escaped; verbatim text stays."""
    kept: list[str] = []

    def keep(whole: str) -> str:
        kept.append(whole)
        return f"\x00{len(kept) - 1}\x00"

    bare = _COMMENT_LINE.sub("", text.replace("\x00", ""))
    for name in _VERBATIM:
        bare = "".join(keep(piece) if is_inside else piece for is_inside, piece in _environments(bare, name))
    bare = _COMMENT.sub(r"\1", _ADDRESS.sub(lambda found: keep(_PERCENT.sub(r"\%", found.group())), bare))
    for name in _DEAD:
        bare = "".join(_outside(bare, name))
    return _restored(bare, kept)


def _outside(text: str, name: str) -> Iterator[str]:
    """What stands around the environments of one name; the rest of their last line goes with them if it is blank."""
    is_behind = False
    for is_inside, piece in _environments(text, name):
        if not is_inside:
            yield _REST_OF_LINE.sub("", piece) if is_behind else piece
        is_behind = is_inside


def _restored(text: str, kept: list[str]) -> str:
    """Kept pieces may hold kept pieces: those found later hold those found earlier."""
    while "\x00" in text:
        text = re.sub("\x00(\\d+)\x00", lambda found: kept[int(found.group(1))], text)
    return text


def _environments(text: str, name: str) -> Iterator[tuple[bool, str]]:
    """The text cut at the environments of one name, as (is one, piece). An environment without end is none."""
    start, begin, end = 0, f"\\begin{{{name}}}", f"\\end{{{name}}}"
    while (opened := text.find(begin, start)) >= 0 and (closed := text.find(end, opened)) >= 0:
        yield False, text[start:opened]
        yield True, text[opened : closed + len(end)]
        start = closed + len(end)
    yield False, text[start:]


def taken_branches(text: str) -> str:
    """The text without the branches that conditions of the author turn off: `\\iffalse`, `\\ifdraft` and the like.

    Of a condition that only TeX can decide the first branch is kept.
    """
    values = {"false": False, "true": True, **_switches(text)}
    pieces: list[str] = []
    stack: list[bool] = []
    start = 0
    for found in _CONDITION.finditer(text):
        if all(stack):
            pieces.append(text[start : found.start()])
        start = found.end()
        word = found.group(1)
        if word == "else" and stack:
            stack[-1] = not stack[-1]
        elif word == "fi" and stack:
            stack.pop()
        elif word in _NO_CONDITION or text.endswith("\\newif", 0, found.start()):
            pieces.append(found.group() if all(stack) else "")
        elif word.startswith("if"):
            stack.append(values.get(word[2:], True))
    return "".join([*pieces, text[start:] if all(stack) else ""])


def _switches(text: str) -> dict[str, bool]:
    """What the conditions that the author declares are set to in the end."""
    return {name: text.rfind(f"\\{name}true") > text.rfind(f"\\{name}false") for name in _NEW_CONDITION.findall(text)}
