"""The LaTeX of a paper as one text: the main file found, inputs followed inside the archive, comments dropped."""

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass

from pipeline.intake.archives import Files
from pipeline.intake.failures import failure
from pipeline.intake.latex.comments import uncommented

_DEEPEST = 12
_LARGEST = 4_000_000
_MAIN = re.compile(r"\\documentclass|\\documentstyle")
_BODY = re.compile(r"\\begin\s*\{document\}")
_END = re.compile(r"\\end\s*\{document\}")
_TITLE = re.compile(r"\\(?:icml|aistats|Full|acm)?[tT]itle\b|\\begin\s*\{abstract\}|\\abstract\b")
_INPUT = re.compile(
    r"\\(?:(?:input|include|subfile)\s*\{(?P<braced>[^{}]+)\}|input\s+(?P<bare>[^\s{}\\]+)"
    r"|(?:sub)?import\*?\s*\{(?P<folder>[^{}]*)\}\s*\{(?P<imported>[^{}]+)\})"
)
_PACKAGE = re.compile(r"\\(?:usepackage|RequirePackage)\s*(?:\[[^\]]*\])?\s*\{([^{}]+)\}")
_ASIDE = re.compile(r"supp|appendix|response|rebuttal|cover|letter|review|poster|slides|(?:^|[/_-])si\b", re.IGNORECASE)
_OLD_FONT = re.compile(r"\\usepackage\s*\[(latin1|ansinew|cp1252|latin9)\]\s*\{inputenc\}")
_LARGEST_STYLE = 40_000
_NO_TEXT = (".bbl", ".sty", ".cls", ".xml", ".nxml", ".html", ".htm", ".md", ".def")


def decoded(data: bytes) -> str:
    """The text of a file: UTF-8, else what it declares, else Latin-1, which reads every byte."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252" if _OLD_FONT.search(data.decode("latin-1")) else "latin-1", "replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def tex_files(files: Files) -> dict[str, str]:
    """The files that may be part of the text, without their comments, by path."""
    found = {name: data for name, data in files.items() if not name.lower().endswith(_NO_TEXT)}
    return {name: uncommented(decoded(data)) for name, data in found.items()}


def main_file(texts: Mapping[str, str]) -> str:
    """The path of the file that is the paper. Raises UnreadableError (unsupported_format) where there is none."""
    candidates = [name for name, text in texts.items() if _MAIN.search(text) and _BODY.search(text)]
    if not candidates:
        raise failure("unsupported_format", "no LaTeX file with a document in it")
    return min(candidates, key=lambda name: _rank(name, texts[name]))


def _rank(name: str, text: str) -> tuple[bool, bool, bool, int, int, str]:
    """Papers before supplements, files with a title before those without, the top of the archive before folders."""
    return (
        bool(_ASIDE.search(name)),
        "{standalone}" in text or "{beamer}" in text,
        not _TITLE.search(text),
        name.count("/"),
        -len(text) - 5000 * text.count("\\input"),
        name,
    )


@dataclass
class Source:
    """Files put together: the text, and the inputs that are not among the files."""

    text: str = ""
    missing: tuple[str, ...] = ()


def whole(main: str, texts: Mapping[str, str]) -> Source:
    """A file with everything that it inputs in place. Raises UnreadableError (too_large)."""
    inputs = _Inputs(texts)
    return Source(inputs.of(main, ()), tuple(dict.fromkeys(inputs.missing)))


class _Inputs:
    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._size = 0
        self.missing: list[str] = []

    def of(self, name: str, above: tuple[str, ...]) -> str:
        """The text of a file with its inputs. No file goes into itself."""
        text = self._texts[name]
        self._size += len(text)
        if self._size > _LARGEST:
            raise failure("too_large", f"its LaTeX source has more than {_LARGEST // 1_000_000} million characters")
        return _INPUT.sub(lambda found: self._included(found, name, above), text)

    def _included(self, found: re.Match[str], name: str, above: tuple[str, ...]) -> str:
        named = found["braced"] or found["bare"] or posixpath.join(found["folder"] or "", found["imported"] or "")
        wanted = named.strip().strip('"')
        path = _resolved(wanted, posixpath.dirname(name), self._texts)
        if path is None:
            self.missing.append(wanted)
            return ""
        if path in above or path == name or len(above) >= _DEEPEST:
            return ""
        return parts(self.of(path, (*above, name)))[1]


def _start_of_end(text: str) -> int:
    found = _END.search(text)
    return found.start() if found else len(text)


def _resolved(wanted: str, folder: str, texts: Mapping[str, str]) -> str | None:
    """The file that an input names, from the top or from the folder of the file that asks."""
    for base in ("", folder):
        path = posixpath.normpath(posixpath.join(base, wanted))
        for name in (path, f"{path}.tex"):
            if name in texts:
                return name
    return None


def styles(main: str, files: Files) -> str:
    """The small style files of the archive that the paper loads: authors keep their macros there."""
    names = [name.strip() for group in _PACKAGE.findall(main) for name in group.split(",")]
    found = [data for name, data in files.items() if posixpath.basename(name).removesuffix(".sty") in names]
    return "\n".join(uncommented(decoded(data)) for data in found if len(data) <= _LARGEST_STYLE)


def parts(text: str) -> tuple[str, str]:
    """Preamble and body. What stands after the end of the document is not part of it."""
    start = _BODY.search(text)
    if start is None:
        return "", text
    return text[: start.start()], text[start.end() : _start_of_end(text)]
