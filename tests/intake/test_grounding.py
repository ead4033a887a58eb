"""Finding quotes: typesetting is folded on both sides, numbers and blocks are never cut or joined."""

from hypothesis import given
from hypothesis import strategies as st

from schemas.grounding import normalise
from schemas.paper import Block, Paper, Section, SectionRole, SourceFile, SourceFormat


def paper(*texts: str) -> Paper:
    """A paper with one section."""
    source = SourceFile(name="a.xml", format=SourceFormat.JATS, sha256="0" * 64, bytes=1)
    blocks = tuple(Block(text=text, page=3) for text in texts)
    section = Section(path="Methods > Data", title="Data", role=SectionRole.METHODS, blocks=blocks)
    return Paper(paper_id="a", source=source, sections=(section,))


def test_a_quote_has_section_and_page() -> None:
    found = paper("We use 4,750 sites.").find("use 4,750 sites")
    assert [(e.place.section, e.place.page) for e in found] == [("Methods > Data", 3)]


def test_typesetting_is_folded() -> None:
    text = paper("The “multi- head” self‑attention of fi ve ﬁelds is 5–10 % better")
    assert text.find('The "multi-head" self-attention')
    assert text.find("fields is 5-10% better")


def test_a_number_is_found_whole_or_not_at_all() -> None:
    text = paper("ACC of 10.36 and 0.365")
    assert not text.find("0.36") and not text.find("10.3")
    assert text.find("10.36")


def test_a_match_never_spans_two_blocks() -> None:
    assert not paper("All data are", "available on request").find("All data are available on request")


def test_citation_marks_in_a_quote_are_ignored() -> None:
    text = paper("The framework is based on the Margin Disparity Discrepancy called the MDD-UNet.")
    assert text.find("based on the Margin Disparity Discrepancy [1] called the MDD-UNet.")
    assert not text.find("[1]")


@given(st.text(max_size=60))
def test_normalising_twice_changes_nothing(text: str) -> None:
    assert normalise(normalise(text)) == normalise(text)
