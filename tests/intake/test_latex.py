"""LaTeX sources: what is printed is read, numbered as LaTeX does; comments, dead branches and struck text are not."""

import io
import string
import tarfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.intake import read
from pipeline.intake.draft import Draft
from pipeline.intake.latex import read_latex
from pipeline.intake.latex.comments import taken_branches, uncommented
from pipeline.intake.latex.macros import written_out
from pipeline.results.score_string import parse_score
from schemas.errors import UnreadableError
from schemas.paper import Paper, SectionRole, SourceFormat
from tests.intake.latex_sources import FILES, MAIN
from tests.intake.test_lmsuccsite import drawn

MAIN_TABLE = """
Method | Year | Set A | < | Set B
^ | ^ | ACC | R2 | F1
SVM | 2010 | 0.812 | 0.70 | 80.1 ± 0.2
RF{†} | 2011 | 0.83{a} | 0.71 ± 0.01 | 81.1 ± 0.3
Deep Net | 2015 | 0.88 | 0.80 +0.02 -0.01 | 85.1 ± 0.3
^ | 2016 | 0.89 | 1.2 × 10^-3 | 86 ± 1
GraphFold (ours) | 2023 | 0.923 ± 0.004* | 0.91* | 90.1 ± 0.1*
"""


@pytest.fixture(scope="module")
def draft() -> Draft:
    """The paper of `latex_sources`."""
    return read_latex(FILES)


def test_title_authors_and_year(draft: Draft) -> None:
    assert draft.front.title == "GraphFold: Learning to Fold Graphs"
    assert draft.front.authors == ("Jane A. Doe", "John Smith", "René Müller")
    assert draft.front.year == 2023


def test_sections_follow_the_inputs(draft: Draft) -> None:
    assert [(section.path, section.role) for section in draft.sections] == [
        ("Abstract", SectionRole.ABSTRACT),
        ("Introduction", SectionRole.INTRODUCTION),
        ("Results > Data availability", SectionRole.DATA_AVAILABILITY),
    ]


def test_paragraphs_have_their_references_and_lose_their_citations(draft: Draft) -> None:
    abstract, introduction = draft.sections[:2]
    assert abstract.passages[0].text == "We propose GraphFold, which reaches 92.3 ± 0.4% accuracy."
    texts = [passage.text for passage in introduction.passages]
    assert texts[0].startswith("As shown by Vaswani et al. (2017), folding is hard. We see Table 1 and Figure 1.")
    assert texts[1] == "The data lie at https://zenodo.org/record/123."
    assert "under λ=10^-3 and CO2. Final text." in texts[2]
    assert r"L = \sum_i \frac{a}{b} where L is the loss (1)." in texts[2]
    assert texts[3:] == ["First point", "Second point with emphasis"]


def test_a_footnote_that_is_a_link_stands_in_its_sentence(draft: Draft) -> None:
    passage = draft.sections[1].passages[2]
    assert passage.text.startswith("The code is public (https://github.com/lab/graph_fold%20x) under")
    assert passage.anchors[0][0] == "https://github.com/lab/graph_fold%20x"


def test_numbers_that_are_not_printed_are_not_read(draft: Draft) -> None:
    texts = [passage.text for section in draft.sections for passage in section.passages]
    cells = [cell.text for found in draft.tables for cell in found.cells]
    for number in ("90.1%", "88.8", "77.7", "66.6", "55.5", "44.4", "33.3", "2.2"):
        assert not any(number in text for text in [*texts, *cells]), number


def test_every_cell_of_the_main_table(draft: Draft) -> None:
    found = draft.tables[0]
    assert drawn(found) == MAIN_TABLE.strip()
    assert (found.label, found.caption, found.notes) == ("Table 1", "Main results. Best in bold.", "a re-run by us.")
    assert (found.header_rows, found.header_of(3), found.section) == (2, "Set A | R2", "Results")


