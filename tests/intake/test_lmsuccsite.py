"""The four tables of the first example, checked by eye on the rendered pages. `*` is bold, `{n}` a raised mark."""

import pytest

from schemas.paper import Paper, SectionRole, Table

TABLE_1 = """
Dataset type* | Positive (succinylated)* | Negative (non-succinylated)*
Training data | 4750 | 50,565
Training data (after balancing) | 4750 | 4750
Benchmark independent test data | 254 | 2977
"""
TABLE_2 = """
Encoding approach* | Architecture* | ACC* | MCC* | Sn* | Sp*
Embedding | CNN2D | 0.73 ± 0.02 | 0.47 ± 0.05* | 0.76 ± 0.01 | 0.70 ± 0.01
^ | LSTM | 0.71 ± 0.01 | 0.43 ± 0.02* | 0.77 ± 0.04 | 0.66 ± 0.03
ProtT5 | RF | 0.62 ± 0.01 | 0.25 ± 0.01 | 0.59 ± 0.01 | 0.65 ± 0.01
^ | SVM | 0.73 ± 0.01 | 0.46 ± 0.01 | 0.75 ± 0.02 | 0.71 ± 0.01*
^ | XGBoost | 0.70 ± 0.01 | 0.41 ± 0.01 | 0.76 ± 0.01 | 0.65 ± 0.01
^ | CNN1D | 0.69 ± 0.01 | 0.38 ± 0.03 | 0.78 ± 0.08* | 0.59 ± 0.09
^ | ANN | 0.74 ± 0.01* | 0.47 ± 0.02* | 0.76 ± 0.02 | 0.71 ± 0.02
"""
TABLE_3 = """
Encoding* | Model* | ACC* | MCC* | Sn* | Sp*
Embedding + ProtT5 | SVM | 0.76 ± 0.01 | 0.52 ± 0.02 | 0.80 ± 0.02 | 0.71 ± 0.02
^ | RF | 0.75 ± 0.01 | 0.51 ± 0.02 | 0.79 ± 0.01 | 0.71 ± 0.02
^ | LR | 0.74 ± 0.01 | 0.50 ± 0.03 | 0.78 ± 0.02 | 0.71 ± 0.02
^ | XGBoost | 0.73 ± 0.02 | 0.46 ± 0.04 | 0.75 ± 0.03 | 0.71 ± 0.02
^ | ANN(LMSuccSite) | 0.77 ± 0.01* | 0.56 ± 0.02* | 0.80 ± 0.01* | 0.76 ± 0.02*
"""
TABLE_4 = """
Tool* | ACC* | MCC* | Sn* | Sp* | g-mean*
iSuc-PseAAC{10} | 0.83 | 0.01 | 0.12 | 0.89 | 0.33
iSuc-PseOpt{11} | 0.72 | 0.04 | 0.30 | 0.76 | 0.48
pSuc-Lys{12} | 0.78 | 0.04 | 0.22 | 0.83 | 0.43
SuccineSite{15} | 0.84 | 0.19 | 0.37 | 0.88 | 0.57
SuccineSite2.0{47} | 0.85 | 0.26 | 0.40 | 0.88* | 0.63
GPSuc{18} | 0.85* | 0.30 | 0.50 | 0.88 | 0.66
PSuccE{39} | 0.85 | 0.20 | 0.38 | 0.89 | 0.58
DeepSuccinylSite{21} | 0.70 | 0.27 | 0.79* | 0.69 | 0.74
LMSuccSite | 0.79 | 0.36* | 0.79* | 0.79 | 0.79*
"""


def drawn(table: Table) -> str:
    """A table as the text above: `^` continues the cell above, `<` the cell to the left."""
    return "\n".join(" | ".join(_cell(table, r, c) for c in range(table.n_columns)) for r in range(table.n_rows))


