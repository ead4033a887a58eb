"""What our reader knows of LaTeX: the arguments that commands take, and the families they belong to."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

Node = Any
"""A node of pylatexenc, which ships without types."""

BOLD = {"textbf", "mathbf", "bm", "boldsymbol", "pmb", "bbm"}
ITALIC = {"textit", "emph", "textsl", "mathit"}
PLAIN = {
    "text", "textrm", "textsf", "texttt", "textsc", "textup", "textmd", "textnormal", "mathrm", "mathsf", "mathtt",
    "mathcal", "mathbb", "mathfrak", "mathscr", "operatorname", "mbox", "hbox", "fbox", "underline", "uline", "ul",
    "uuline", "dashuline", "uwave", "ensuremath", "overline", "bar", "hl", "added", "framebox", "makebox", "centerline",
    "leftline", "rightline", "multirowcell", "shortstack", "makecell", "thead", "lowercase", "MakeLowercase",
    "MakeUppercase", "uppercase", "boxed", "textquote", "enquote", "mathop", "highlight", "mathnormal", "smash",
    "subcaptionbox", "vcenter", "underbar", "textulc",
}  # fmt: skip
LAST = {
    "resizebox", "scalebox", "rotatebox", "raisebox", "adjustbox", "colorbox", "fcolorbox", "parbox", "reflectbox",
    "tcbox", "stackrel",
}  # fmt: skip
SWITCHES = {
    "bf": "bold", "bfseries": "bold", "boldmath": "bold", "it": "italic", "itshape": "italic", "em": "italic",
    "sl": "italic", "slshape": "italic",
}  # fmt: skip
RAISED = {"textsuperscript", "tnote", "footnotemark", "up", "tmark"}
CITATIONS = {
    "cite", "citep", "parencite", "citealp", "supercite", "autocite", "citen", "nocite", "footcite", "citenum",
    "onlinecite", "Citep", "citeyear", "citeyearpar", "Parencite", "Autocite", "cites", "bibcite",
}  # fmt: skip
NAMED_CITATIONS = {"citet", "textcite", "citeauthor", "citealt", "newcite", "Citet", "Textcite", "shortciteN"}
REFERENCES = {"ref", "cref", "Cref", "autoref", "eqref", "pageref", "vref", "subref", "nameref", "Autoref", "labelcref"}
STRUCK = {"sout", "st", "xout", "deleted", "strike"}
SILENT = {
    "phantom", "hphantom", "vphantom", "todo", "missingfigure", "marginpar", "index", "thanks", "vspace", "hspace",
    "includegraphics", "bibliography", "bibliographystyle", "pagestyle", "thispagestyle", "setlength", "addtolength",
    "setcounter", "addtocounter", "usepackage", "documentclass", "hypersetup", "definecolor", "cellcolor", "rowcolor",
    "rowcolors", "color", "pagecolor", "fontsize", "cline", "cmidrule", "addlinespace", "specialrule", "noalign",
    "arrayrulecolor", "graphicspath", "captionsetup", "lstset", "sisetup", "tikzset", "pgfplotsset", "newtheorem",
    "theoremstyle", "newcolumntype", "PassOptionsToPackage", "RequirePackage", "geometry", "input", "include",
    "printbibliography", "addbibresource", "allowdisplaybreaks", "enlargethispage", "markboth", "linespread",
    "renewcommand", "newcommand", "providecommand", "newlength", "newcounter", "stepcounter", "refstepcounter",
    "selectlanguage", "hyphenation", "rule", "vskip", "hskip", "cmidrulewidth", "cdashline", "hdashline", "tabcolsep",
    "Xhline", "Xcline", "ccsdesc", "received", "acmConference", "acmISBN", "acmPrice", "acmDOI", "acmYear", "email",
    "affiliation", "institute", "address", "affil", "orcid", "ead", "fntext", "cortext", "thetable", "thefigure",
    "title", "author", "date", "IEEEmembership", "maketitle", "tableofcontents",
    "setcopyright", "copyrightyear", "acmVolume", "acmNumber",
    "icmlaffiliation", "icmlcorrespondingauthor", "icmlauthor", "icmltitlerunning", "printAffiliationsAndNotice",
    "icmlkeywords", "icmltitle", "titlerunning", "authorrunning", "runningtitle", "runningauthor", "shorttitle",
    "shortauthors", "journal", "authornote", "spfx", "twocolumn", "onecolumn", "pubyear", "vol",
    "markright", "AtBeginDocument", "captionof", "subcaption", "doublerulesep",
}  # fmt: skip
SECTIONS = {
    "part": 1, "chapter": 1, "section": 2, "subsection": 3, "subsubsection": 4, "paragraph": 5, "subparagraph": 6,
    "bmhead": 2, "Section": 2,
}  # fmt: skip
RULES = {
    "hline", "midrule", "toprule", "bottomrule", "botrule", "Xhline", "specialrule", "hlineB", "thickhline", "Hline",
}  # fmt: skip
GRIDS = {
    "tabular": "[{", "tabular*": "{[{", "tabularx": "{[{", "tabulary": "{[{", "longtable": "[{", "array": "[{",
    "supertabular": "{", "tabu": "{", "longtabu": "{", "NiceTabular": "[{", "tblr": "[{", "longtblr": "[{",
    "xltabular": "[{{", "mpsupertabular": "{", "deluxetable": "{", "deluxetable*": "{", "NiceTabularX": "{[{",
}  # fmt: skip
TABLES = {
    "table", "table*", "wraptable", "sidewaystable", "sidewaystable*", "longtable", "SCtable", "margintable",
    "deluxetable", "deluxetable*", "specialtable", "tableth", "longtblr", "supertable",
}  # fmt: skip
FIGURES = {"figure", "figure*", "wrapfigure", "sidewaysfigure", "SCfigure", "marginfigure", "teaserfigure"}
DISPLAYS = {
    "equation", "align", "gather", "multline", "eqnarray", "flalign", "alignat", "displaymath", "math", "dmath",
    "IEEEeqnarray",    "subequations",
}  # fmt: skip
CAPTIONS = {"caption", "captionof", "tablecaption"}
_ARGUMENTS = {
    "{": BOLD | ITALIC | (PLAIN - {"makecell", "thead", "shortstack", "makebox", "framebox"}) | STRUCK | {
        "up", "tmark", "tnote", "phantom", "hphantom", "vphantom", "index", "thanks", "bibliographystyle",
        "bibliography", "pagestyle", "thispagestyle", "cline", "noalign", "hypersetup", "graphicspath", "lstset",
        "sisetup", "tikzset", "pgfplotsset", "theoremstyle", "newlength", "newcounter", "stepcounter", "refstepcounter",
        "selectlanguage", "hyphenation", "url", "nolinkurl", "doi", "label", "eqref", "ref", "pageref", "autoref",
        "cref", "Cref", "vref", "nameref", "num", "si", "ang", "ding", "textsubscript", "textsuperscript", "email",
        "orcid", "acmDOI", "acmYear", "copyrightyear", "acmVolume", "acmNumber", "setcopyright", "linespread",
        "abstract", "keywords", "journal", "IEEEauthorblockN", "IEEEauthorblockA", "institute", "fnm", "sur",
        "icmlaffiliation", "bmhead", "thetable", "thefigure", "printbibliography", "cdashline", "ead", "pgfkeys",
        "dataavailability", "authorcontributions", "funding", "conflictsofinterest", "acknowledgments",
        "institutionalreview", "informedconsent", "supplementary", "icmltitle", "icmltitlerunning", "icmlkeywords",
        "spfx", "pubyear", "vol", "received", "ccsdesc", "markright", "AtBeginDocument", "address", "date",
        "Title", "Author",
        "icmlsetsymbol", "tablehead", "tablefirsthead", "tabletail", "tablelasthead", "tablecaption", "startdata",
        "colhead", "tablenotemark", "tablecomments", "enlargethispage", "rowcolors", "mathop", "Alph", "arabic",
    },
    "*{": {"vspace", "hspace"},
    "[{": {
        "makecell", "thead", "shortstack", "todo", "footnote", "footnotetext", "includegraphics", "usepackage",
        "documentclass", "captionsetup", "tablefootnote", "fntext", "cortext", "tablenotetext",
        "affiliation", "rowcolor", "cellcolor", "color", "titlerunning", "authorrunning", "addbibresource",
    },
    "*[{": set(SECTIONS) | {"caption", "title", "subcaption", "author", "affil", "authornote"},
    "[": {"footnotemark", "addlinespace", "hdashline", "item", "maketitle"},
    "*[[{": CITATIONS | NAMED_CITATIONS,
    "{{": {
        "textcolor", "href", "setlength", "addtolength", "setcounter", "addtocounter", "scalebox", "replaced",
        "fontsize", "stackrel", "markboth", "subref", "icmlauthor", "icmlcorrespondingauthor", "acmConference",
        "colorbox", "numlist", "numrange", "frac", "dfrac", "tfrac", "nicefrac", "sfrac", "newtheorem", "rule",
    },
    "*{[{": {"captionof"},
    "[{{": {"rotatebox", "SI", "qty", "tcbox"},
    "{[[{": {"raisebox"},
    "[[{": {"makebox", "framebox"},
    "[[[{{": {"parbox"},
    "*{{{": {"resizebox"},
    "{{{": {"specialrule", "definecolor", "fcolorbox", "multicolumn"},
    "[{[{[{": {"multirow"},
}  # fmt: skip


@cache
def context() -> Any:
    """The context database of pylatexenc with our commands before its own."""
    from pylatexenc.latexwalker import get_default_latex_context_db
    from pylatexenc.macrospec import EnvironmentSpec, MacroSpec

    database = get_default_latex_context_db()
    macros = [MacroSpec(name, spec) for spec, names in _ARGUMENTS.items() for name in sorted(names)]
    environments = [EnvironmentSpec(name, spec) for name, spec in GRIDS.items()]
    others = {
        "[": TABLES | FIGURES | {"enumerate", "itemize", "description", "tablenotes", "proof", "algorithm"},
        "[[{": {"minipage", "subtable", "subfigure", "wrapstuff"},
        "[{[{": {"wraptable", "wrapfigure"},
        "{": {"adjustbox", "multicols", "spacing", "scope"},
        "": {"abstract", "threeparttable", "center", "measuredfigure", "algorithmic"},
    }
    known = set(GRIDS)
    environments += [EnvironmentSpec(n, spec) for spec, names in others.items() for n in sorted(names - known)]
    database.add_context_category("papergym", macros=macros, environments=environments, prepend=True)
    return database


def parse(text: str) -> Sequence[Node]:
    """The nodes of a text; what does not fit together is read as far as it goes."""
    from pylatexenc.latexwalker import LatexWalker

    nodes: Sequence[Node] = LatexWalker(text, latex_context=context(), tolerant_parsing=True).get_latex_nodes()[0]
    return nodes


def kind(node: Node) -> str:
    """`chars`, `macro`, `group`, `environment`, `math`, `specials`, `comment`; empty for no node."""
    return type(node).__name__.removeprefix("Latex").removesuffix("Node").lower() if node is not None else ""


def called(node: Node) -> str:
    """The name of a macro or an environment, without the star of an environment."""
    name = getattr(node, "macroname", None) or getattr(node, "environmentname", None) or ""
    return str(name)


def is_grid(node: Node) -> bool:
    """True for a tabular environment."""
    return kind(node) == "environment" and called(node) in GRIDS


def arguments(node: Node) -> list[Node]:
    """The arguments of a macro or environment; None for one that is not given."""
    found = getattr(node, "nodeargd", None)
    return list(found.argnlist or ()) if found is not None else []


def last_argument(node: Node) -> Sequence[Node]:
    """The nodes of the last argument, empty where there is none."""
    return nodes_of(next(reversed(arguments(node)), None))


def nodes_of(node: Node) -> Sequence[Node]:
    """The nodes inside a group; another node stands for itself."""
    if node is None:
        return ()
    return node.nodelist if kind(node) in {"group", "environment", "math"} else (node,)


def source_of(nodes: Sequence[Node]) -> str:
    """The LaTeX of some nodes as written."""
    return "".join(node.latex_verbatim() for node in nodes if node is not None)


def below(node: Node) -> Iterator[Sequence[Node]]:
    """The lists of nodes directly inside a node: its arguments, and its content."""
    for argument in arguments(node):
        if argument is not None:
            yield nodes_of(argument)
    if kind(node) in {"group", "environment", "math"}:
        yield node.nodelist