def test_scores_parse_with_their_errors(draft: Draft) -> None:
    scores = {cell.text: parse_score(cell.text) for cell in draft.tables[0].cells if cell.row > 1 and cell.column > 1}
    assert all(scores.values()), [text for text, score in scores.items() if score is None]
    assert (scores["0.80 +0.02 -0.01"].low, scores["0.80 +0.02 -0.01"].high) == (0.79, 0.82)  # type: ignore[union-attr]
    assert scores["0.71 ± 0.01"].spread == 0.01  # type: ignore[union-attr]


def test_tables_of_the_appendix_count_anew(draft: Draft) -> None:
    assert [(found.label, found.section) for found in draft.tables[1:]] == [("Table S1", "Appendix > Proofs")]
    assert draft.tables[1].role is SectionRole.SUPPLEMENT


def test_white_text_is_reported_and_not_read(draft: Draft) -> None:
    assert [suspicion.kind for suspicion in draft.suspicions] == ["white_text"]
    assert not any("ignore" in p.text for section in draft.sections for p in section.passages)


@pytest.mark.parametrize(
    ("source", "title", "authors"),
    [
        (
            r"\title[Short]{Long title}\author*[1,2]{\fnm{Ada} \sur{Lovelace}}\author[2]{\fnm{Charles} \sur{Babbage}}"
            r"\affil*[1]{\orgname{Uni}}",
            "Long title",
            ("Ada Lovelace", "Charles Babbage"),
        ),
        (
            r"\twocolumn[\icmltitle{Robust\\ Widgets}\begin{icmlauthorlist}\icmlauthor{Ann Lee}{yyy}"
            r"\icmlauthor{Bo van Dyk}{c}\end{icmlauthorlist}\icmlaffiliation{yyy}{Dept}]",
            "Robust Widgets",
            ("Ann Lee", "Bo van Dyk"),
        ),
        (
            r"\title{IEEE paper}\author{\IEEEauthorblockN{Mary Jane, and Tom Sawyer}\IEEEauthorblockA{dept}}",
            "IEEE paper",
            ("Mary Jane", "Tom Sawyer"),
        ),
    ],
)
def test_front_matter_of_the_usual_classes(source: str, title: str, authors: tuple[str, ...]) -> None:
    text = r"\begin{abstract}A.\end{abstract}\section{M} T.\end{document}"
    body = rf"\documentclass{{x}}\begin{{document}}{source}{text}"
    found = read_latex({"a.tex": body.encode()})
    assert (found.front.title, found.front.authors) == (title, authors)
    assert [section.path for section in found.sections] == ["Abstract", "M"]


def test_macros_are_written_out_as_tex_would() -> None:
    assert written_out(r"\newcommand{\x}[2][d]{#1-#2}\x{1} \x[2]{1}") == "d-1 2-1"
    assert written_out(r"\def\r#1#2{#1 & #2 \\}\r{a}{b}") == r"a & b \\"
    assert written_out(r"\newenvironment{t}[1]{\begin{table}[#1]}{\end{table}}\begin{t}{h}x\end{t}") == (
        r"\begin{table}[h]x\end{table}"
    )
    assert written_out(r"\let\a=\alpha\a b").split() == [r"\alpha", "b"]
    assert written_out(r"\newcommand{\n}{Net\xspace}\n is, \n.").replace(r"\xspace{}", "") == r"Net is, Net\xspace."


def test_macros_that_grow_without_end_are_hostile() -> None:
    layers = "".join(rf"\def\m{chr(98 + i)}{{\m{chr(97 + i)}\m{chr(97 + i)}}}" for i in range(24))
    bomb = rf"\documentclass{{a}}\def\ma{{boom}}{layers}\begin{{document}}\m{chr(97 + 24)}\end{{document}}"
    with pytest.raises(UnreadableError) as error:
        read_latex({"a.tex": bomb.encode()})
    assert error.value.category == "hostile"
    assert written_out(r"\newcommand{\x}{\x\x}\x") == r"\x\x"


