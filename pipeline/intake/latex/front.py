"""Title, authors, DOI and year of a LaTeX document, in the dialects of the usual classes."""

import re
from collections.abc import Iterator, Sequence

from pipeline.intake.latex import syntax
from pipeline.intake.latex.inline import Inline
from pipeline.intake.latex.references import References
from pipeline.intake.latex.syntax import Node, called, kind, last_argument, source_of

_TITLES = {"title", "icmltitle", "Title", "aistatstitle"}
_AUTHORS = {"author", "icmlauthor", "Author", "name", "IEEEauthorblockN", "aistatsauthor"}
_AFFILIATION = re.compile(
    r"\\(?:thanks|inst|affiliation|affil|address|institute|email|orcid\w*|footnotemark|textsuperscript|texttt|IEEEauthorrefmark"
    r"|fnref|corref|href|url|authormark|thanksref|samethanks|equalcontrib|textsc|IEEEauthorblockA|authorrefmark|tnotemark)"
    r"\*?\s*(?:\[[^\]]*\])?\s*(?:\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})?|\$[^$]*\$|\^\{[^{}]*\}"
)
_BETWEEN = re.compile(r"\\(?:and|And|AND|quad|qquad|hspace\*?\{[^{}]*\}|hfill)(?![a-zA-Z])|,|;|\s+and\s+|\s*&\s*|~{2,}")
_LINE = re.compile(r"\\\\(?:\[[^\]]*\])?|\\newline\b")
_TEAMS = re.compile(r"\\(?:and|And|AND)(?![a-zA-Z])")
_PERSON = re.compile(r"[^\W\d_][\w.'’‘-]*(?:\s+[\w.'’‘-]+){1,5}")
_NO_PERSON = re.compile(
    r"\b(universit|institut|department|school|college|laborator|research|inc\b|ltd\b|centre|center|corporation|google"
    r"|microsoft|china|usa|anonymous|equal|contribut|correspond|author)",
    re.IGNORECASE,
)


def every(nodes: Sequence[Node], names: set[str]) -> Iterator[Node]:
    """The commands of some names, outermost first, wherever they stand outside of the text."""
    for node in nodes:
        if node is None:
            continue
        if kind(node) == "macro" and called(node) in names:
            yield node
        elif kind(node) != "environment" or called(node) in {"document", "frontmatter", "icmlauthorlist", "center"}:
            for inner in syntax.below(node):
                yield from every(inner, names)


def title_of(nodes: Sequence[Node]) -> str:
    """The title without its notes."""
    inline = Inline(References())
    found = (inline.text(last_argument(node)) for node in every(nodes, _TITLES))
    return next((text for text in found if text), "")


def authors_of(nodes: Sequence[Node]) -> list[tuple[str, str]]:
    """Given name and surname of the authors, in order and each once. Affiliations and marks are left out."""
    names: dict[str, None] = {}
    for node in every(nodes, _AUTHORS):
        arguments = [argument for argument in syntax.arguments(node) if argument is not None]
        name = arguments[0] if called(node) == "icmlauthor" and arguments else None
        content = syntax.nodes_of(name) if name is not None else last_argument(node)
        inner = [source_of(last_argument(part)) for part in every(content, {"IEEEauthorblockN"})]
        for team in inner or _TEAMS.split(source_of(content)):
            names.update(dict.fromkeys(_people(team)))
    return [(given, surname) for given, _, surname in (text.rpartition(" ") for text in names)]


def _people(team: str) -> Iterator[str]:
    """The names in the first lines of a group of authors: those before the first line that names none."""
    for line in _LINE.split(_AFFILIATION.sub(" ", team)):
        if not line.strip():
            continue
        plain = [Inline(References()).text(syntax.parse(part)) for part in _BETWEEN.split(line)]
        people = [text.strip(" *†‡,.") for text in plain if _PERSON.fullmatch(text.strip(" *†‡,."))]
        people = [text for text in people if not _NO_PERSON.search(text)]
        if not people:
            return
        yield from people


def first_argument(nodes: Sequence[Node], *names: str) -> str:
    """The argument of the first command of these names, as text."""
    inline = Inline(References())
    return next((text for node in every(nodes, set(names)) if (text := inline.text(last_argument(node)))), "")
