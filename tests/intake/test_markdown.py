"""What Markdown files say of themselves, in the ways converters and note keepers write it."""

import pytest

from pipeline.intake.markdown import read_markdown
from pipeline.intake.markdown_front import split
from schemas.paper import SectionRole


def test_a_block_of_yaml() -> None:
    text = (
        '---\ntitle: "A net"\njournal: "Scientific Reports, 13, 13766 (2023) - DOI: 10.1038/s41598-023-36799-6"\n'
        'authors: ["Jane Doe", "Bo van Dyk"]\nyear: 2023\n---\n\n# A net for folds\n\n## Results\n\nText.\n'
    )
    front = read_markdown(text.encode()).front
    assert (front.title, front.doi, front.journal, front.year) == (
        "A net for folds",
        "10.1038/s41598-023-36799-6",
        "Scientific Reports",
        2023,
    )
    assert front.authors == ("Jane Doe", "Bo van Dyk")


def test_a_block_below_the_top_is_no_text_of_the_paper() -> None:
    draft = read_markdown(
        b"OPEN\n\n---\ntitle: T\nyear: 2020\n---\n\n## Methods\n\nText.\n\n---\n\nMore: text.\n\n---\n"
    )
    assert (draft.front.title, draft.front.year) == ("Methods", 2020) or draft.front.title == "T"
    texts = [passage.text for section in draft.sections for passage in section.passages]
    assert "year" not in " ".join(texts) and "More: text." in texts


@pytest.mark.parametrize(
    ("text", "doi", "journal", "year"),
    [
        ("# T\n\nDOI: 10.1234/abc\n\n**Journal:** Cell\n\n**Published:** 3 May 2019\n", "10.1234/abc", "Cell", "2019"),
        ("# T\n\nNature Communications | (2024) 15:4255\n", "", "Nature Communications", "2024"),
        (
            "# T\n\nScIeNTIfIc **REPORTS** | _(2018) 8:6085_ | DOI:10.1038/s41598-018-24271-9",
            "10.1038/s41598-018-24271-9",
            "Scientific Reports",
            "2018",
        ),
        (
            "# T\n\nThe online version contains supplementary material available at https://doi.org/10.1038/s41467-025-1",
            "10.1038/s41467-025-1",
            "",
            "",
        ),
        (
            "---\nsource_url: https://doi.org/10.1038/s41598-018-24271-9\n---\n# T\n",
            "10.1038/s41598-018-24271-9",
            "",
            "",
        ),
        ("---\n- not\n- a mapping\n---\n# T\n", "", "", ""),
        ("---\na: [\n---\n# T\n", "", "", ""),
    ],
)
def test_lines_and_running_feet(text: str, doi: str, journal: str, year: str) -> None:
    front, _ = split(text)
    assert (front.doi, front.journal, front.year) == (doi, journal, year)


def test_a_doi_of_a_reference_is_not_the_papers() -> None:
    body = "Text of the paper. " * 300
    assert split(f"# T\n\n## Intro\n\n{body}\n\n## References\n\n1. X. https://doi.org/10.1234/other\n")[0].doi == ""


@pytest.mark.parametrize(
    "caption",
    [
        "Table 3. Scores",
        "TABLE 3. Scores",
        "**TABLE 3:** Scores",
        "**Table 3** Scores",
        "#### Table 3. Scores",
        "TABLE 3 | Scores",
    ],
)
@pytest.mark.parametrize("is_above", [True, False])
def test_a_label_in_any_dress_belongs_to_its_table(caption: str, is_above: bool) -> None:
    grid = "|Model|MCC|\n|---|---|\n|SiteNet|**0.36**|"
    parts = [caption, grid] if is_above else [grid, caption]
    (table,) = read_markdown("\n\n".join(["# T", "## Results", *parts]).encode()).tables
    assert (table.label, table.caption) == ("Table 3", "Scores")
    assert table.text(1, 1) == "0.36"
    assert next(cell for cell in table.cells if cell.text == "0.36").bold


def test_a_sentence_that_begins_with_a_table_is_no_label() -> None:
    draft = read_markdown(b"# T\n\n## Results\n\nTable 3 shows that SiteNet is better.\n")
    assert not draft.tables
    assert draft.sections[0].passages[0].text == "Table 3 shows that SiteNet is better."


def test_a_table_in_html_keeps_its_spans() -> None:
    grid = (
        "<table>\n<thead><tr><td rowspan=2>Model</td><td colspan='2'>Test</td></tr>\n\n<tr><td>MCC</td><td>AUC</td></tr>"
        "</thead>\n<tr><td>SiteNet<sup>a</sup></td><td><b>0.36</b></td><td>$0.81 \\pm 0.02$</td></tr></table>"
    )
    (table,) = read_markdown(f"# T\n\n## Results\n\nTABLE IV. Scores\n\n{grid}\n\nMore text.\n".encode()).tables
    assert (table.label, table.n_rows, table.n_columns, table.header_rows) == ("Table IV", 3, 3, 2)
    assert table.header_of(2) == "Test | AUC"
    assert [(cell.text, cell.marks, cell.bold) for cell in table.cells if cell.row == 2] == [
        ("SiteNet", "a", False),
        ("0.36", "", True),
        ("0.81 ± 0.02", "", False),
    ]


def test_formulas_marks_and_escaped_pipes_in_a_cell() -> None:
    grid = "|P(a \\| b)|$F_1$|\n|---|---|\n|net|0.91<sup>b</sup>|\n|other|$0.8 \\pm 0.1$|"
    (table,) = read_markdown(f"# T\n\n## Results\n\nTable 1. Scores\n\n{grid}\n".encode()).tables
    assert [table.text(0, 0), table.text(0, 1)] == ["P(a | b)", "F1"]
    assert [(cell.text, cell.marks) for cell in table.cells if cell.column == 1][1:] == [
        ("0.91", "b"),
        ("0.8 ± 0.1", ""),
    ]


@pytest.mark.parametrize("start", ["Abstract. ", "**Abstract.** ", "*Abstract*—", "**ABSTRACT:** ", "Abstract— "])
def test_an_abstract_that_runs_in(start: str) -> None:
    draft = read_markdown(f"# T\n\n{start}We predict sites.\n\n## 1 Introduction\n\nSites matter.\n".encode())
    assert [(section.role, section.passages[0].text) for section in draft.sections] == [
        (SectionRole.ABSTRACT, "We predict sites."),
        (SectionRole.INTRODUCTION, "Sites matter."),
    ]