def test_groups_without_end_are_hostile() -> None:
    deep = rb"\documentclass{a}\begin{document}" + b"{" * 5000 + b"}" * 5000 + rb"\end{document}"
    with pytest.raises(UnreadableError) as error:
        read_latex({"a.tex": deep})
    assert error.value.category == "hostile"


def test_more_commands_than_a_paper_has_are_too_large() -> None:
    with pytest.raises(UnreadableError) as error:
        read_latex({"a.tex": rb"\documentclass{a}\begin{document}" + rb"\\" * 200_000 + rb"\end{document}"})
    assert error.value.category == "too_large"


def test_files_that_input_each_other_end() -> None:
    files = {
        "a.tex": rb"\documentclass{x}\begin{document}\input{b}One.\end{document}",
        "b.tex": rb"\input{a}\input{c}Two. ",
    }
    found = read_latex(files)
    assert found.sections[0].passages[0].text == "Two. One."
    assert found.warnings == ("the input 'c' is not among the files",)


def test_percent_signs_that_are_printed_stay() -> None:
    assert uncommented("5\\% of % all\n\\url{a%20b} % \\url{x}\n") == "5\\% of \n\\url{a\\%20b} \n"
    assert uncommented("a\n  % only this\nb") == "a\nb"
    assert taken_branches(r"a\ifx\b\c yes\else no\fi\iftrue\iffalse 1\fi 2\fi") == r"a\b\c yes2"


def _tar() -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as archive:
        for name, data in FILES.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return buffer.getvalue()


def _zip() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in FILES.items():
            archive.writestr(name, data)
    return buffer.getvalue()


@pytest.mark.parametrize(("name", "data"), [("s.tar.gz", _tar()), ("s.zip", _zip())])
def test_archives_give_the_same_paper_as_their_files(tmp_path: Path, name: str, data: bytes, draft: Draft) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    paper = next(r for r in read(path, None).records if isinstance(r, Paper))  # type: ignore[arg-type]
    assert (paper.source.format, paper.title, paper.tables) == (SourceFormat.LATEX, draft.front.title, draft.tables)
    assert [link.url for link in paper.links][:2] == [
        "https://zenodo.org/record/123",
        "https://github.com/lab/graph_fold%20x",
    ]
    assert not list(tmp_path.glob("*/")), "nothing is written beside the archive"


FRAGMENTS = [
    r"\begin{table}",
    r"\end{tabular}",
    "{",
    "}",
    "$",
    r"\\",
    "&",
    r"\multirow{3}{*}{",
    r"\caption{",
    "%",
    r"\[",
]
FRAGMENTS += [
    "^",
    "_",
    r"\newcommand{\x}{\x\x}\x",
    r"\def",
    r"\else",
    r"\fi",
    r"\verb|",
    r"\frac",
    r"\item",
    "\x00",
    "\x01",
]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, len(MAIN)), st.sampled_from(FRAGMENTS)), max_size=6), st.integers(0, 400))
def test_broken_sources_never_raise_anything_else(places: list[tuple[int, str]], cut: int) -> None:
    source = MAIN[:-cut] if cut else MAIN
    for place, fragment in places:
        source = source[:place] + fragment + source[place:]
    try:
        read_latex({**FILES, "main.tex": source.encode()})
    except UnreadableError as error:
        assert error.category in {"hostile", "unsupported_format", "not_a_paper"}


@given(st.text(string.ascii_letters + string.digits + " .,-", max_size=200))
def test_plain_text_is_read_as_it_stands(text: str) -> None:
    source = rf"\documentclass{{a}}\begin{{document}}\section{{S}} x{text}\end{{document}}"
    passages = [p.text for section in read_latex({"a.tex": source.encode()}).sections for p in section.passages]
    printed = " ".join(f"x{text}".replace("---", "—").replace("--", "–").split())
    assert " ".join(passages).replace(" ", "") == printed.replace(" ", "")
