"""Tables of LaTeX: what authors put into cells, columns, floats and heads."""

import pytest

from pipeline.intake.latex import read_latex
from schemas.paper import Table
from tests.intake.test_lmsuccsite import drawn


def table(body: str) -> Table:
    """The first table of a document with this body."""
    source = rf"\documentclass{{article}}\begin{{document}}{body}\end{{document}}"
    return read_latex({"a.tex": source.encode()}).tables[0]


def grid(rows: str, columns: str = "lcc") -> str:
    """A tabular as the tests of PDF tables draw it."""
    return drawn(
        table(rf"\begin{{table}}\caption{{C}}\begin{{tabular}}{{{columns}}}{rows}\end{{tabular}}\end{{table}}")
    )


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (r"a & $\pm$ & 1\,000 \\", "a | ± | 1 000"),
        (r"a & \num{1.5e-3} & \SI{5}{\milli\meter} \\", "a | 1.5e-3 | 5 mm"),
        (r"a & \phantom{0}9.1 & 12{,}345 \\", "a | 9.1 | 12,345"),
        (r"a & $92.3_{0.4}$ & $\uparrow$ \\", "a | 92.3 (0.4) | ↑"),
        (r"a & \textcolor{red}{0.91} & \cellcolor{gray}0.92 \\", "a | 0.91 | 0.92"),
        (r"a & \begin{tabular}{c}x\\y\end{tabular} & \shortstack{p\\q} \\", "a | x y | p q"),
        (r"a & b\cr c & d & e", "a | b | .\nc | d | e"),
        (r"\multirow{2}{*}{G} & 1 & 2 \\ & 3 & 4 \\", "G | 1 | 2\n^ | 3 | 4"),
        (r" & 1 & 2 \\ \multirow{-2}{*}{G} & 3 & 4 \\", "G | 1 | 2\n^ | 3 | 4"),
        (r"\multirow{3}{*}{G} & 1 & 2 \\ H & 3 & 4 \\", "G | 1 | 2\nH | 3 | 4"),
        (r"\multicolumn{2}{c}{\multirow{2}{*}{G}} & 1 \\ \multicolumn{2}{c}{} & 2 \\", "G | < | 1\n^ | ^ | 2"),
        (r"a & \bfseries 0.9 & $\mathbf{0.8}\pm0.1$ \\", "a | 0.9* | 0.8 ± 0.1*"),
        (r"a & 0.9\textsuperscript{*} & 0.8$^{\ddagger}$ \\", "a | 0.9{*} | 0.8{‡}"),
        (r"a & 1 & 2 \\ \hline b & 3 & 4 \\ \hline \multicolumn{3}{l}{Note.} \\", "a | 1 | 2\nb | 3 | 4"),
    ],
)
def test_what_authors_put_into_cells(rows: str, expected: str) -> None:
    assert grid(rows) == expected


def test_columns_joined_by_the_preamble_are_one() -> None:
    assert grid(r"a & 0 & 91 \\ b & 12 & 5 \\", "lr@{.}l") == "a | 0.91\nb | 12.5"


def test_a_long_table_has_one_head() -> None:
    found = table(
        r"\begin{longtable}{lr}\caption{Long.}\\ \hline Name & Value \\ \hline \endfirsthead \hline Name & Value \\"
        r"\hline \endhead \hline continued & \\ \endfoot a & 1,234 \\ b & 2 \\ \end{longtable}"
    )
    assert (found.label, found.caption, drawn(found)) == ("Table 1", "Long.", "Name | Value\na | 1,234\nb | 2")


def test_two_captions_in_one_float_are_two_tables() -> None:
    body = (
        r"\begin{table}\begin{minipage}{.5\linewidth}\caption{L.}\label{l}\begin{tabular}{lc}x & 1\end{tabular}"
        r"\end{minipage}\begin{minipage}{.5\linewidth}\caption{R.}\label{r}\begin{tabular}{lc}y & 2\end{tabular}"
        r"\end{minipage}\end{table}See Tables~\ref{l} and \ref{r}."
    )
    found = read_latex({"a.tex": rf"\documentclass{{x}}\begin{{document}}{body}\end{{document}}".encode()})
    assert [(t.label, t.caption, drawn(t)) for t in found.tables] == [
        ("Table 1", "L.", "x | 1"),
        ("Table 2", "R.", "y | 2"),
    ]
    assert found.sections[0].passages[0].text == "See Tables 1 and 2."


def test_a_table_that_is_a_picture_is_one() -> None:
    assert table(r"\begin{table}\caption{P}\includegraphics{t.png}\end{table}").is_picture
