"""Reading Markdown, as converters of PDF files write it, by way of JATS: headings, paragraphs and tables."""

import re
from collections.abc import Iterator

from lxml import etree

from pipeline.intake.draft import Draft
from pipeline.intake.jats import read_jats
from pipeline.intake.labels import is_type
from pipeline.intake.markdown_front import split
from pipeline.intake.markdown_tables import html_table, is_html_table, parts_of, pipe_table, plain
from pipeline.intake.translate import article, element

_HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*#*$")
_RUN_IN = re.compile(r"^\*\*(?P<title>[A-Z][^*]{2,100}\.)\*\*\s+(?=\S)")
_NUMBER = r"(?:[A-Z]?\d+|[IVX]+)"
_LABEL = re.compile(
    rf"^(?P<more>Supplementary )?(?P<kind>Table|Fig(?:ure)?\.?)\s*(?P<number>{_NUMBER})\s*(?:[.:|]\s*|$)(?P<text>.*)",
    re.DOTALL | re.IGNORECASE,
)
_BOLD_LABEL = re.compile(
    rf"^[*_]{{2,3}}((?:Supplementary )?(?:Table|Fig(?:ure)?)\.?\s*{_NUMBER})[.:|]?[*_]{{2,3}}[.:|]?\s*", re.IGNORECASE
)
_ABSTRACT = re.compile(r"^[*_]{0,3}Abstract[*_]{0,3}\s*[.:—–-]+[*_]{0,3}\s*(?=\S)", re.IGNORECASE)
_NOISE = re.compile(r"^\*\*==>.*<==\*\*$|^!\[[^\]]*\]\([^)]*\)$|^-{3,}$|^\*\*-----.*-----\*\*")


def read_markdown(data: bytes) -> Draft:
    """The draft of a Markdown file. The DOI is looked for above the first section only."""
    front, text = split(data.decode("utf-8", "replace").replace("\r\n", "\n"))
    body = _Body()
    for block in _blocks(text):
        body.take(block)
    kind = body.kind or (front.kind if is_type(front.kind) else "")
    return read_jats(
        article(
            body.root,
            title=body.title or front.title,
            doi=front.doi,
            authors=front.authors,
            journal=front.journal,
            year=front.year,
            licence=front.licence,
            kind=kind,
            subjects=(kind,),
        )
    )


def _blocks(text: str) -> Iterator[str]:
    for part, is_table in parts_of(text):
        yield from [part] if is_table else _paragraphs(part)


def _paragraphs(text: str) -> Iterator[str]:
    for block in re.split(r"\n\s*\n", text):
        bare = block.strip()
        if bare and not _NOISE.match(bare):
            yield bare


class _Body:
    """Builds sections and tables while the blocks pass by. A table's label stands before or after it."""

    def __init__(self) -> None:
        self.root = element("body")
        self.title = ""
        self.kind = ""
        self._stack: list[tuple[int, etree._Element]] = [(0, self.root)]
        self._label: etree._Element | None = None
        self._table: etree._Element | None = None

    def take(self, block: str) -> None:
        """The next block of the file."""
        heading = _HEADING.match(block.split("\n")[0])
        if heading and not _label_in(heading.group(2)):
            self._open(len(heading.group(1)), plain(heading.group(2)))
        elif block.startswith("|"):
            self._add_table(pipe_table(block))
        elif is_html_table(block):
            self._add_table(html_table(block))
        else:
            self._add_text(block.lstrip("# "))

    def _open(self, level: int, title: str) -> None:
        if not self.title:
            self.title = re.sub(r"^(?:OPEN|oPEN|Article)\s+", "", title)
            return
        if is_type(title) and not self.kind and len(self.root) == 0:
            self.kind = title
            return
        while len(self._stack) > 1 and self._stack[-1][0] >= level:
            self._stack.pop()
        section = etree.SubElement(self._stack[-1][1], "sec")
        section.append(element("title", title))
        self._stack.append((level, section))

    def _add_text(self, block: str) -> None:
        label = _label_in(block)
        if label:
            self._add_label(label)
            return
        abstract, found = _ABSTRACT.match(block), _RUN_IN.match(block)
        if abstract:
            self._open(7, "Abstract")
            block = block[abstract.end() :]
        elif found:
            self._open(7, found["title"].rstrip("."))
            block = block[found.end() :]
        self._stack[-1][1].append(element("p", plain(block)))

    def _add_label(self, found: re.Match[str]) -> None:
        """A caption: of the table before it where that has none yet, else of the table to come."""
        name = _name(found)
        if "Table" not in name:
            figure = _float("fig", name, found["text"])
            self._stack[-1][1].append(figure)
        elif self._table is not None and self._table.find("label") is None:
            self._table.insert(0, element("label", name))
            etree.SubElement(self._table, "caption").append(element("p", found["text"]))
        else:
            self._label = _float("table-wrap", name, found["text"])
            self._stack[-1][1].append(self._label)

    def _add_table(self, grid: etree._Element) -> None:
        wrap = self._label
        self._label = None
        if wrap is None:
            wrap = etree.SubElement(self._stack[-1][1], "table-wrap")
        wrap.append(grid)
        self._table = wrap


def _label_in(block: str) -> re.Match[str] | None:
    """The label that a caption starts with. Where no mark ends it, it must be bold: `**Table 2** Results of ...`."""
    return _LABEL.match(plain(_BOLD_LABEL.sub(r"\1. ", block)))


def _name(found: re.Match[str]) -> str:
    """The label as other formats have it: `TABLE 3` is Table 3."""
    return f"{(found['more'] or '').title()}{found['kind'].title()} {found['number']}"


def _float(tag: str, label: str, text: str) -> etree._Element:
    made = element(tag)
    made.append(element("label", label))
    etree.SubElement(made, "caption").append(element("p", text))
    return made
