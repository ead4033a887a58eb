"""What Markdown files say of themselves, in the ways converters and note keepers write it."""

import pytest

from pipeline.intake.markdown import read_markdown
from pipeline.intake.markdown_front import split


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
