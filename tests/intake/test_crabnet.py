"""The example whose results stand in a picture: the figure must be found, and be known to hold no text."""

from schemas.paper import Paper, SectionRole


def test_figure_1_is_a_picture_with_its_caption(crabnet: Paper) -> None:
    figure = crabnet.figures[0]
    assert (figure.label, figure.page, figure.is_picture) == ("Figure 1", 4, True)
    assert figure.caption.startswith("Benchmark results. MAE scores of Roost, CrabNet, one-hot encoded CrabNet")
    assert figure.section == "RESULTS > Benchmark comparisons"
    assert figure.box is not None and figure.box.y1 - figure.box.y0 > 200


def test_labels_above_the_title(crabnet: Paper) -> None:
    assert {"ARTICLE", "OPEN"} <= set(crabnet.first_page_labels)
    assert crabnet.article_type == "ARTICLE"
    assert crabnet.journal == "npj Computational Materials"


def test_table_of_data_sets_row_by_row(crabnet: Paper) -> None:
    table = crabnet.tables[0]
    assert (table.label, table.n_rows, table.n_columns) == ("Table 1", 29, 5)
    rows = {table.text(row, 0): table.text(row, 3) for row in range(1, table.n_rows)}
    assert rows["mp_bulk_modulus"] == "7632"
    assert rows["steels_yield"] == "312"
    assert rows["OQMD_Volume_per_atom"] == "341788"
    assert table.cell(1, 1).marks == "36,65"  # type: ignore[union-attr]


def test_columns_are_read_one_after_the_other(crabnet: Paper) -> None:
    """The layout model hops between the columns of page 8; the references are no part of the methods."""
    paths = [section.path for section in crabnet.sections]
    assert "METHODS > Reference models" in paths
    assert paths.index("METHODS > Reference models") < paths.index("DATA AVAILABILITY")


def test_links_of_the_statements(crabnet: Paper) -> None:
    code = {link.url for link in crabnet.links if link.role is SectionRole.CODE_AVAILABILITY}
    assert "https://github.com/anthony-wang/CrabNet" in code
    assert "https://doi.org/10.5281/zenodo.4633866" in code
