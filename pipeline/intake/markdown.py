"""Reading Markdown, as converters of PDF files write it, by way of JATS: headings, paragraphs and pipe tables."""

import re
from collections.abc import Iterator

from lxml import etree

from pipeline.intake.draft import Draft
from pipeline.intake.jats import read_jats
from pipeline.intake.labels import is_type
from pipeline.intake.markdown_front import split
from pipeline.intake.translate import article, element

_HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*#*$")
_RUN_IN = re.compile(r"^\*\*(?P<title>[A-Z][^*]{2,100}\.)\*\*\s+(?=\S)")
_LABEL = re.compile(
    r"^(?P<label>(?:Supplementary )?(?P<kind>Table|Fig(?:ure)?)\.?\s*[A-Z]?\d+)\s*[.:|]\s*(?P<text>.*)", re.DOTALL
)
_NOISE = re.compile(r"^\*\*==>.*<==\*\*$|^!\[[^\]]*\]\([^)]*\)$|^-{3,}$|^\*\*-----.*-----\*\*")
_LINK = re.compile(r"!?\[([^\]]*)\]\((?:[^)]*)\)")
_EMPHASIS = re.compile(r"\*\*|(?<!\w)[*_]+(?=\S)|(?<=\S)[*_]+(?!\w)|<br\s*/?>|</?su[bp]>|`")
_CITATION = re.compile(r"\[\d+(?:[,–-]\d+)*\]")
_SEPARATOR = re.compile(r"^\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?$")


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
    for block in re.split(r"\n\s*\n", text):
        bare = block.strip()
        if bare and not _NOISE.match(bare):
            yield bare


def plain(text: str) -> str:
    """Text without emphasis, link targets and citation marks."""
    return " ".join(_EMPHASIS.sub(" ", _CITATION.sub("", _LINK.sub(r"\1", text))).split())


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
        if heading:
            self._open(len(heading.group(1)), plain(heading.group(2)))
        elif block.startswith("|"):
            self._add_table(block)
        else:
            self._add_text(block)

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
        label = _LABEL.match(plain(block))
        if label:
            self._add_label(label)
            return
        found = _RUN_IN.match(block)
        if found:
            self._open(7, found["title"].rstrip("."))
            block = block[found.end() :]
        self._stack[-1][1].append(element("p", plain(block)))

    def _add_label(self, found: re.Match[str]) -> None:
        """A caption: of the table before it where that has none yet, else of the table to come."""
        if found["kind"] != "Table":
            figure = _float("fig", found["label"], found["text"])
            self._stack[-1][1].append(figure)
        elif self._table is not None and self._table.find("label") is None:
            self._table.insert(0, element("label", found["label"]))
            etree.SubElement(self._table, "caption").append(element("p", found["text"]))
        else:
            self._label = _float("table-wrap", found["label"], found["text"])
            self._stack[-1][1].append(self._label)

    def _add_table(self, block: str) -> None:
        wrap = self._label
        self._label = None
        if wrap is None:
            wrap = etree.SubElement(self._stack[-1][1], "table-wrap")
        wrap.append(_grid(block))
        self._table = wrap


def _float(tag: str, label: str, text: str) -> etree._Element:
    made = element(tag)
    made.append(element("label", label))
    etree.SubElement(made, "caption").append(element("p", text))
    return made


def _grid(block: str) -> etree._Element:
    table = element("table")
    head = etree.SubElement(table, "thead")
    part = head
    for line in block.split("\n"):
        if _SEPARATOR.match(line.strip()):
            part = etree.SubElement(table, "tbody")
        elif line.strip().startswith("|"):
            row = etree.SubElement(part, "tr")
            for text in line.strip().strip("|").split("|"):
                cell = etree.SubElement(row, "td")
                bold = re.fullmatch(r"\s*\*\*.*\*\*\s*", text)
                (etree.SubElement(cell, "bold") if bold else cell).text = plain(text)
    return table
