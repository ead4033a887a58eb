"""From regions in reading order to sections with paths and roles."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from pipeline.intake.draft import DraftSection, Passage
from pipeline.intake.pdf.headings import Heading, Outline, heading_of, run_in, statement_start
from pipeline.intake.pdf.model import Line, Page, Region
from pipeline.intake.pdf.prose import Vocabulary, closed_addresses, join, paragraph
from pipeline.intake.roles import bare_title, role_of
from pipeline.intake.texts import clean
from schemas.paper import SectionRole

_TEXT = {"text", "list-item", "formula", "footnote", "code"}
_ENDS = (".", "?", "!", ":", ";", "”", '"', ")")
_FRONT = "Front matter"
_ABSTRACT_LENGTH = 350
_PROSE_LENGTH = 250
_ASIDES = {
    "abbreviations",
    "keywords",
    "key words",
    "highlights",
    "index terms",
    "nomenclature",
    "open access",
    "key points",
}
_FIRST_REFERENCE = re.compile(r"\[?1[\].]\s*[A-Z]")
_YEAR = re.compile(r"(?<!\d)(19|20)\d\d(?!\d)")
_ABSTRACT_PARTS = {
    "purpose", "objective", "objectives", "aim", "aims", "context", "importance", "rationale", "significance",
    "setting", "design", "participants", "measurements", "interpretation", "trial registration", "hypothesis",
    "summary",
}  # fmt: skip
_BODY_ROLES = {SectionRole.INTRODUCTION, SectionRole.METHODS, SectionRole.RESULTS, SectionRole.DISCUSSION}
_STATEMENTS = (SectionRole.DATA_AVAILABILITY, SectionRole.CODE_AVAILABILITY)


class Flow:
    """Builds the sections while the regions of a document pass by."""

    def __init__(self, pages: Sequence[Page], outline: Outline, vocabulary: Vocabulary) -> None:
        self._pages = pages
        self._outline = outline
        self._vocabulary = vocabulary
        self._sections = [DraftSection((_FRONT,), SectionRole.OTHER)]
        self._stack: list[tuple[int, str, SectionRole]] = []
        self._header_level = 0
        self._links = {page.number: tuple(dict.fromkeys(uri for uri, _ in page.links)) for page in pages}

    @property
    def path(self) -> str | None:
        """The path of the section that is being read."""
        return None if self._is_front else self._current.path

    @property
    def role(self) -> SectionRole:
        """The role of the section that is being read."""
        return self._current.role

    @property
    def _current(self) -> DraftSection:
        return self._sections[-1]

    @property
    def _is_front(self) -> bool:
        return self._current.titles == (_FRONT,)

    def take(self, region: Region) -> None:
        """Read the next region."""
        heading = heading_of(region, self._outline, self._vocabulary)
        if heading is not None and not (self._is_front and region.page <= 2 and not self._opens_body(heading)):
            self._open(heading)
        elif region.kind == "footnote" and not self._is_front:
            self._aside(region)
        elif region.kind in _TEXT or region.kind in {"section-header", "title"}:
            self._text(region)

    def take_cells(self, region: Region) -> None:
        """Read text that the layout model took for a table, column by column."""
        for column in zip(*region.raw["grid"]["texts"], strict=True):
            text = ""
            for line in "\n".join(column).splitlines():
                text = join(text, clean(line), self._vocabulary)
            self._add(Passage(text, region.page, region.box), "table")

    def sections(self) -> tuple[DraftSection, ...]:
        """The sections with text."""
        return tuple(with_whole_abstract([section for section in self._sections if section.passages]))

    def _text(self, region: Region) -> None:
        found = (
            None
            if self.role in {SectionRole.ABSTRACT, SectionRole.REFERENCES}
            else run_in(region, self._outline, self._header_level, self._vocabulary)
        )
        lines = region.lines
        if found is not None and not (self._is_front and not self._opens_body(found[0])):
            heading, lines = found
            self._open(heading)
        text = self._paragraph(lines, region.page)
        statement = statement_start(text)
        if statement:
            self._statement(statement, Passage(text, region.page, region.box))
            return
        if region.kind == "list-item" and self._begins_references(text):
            self._stack.clear()
            self._sections.append(DraftSection(("References",), SectionRole.REFERENCES))
            text = self._paragraph(lines, region.page)
        if self._is_front and self._is_abstract(region, text):
            self._sections.append(DraftSection(("Abstract",), SectionRole.ABSTRACT))
        elif self._begins_body(text):
            self._sections.append(DraftSection((), SectionRole.INTRODUCTION))
            self._stack.clear()
        self._add(Passage(text, region.page, region.box), region.kind)

    def _begins_body(self, text: str) -> bool:
        """Many journals print no heading over the introduction: it is the prose after abstract and abbreviations."""
        here = self._current
        is_aside = bare_title(here.titles[-1] if here.titles else "").lower() in _ASIDES
        is_bare_abstract = here.role is SectionRole.ABSTRACT and not self._stack and bool(here.passages)
        if not (is_aside or is_bare_abstract) or any(s.role is SectionRole.INTRODUCTION for s in self._sections):
            return False
        return len(text) >= _PROSE_LENGTH and text.count(". ") >= 1

    def _begins_references(self, text: str) -> bool:
        """Some journals print no heading over the list of references: its first item tells it."""
        has_list = any(section.role is SectionRole.REFERENCES for section in self._sections)
        return not has_list and bool(_FIRST_REFERENCE.match(text)) and bool(_YEAR.search(text))

    def _opens_body(self, heading: Heading) -> bool:
        """On the first page, names and labels are bold too: only what the document or the trade knows is a heading."""
        is_numbered = heading.text[:1].isdigit() and not heading.is_run_in
        return is_numbered or self._outline.knows(heading.text) or role_of(heading.text) is not SectionRole.OTHER

    def _statement(self, title: str, passage: Passage) -> None:
        """A statement that stands beside the text (PLOS prints it in the margin); the text goes on after it."""
        self._sections.insert(-1, DraftSection((title,), role_of(title), 1, [passage]))

    def _is_abstract(self, region: Region, text: str) -> bool:
        return region.page <= 2 and len(text) >= _ABSTRACT_LENGTH and text.count(". ") >= 2 and not _is_legal(text)

    def _paragraph(self, lines: Sequence[Line], page: int) -> str:
        keep = self.role is SectionRole.REFERENCES
        return closed_addresses(paragraph(lines, self._vocabulary, keep_marks=keep), self._links.get(page, ()))

    def _add(self, passage: Passage, kind: str) -> None:
        """Add a passage; one that goes on after a column or page ends is joined to the one before."""
        passages = self._current.passages
        if passages and kind == "text" and _goes_on(passages[-1].text, passage.text):
            last = passages[-1]
            joined = join(last.text, passage.text, self._vocabulary)
            passages[-1] = Passage(joined, last.page, last.box)
        elif passage.text:
            passages.append(passage)

    def _aside(self, region: Region) -> None:
        """A footnote: a section of its own with the role of the text it stands under."""
        text = self._paragraph(region.lines, region.page)
        here = self._current
        titles = (*here.titles, "Footnote")
        note = next((section for section in self._sections if section.titles == titles), None)
        if note is None:
            note = DraftSection(titles, here.role, here.level + 1)
            self._sections.insert(len(self._sections) - 1, note)
        note.passages.append(Passage(text, region.page, region.box))

    def _open(self, heading: Heading) -> None:
        while self._stack and self._stack[-1][0] >= heading.level:
            self._stack.pop()
        parent = self._stack[-1][2] if self._stack else None
        if parent is SectionRole.ABSTRACT and not _is_abstract_part(heading.text):
            self._stack.clear()
            parent = None
        role = role_of(heading.text, parent)
        if role in _STATEMENTS and parent not in _STATEMENTS:
            self._stack.clear()
        self._stack.append((heading.level, heading.text, role))
        if not heading.is_run_in:
            self._header_level = heading.level
        titles = tuple(text for _, text, _ in self._stack)
        self._sections.append(DraftSection(titles, role, len(titles)))


def _goes_on(before: str, after: str) -> bool:
    """True where a sentence was cut: no end before, a small letter after."""
    return bool(before and after) and not before.endswith(_ENDS) and (after[0].islower() or before.endswith("-"))


def _is_abstract_part(title: str) -> bool:
    """A heading of a structured abstract; keywords, funding and addresses below an abstract are none."""
    return role_of(title) is not SectionRole.OTHER or bare_title(title).lower() in _ABSTRACT_PARTS


def with_whole_abstract(sections: list[DraftSection]) -> Iterator[DraftSection]:
    """The sections, with the parts of a structured abstract as such: they stand before the introduction.

    `Methods` and `Results` of a few lines on the first pages, above `Introduction`, are no sections of the text.
    """
    start = next((i for i, s in enumerate(sections) if len(s.titles) == 1 and _is_introduction(s.titles[0])), 0)
    for index, section in enumerate(sections):
        is_early = index < start and section.passages[-1].page in {1, 2}
        if is_early and section.role in _BODY_ROLES and section.titles and not _is_introduction(section.titles[0]):
            titles = ("Abstract", *section.titles)
            yield DraftSection(titles, SectionRole.ABSTRACT, len(titles), section.passages)
        else:
            yield section


def _is_introduction(title: str) -> bool:
    return bare_title(title).lower() == "introduction"


def _is_legal(text: str) -> bool:
    return "creative commons" in text.lower() or "open access article" in text.lower()


def body_regions(pages: Iterable[Page]) -> list[Region]:
    """The regions that belong to the text: no page headers and footers, not even those that came as text."""
    outside = {"page-header", "page-footer", "picture", "table"}
    kept = [(region, _fingerprint(region)) for page in pages for region in page.regions if region.kind not in outside]
    counts = Counter(mark for _, mark in kept if mark)
    return [region for region, mark in kept if mark is None or counts[mark] < 3]


def _fingerprint(region: Region) -> tuple[str, int] | None:
    """The same short words at the same height."""
    text = "".join(span.text for line in region.lines for span in line.spans)
    letters = "".join(c for c in text.lower() if c.isalpha())
    return (letters, round(region.box.y0 / 4)) if 3 < len(letters) < 120 else None
