"""Running text of PDF files: line ends, hyphens, addresses, citation marks."""

import string

from hypothesis import given
from hypothesis import strategies as st

from pipeline.intake.pdf.model import Line, Span
from pipeline.intake.pdf.prose import Vocabulary, closed_addresses, join, paragraph, text_of, without_citations
from schemas.evidence import Box

WORDS = Vocabulary({"self-attention", "the"})


def span(text: str, x0: float, x1: float, raised: bool = False, bold: bool = False) -> Span:
    """A span of 10 points on the first line."""
    return Span(text, 6.0 if raised else 10.0, bold, False, raised, Box(x0=x0, y0=0, x1=x1, y1=10))


def line(*spans: Span) -> Line:
    """A line of spans."""
    return Line(spans, Box(x0=0, y0=0, x1=100, y1=10))


def test_gaps_between_spans_are_spaces() -> None:
    assert text_of([span("Materials", 0, 40), span("scien", 45, 60), span("tists", 60, 80)]) == "Materials scientists"


def test_raised_numbers_cite_and_powers_stay() -> None:
    assert text_of([span("Roost", 0, 20), span("9,12", 20, 26, raised=True), span(" and", 26, 40)]) == "Roost and"
    assert text_of([span("1.2×10", 0, 30), span("−3", 30, 36, raised=True)]) == "1.2×10^−3"
    assert text_of([span("5 cm", 0, 30), span("2", 30, 36, raised=True)]) == "5 cm2"


def test_words_are_whole_again_and_keep_the_hyphens_the_document_writes() -> None:
    assert join("a comprehen-", "sive study", WORDS) == "a comprehensive study"
    assert join("multi-head self-", "attention layers", WORDS) == "multi-head self-attention layers"
    assert join("the model of", "BERT-", WORDS) == "the model of BERT-"


def test_addresses_broken_over_lines_are_whole_again() -> None:
    assert join("see https://github.com/lab/", "tool for code", WORDS) == "see https://github.com/lab/tool for code"
    assert (
        join("see https://doi.org/10.5281/", "zenodo.4633866.", WORDS) == "see https://doi.org/10.5281/zenodo.4633866."
    )
    assert join("see https://lab.org/data.", "The rest", WORDS) == "see https://lab.org/data. The rest"


def test_addresses_set_with_spaces_are_spelled_as_the_links_of_the_page() -> None:
    printed = "at https:// github. com/ KCLab MTU/ LMSuc cSite. Thanks"
    assert closed_addresses(printed, ["https://github.com/KCLabMTU/LMSuccSite"]) == (
        "at https://github.com/KCLabMTU/LMSuccSite. Thanks"
    )


def test_intervals_are_no_citations() -> None:
    assert without_citations("as in [12], [3, 5–7] and later") == "as in, and later"
    assert without_citations("values in [0, 1] and between [2, 5]") == "values in [0, 1] and between [2, 5]"


@given(st.lists(st.text(string.ascii_lowercase, min_size=1, max_size=8), min_size=1, max_size=12))
def test_lines_without_hyphens_lose_and_gain_nothing(words: list[str]) -> None:
    lines = [line(span(word, 0, 50)) for word in words]
    assert paragraph(lines, Vocabulary()) == " ".join(words)
