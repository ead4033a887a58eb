"""Reading LaTeX sources, one file or all files of an archive, by way of JATS. Comments and dead code are not read."""

import re
from collections.abc import Mapping
from dataclasses import replace

from pipeline.intake.archives import Files
from pipeline.intake.draft import Draft
from pipeline.intake.failures import failure
from pipeline.intake.identity import clean_doi
from pipeline.intake.jats import read_jats
from pipeline.intake.latex.blocks import Body
from pipeline.intake.latex.comments import taken_branches
from pipeline.intake.latex.front import authors_of, first_argument, title_of
from pipeline.intake.latex.macros import written_out
from pipeline.intake.latex.references import References, bibliography_labels
from pipeline.intake.latex.sources import decoded, main_file, parts, styles, tex_files, whole
from pipeline.intake.latex.syntax import parse
from pipeline.intake.translate import add_abstract, article

_DEEPEST = 120
_MOST_COMMANDS = 300_000
_NESTING = re.compile(r"(?<!\\)(?:\\\\)*(?:([{]|\\begin\b)|([}]|\\end\b))")
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


def read_latex(files: Files) -> Draft:
    """The draft of the paper in these files. Raises UnreadableError (unsupported_format, too_large, hostile)."""
    texts = tex_files(files)
    source = whole(main_file(texts), texts)
    printed = taken_branches(source.text)
    _check_nesting(printed)
    text = written_out(printed, styles(source.text, files))
    _check_nesting(text)
    preamble, body_text = parts(text)
    references = References(bibliography=_bibliography(files))
    body = Body(references)
    nodes = parse(body_text)
    body.take(nodes)
    body.close()
    references.fill()
    front = [*parse(preamble), *nodes]
    made = article(
        body.root,
        title=title_of(front),
        doi=clean_doi(first_argument(front, "acmDOI", "doi")) or "",
        authors=authors_of(front),
        journal=first_argument(front, "journal"),
        year=_year(first_argument(front, "acmYear", "copyrightyear", "pubyear") or first_argument(front, "date")),
    )
    if body.abstract is not None:
        add_abstract(made, body.abstract)
    draft = read_jats(made)
    warnings = tuple(f"the input {name!r} is not among the files" for name in source.missing)
    return replace(draft, suspicions=(*draft.suspicions, *body.suspicions), warnings=(*draft.warnings, *warnings))


def _bibliography(files: Mapping[str, bytes]) -> dict[str, str]:
    """Author-year labels of the compiled bibliography, which arXiv asks for, or of one in the text."""
    named = [data for name, data in files.items() if name.lower().endswith((".bbl", ".tex"))]
    return {key: label for data in named for key, label in bibliography_labels(decoded(data)).items()}


def _year(text: str) -> str:
    found = _YEAR.search(text)
    return found.group() if found else ""


def _check_nesting(text: str) -> None:
    """Groups inside each other without end would exhaust the parser, and so would millions of commands.

    Raises UnreadableError (hostile, too_large).
    """
    if text.count("\\") > _MOST_COMMANDS:
        raise failure("too_large", f"its LaTeX source has more than {_MOST_COMMANDS:,} commands")
    depth = 0
    for found in _NESTING.finditer(text):
        depth = max(depth + (1 if found.group(1) else -1), 0)
        if depth > _DEEPEST:
            raise failure("hostile", f"more than {_DEEPEST} groups stand in each other")
