"""A TeX formula of another format (JATS `tex-math`, MathJax on a page) as one would read it on the line."""

import re

from lxml import etree

from pipeline.intake.latex.inline import Inline
from pipeline.intake.latex.references import References
from pipeline.intake.latex.syntax import parse
from pipeline.intake.translate import element

_DELIMITERS = re.compile(r"^\s*(?:\\\(|\\\[|\$\$?)|(?:\\\)|\\\]|\$\$?)\s*$")
_LONGEST = 20_000


def bare_tex(source: str) -> str:
    """The formula without the document around it and without its delimiters."""
    body = source.split("\\begin{document}")[-1].split("\\end{document}")[0]
    return _DELIMITERS.sub("", _DELIMITERS.sub("", body.strip())).strip()


def formula(source: str, in_cell: bool) -> etree._Element:
    """A formula as mixed content: in a cell its raised characters are `sup`, in prose they follow a `^`."""
    made = element("named-content")
    if len(source) <= _LONGEST:
        Inline(References(), in_cell).add(made, parse(f"${bare_tex(source)}$"))
    return made
