"""Headings: those the layout model marks, those set in bold or italics at the start of a paragraph, and their level."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pipeline.intake.pdf.model import Layout, Line, Region, Span
from pipeline.intake.pdf.prose import Vocabulary, join, paragraph, text_of
from pipeline.intake.roles import bare_title, role_of
from pipeline.intake.texts import clean
from schemas.paper import SectionRole

_STATEMENTS = (SectionRole.DATA_AVAILABILITY, SectionRole.CODE_AVAILABILITY)
_NUMBERING = re.compile(r"^(\d{1,2}(?:\.\d{1,2}){0,3})[.)]?\s*(?=[^\W\d])")
_GLUED_NUMBER = re.compile(r"^(\d{1,2}(?:\.\d{1,2}){0,3}\.?|[A-H]\.|[IVX]{1,5}\.)(?=[A-Z][a-z])")
_STATEMENT_START = re.compile(
    r"^((?:Data|Code|Software|Materials?)\b[\w ,&/]{0,40}\b(?:availability|accessibility|sharing)"
    r"(?: statements?)?)\s*[:.—–-]\s*(?=\S)",
    re.IGNORECASE,
)
_LONGEST = 160
_WORDS = 14


@dataclass(frozen=True)
class Heading:
    """A heading with its depth from 1. `is_run_in` stands at the start of its paragraph."""

    text: str
    level: int
    is_run_in: bool = False


class Outline:
    """What a document says of its own structure: the bookmarks, and the sizes of its headings."""

    def __init__(self, layout: Layout, regions: Sequence[Region], title: str) -> None:
        entries = [(level, _key(text)) for level, text, _ in layout["outline"]]
        inner: list[tuple[int, str]] = [(level, text) for level, text in entries if text and text != _key(title)]
        top = min((level for level, _ in inner), default=1)
        self._levels = {text: level - top + 1 for level, text in inner}
        majors = [r.level for r in regions if r.kind == "section-header" and r.level and _is_major(_plain(r))]
        self._top = min(majors, default=2)

    def level(self, text: str, drawn: int) -> int:
        """The depth of a heading: by its number, by the bookmarks, by its name, by its size on the page."""
        number = _NUMBERING.match(text)
        if number:
            return number.group(1).count(".") + 1
        known = self._levels.get(_key(text))
        if known is not None:
            return known
        return 1 if _is_major(text) else max(drawn - self._top + 1, 1)

    def knows(self, text: str) -> bool:
        """True for a bookmark of the document."""
        return _key(text) in self._levels


def _key(text: str) -> str:
    return re.sub(r"\W+", "", bare_title(clean(text))).lower()


def _plain(region: Region) -> str:
    return clean(" ".join(text_of(line.spans) for line in region.lines))


def _is_major(text: str) -> bool:
    """A heading that stands at the top of any paper: Introduction, Methods, Results ..."""
    bare = bare_title(_GLUED_NUMBER.sub("", text))
    return len(bare.split()) <= 4 and role_of(bare) is not SectionRole.OTHER


def heading_of(region: Region, outline: Outline, vocabulary: Vocabulary) -> Heading | None:
    """The heading that a whole region is."""
    if region.kind not in {"section-header", "title"}:
        return None
    text = _GLUED_NUMBER.sub(r"\1 ", _closed(paragraph(region.lines, vocabulary)))
    if not text or len(text) > _LONGEST or not re.search(r"[^\W\d_]{2}", text):
        return None
    return Heading(text.strip(), outline.level(text, region.level))


def _closed(text: str) -> str:
    """`A B S T R A C T` is a word set wide."""
    return text.replace(" ", "") if re.fullmatch(r"(?:\w ){3,}\w", text) else text


def run_in(
    region: Region, outline: Outline, level: int, vocabulary: Vocabulary
) -> tuple[Heading, tuple[Line, ...]] | None:
    """The heading at the start of a paragraph, and the lines that are left."""
    if region.kind not in {"text", "list-item"} or not region.lines:
        return None
    for is_styled in (_bold, _italic):
        head, rest = _split(region.lines, is_styled, vocabulary)
        text = _GLUED_NUMBER.sub(r"\1 ", clean(head))
        if rest and _is_title(text, outline, ends_line=_ends_line(region.lines, rest)):
            is_placed = outline.knows(text) or _is_major(text) or bool(_NUMBERING.match(text))
            depth = outline.level(text, 0) if is_placed else level + 1
            return Heading(text.strip(" .:—–"), depth, is_run_in=True), rest
    return None


def statement_start(text: str) -> str | None:
    """The title of a statement that names itself: `Data Availability Statement: the data are ...`."""
    found = _STATEMENT_START.match(text)
    return found.group(1) if found and role_of(found.group(1)) in _STATEMENTS else None


def _bold(span: Span) -> bool:
    return span.is_bold


def _italic(span: Span) -> bool:
    return span.is_italic


def _split(
    lines: Sequence[Line], is_styled: Callable[[Span], bool], vocabulary: Vocabulary
) -> tuple[str, tuple[Line, ...]]:
    """The styled text at the start, and the lines after it; no lines when everything is styled."""
    head = ""
    for index, line in enumerate(lines[:3]):
        for at, span in enumerate(line.spans):
            if span.has_text and not is_styled(span):
                rest = (Line(line.spans[at:], line.box), *lines[index + 1 :])
                return join(head, text_of(line.spans[:at]), vocabulary), rest
        head = join(head, text_of(line.spans), vocabulary)
    return head, ()


def _ends_line(lines: Sequence[Line], rest: Sequence[Line]) -> bool:
    """True where the heading fills its line, so that the text starts on the next."""
    return any(rest[0].spans == line.spans for line in lines)


def _is_title(text: str, outline: Outline, ends_line: bool) -> bool:
    if not 3 < len(text) <= _LONGEST or not text[0].isalnum() or text[0].islower() or len(text.split()) > _WORDS:
        return False
    if outline.knows(text):
        return True
    stops = text.endswith((".", ":", "—", "–")) and ". " not in _NUMBERING.sub("", text)
    return (stops or ends_line) and not re.match(
        r"(?:Table|Fig|Note|Theorem|Lemma|Proof|Keywords?|Remark|Corollary)\b", text
    )