def _cell(table: Table, row: int, column: int) -> str:
    cell = table.cell(row, column)
    if cell is None:
        return "."
    if (cell.row, cell.column) != (row, column):
        return "^" if cell.row < row else "<"
    return cell.text + (f"{{{cell.marks}}}" if cell.marks else "") + ("*" if cell.bold else "")


@pytest.mark.parametrize(("number", "expected"), [(1, TABLE_1), (2, TABLE_2), (3, TABLE_3), (4, TABLE_4)])
def test_every_cell_is_right(lmsuccsite: Paper, number: int, expected: str) -> None:
    assert drawn(lmsuccsite.tables[number - 1]) == expected.strip()


def test_no_number_is_disputed(lmsuccsite: Paper) -> None:
    assert not any(cell.disputed for table in lmsuccsite.tables for cell in table.cells)
    assert lmsuccsite.warnings == ()


def test_tables_have_label_caption_page_and_the_section_that_speaks_of_them(lmsuccsite: Paper) -> None:
    assert [(table.label, table.page) for table in lmsuccsite.tables] == [
        ("Table 1", 3),
        ("Table 2", 7),
        ("Table 3", 8),
        ("Table 4", 10),
    ]
    table = lmsuccsite.tables[3]
    assert table.caption.startswith("Comparison of our model with existing succinylation prediction tools")
    assert table.section == "Results > Comparison of LMSuccSite with other predictors"
    assert table.role is SectionRole.RESULTS
    assert lmsuccsite.tables[0].role is SectionRole.METHODS


def test_a_cell_is_evidence_with_row_column_page_and_box(lmsuccsite: Paper) -> None:
    table = lmsuccsite.tables[3]
    evidence = table.evidence(9, 2)
    assert (evidence.quote, evidence.place.row, evidence.place.column) == ("0.36", "LMSuccSite", "MCC")
    assert evidence.place.page == 10
    assert evidence.place.box is not None
    assert table.box is not None and table.box.y0 < evidence.place.box.y0 < table.box.y1
    assert evidence.place in [found.place for found in lmsuccsite.find("0.36")]


def test_two_header_columns_name_the_rows(lmsuccsite: Paper) -> None:
    assert lmsuccsite.tables[1].name_of(2) == "Embedding | LSTM"
    assert lmsuccsite.tables[2].name_of(5) == "Embedding + ProtT5 | ANN(LMSuccSite)"


def test_identity(lmsuccsite: Paper) -> None:
    assert lmsuccsite.paper_id == "10.1038_s41598-022-21366-2"
    assert lmsuccsite.title.startswith("Improving protein succinylation sites prediction using embeddings")
    assert lmsuccsite.authors == (
        "Suresh Pokharel",
        "Pawel Pratyush",
        "Michael Heinzinger",
        "Robert H. Newman",
        "Dukka B. KC",
    )
    assert (lmsuccsite.journal, lmsuccsite.year) == ("Scientific Reports", 2022)
    assert lmsuccsite.licence == "http://creativecommons.org/licenses/by/4.0/"
    assert lmsuccsite.is_complete


def test_the_link_to_the_data_is_whole_and_has_its_role(lmsuccsite: Paper) -> None:
    links = [link for link in lmsuccsite.links if link.role is SectionRole.DATA_AVAILABILITY]
    assert [link.url for link in links] == ["https://github.com/KCLabMTU/LMSuccSite"]
    assert "publicly available in the GitHub repository" in links[0].sentence


def test_run_in_headings_make_sections(lmsuccsite: Paper) -> None:
    paths = [section.path for section in lmsuccsite.sections]
    assert "Dataset and methods > Feature encoding > ProtT5 encoding" in paths
    assert "Main text" in paths and lmsuccsite.text_of(SectionRole.INTRODUCTION).startswith("Post-translational")


def test_citation_marks_are_no_part_of_the_text(lmsuccsite: Paper) -> None:
    assert lmsuccsite.find("used during the development of DeepSuccinylSite to train and test our approach")
