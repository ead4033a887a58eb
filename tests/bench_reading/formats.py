"""Tables of formats with markup, against pandas: it reads the same markup, or wrote it, by a way of its own.

The tables of JATS files are read by `pandas.read_html`; what it read is written as LaTeX and HTML by pandas, and as
plain TEI, and read back by us. A saved page is compared with the JATS file beside it, Elsevier's tables without spans are compared with their entries as they stand. A text
that spans counts at each position it covers.
"""

import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import pandas as pd
from lxml import etree

from pipeline.intake.html import read_html
from pipeline.intake.latex import read_latex
from pipeline.intake.tei import read_tei
from pipeline.intake.xml import parse
from schemas.paper import Paper, SourceFormat, Table
from tests.bench_reading.grids import Score, of_rows, score

_PARSER = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, recover=True, huge_tree=False)
_OUTSIDE = ("sub-article", "response")
_POWER = re.compile(r"\^")
Grids = list[list[list[str]]]


def scored(paths: Sequence[Path], papers: Sequence[Paper]) -> dict[str, Score]:
    """The scores by format, over the files whose readings are given."""
    totals: dict[str, Score] = {}
    for path, paper in zip(paths, papers, strict=True):
        for form, truth, read in _pairs(path, paper):
            readings = [[of_rows(rows) for rows in grids] for grids in (truth, read)]
            score(path.name, *readings, totals.setdefault(form, Score()))
    return totals


def _pairs(path: Path, paper: Paper) -> Iterator[tuple[str, Grids, Grids]]:
    """Format, truth and reading of the tables in one file."""
    ours = [expanded(table) for table in paper.tables if table.cells]
    form = paper.source.format
    if form is SourceFormat.JATS:
        frames = list(_frames(path))
        truth = [rows_of(frame) for frame in frames]
        yield "jats", truth, ours
        yield "latex", truth, [expanded(t) for frame in frames for t in read_latex({"a.tex": _tex(frame)}).tables]
        yield "html", truth, [expanded(t) for frame in frames for t in read_html(_page(frame), {}).tables]
        yield "tei", truth, [expanded(t) for rows in truth for t in read_tei(parse(_tei(rows))).tables]
    elif form is SourceFormat.HTML and path.with_suffix(".xml").exists():
        yield "html", [rows_of(frame) for frame in _frames(path.with_suffix(".xml"))], ours
    elif form is SourceFormat.ELSEVIER:
        yield "elsevier", list(_plain_rows(path)), [expanded(table) for table in paper.tables if _is_plain(table)]


def expanded(table: Table) -> list[list[str]]:
    """The texts of a table by row and column, those of spans at each position they cover."""
    return [[_flat(table.text(row, column)) for column in range(table.n_columns)] for row in range(table.n_rows)]


def rows_of(frame: pd.DataFrame) -> list[list[str]]:
    """The texts of a data frame, its column names first."""
    heads = [[str(value) for value in level] for level in zip(*(_names(name) for name in frame.columns), strict=True)]
    body = [[str(value) for value in row] for row in frame.itertuples(index=False)]
    return [[_flat(text) for text in row] for row in (*(heads if _has_head(frame) else ()), *body)]


def _has_head(frame: pd.DataFrame) -> bool:
    """False where the columns are only numbered."""
    return not all(isinstance(name, int) for name in frame.columns)


def _names(name: Any) -> tuple[str, ...]:
    """The names of a column from top to bottom; pandas calls an empty one `Unnamed`."""
    names = name if isinstance(name, tuple) else (name,)
    return tuple("" if str(part).startswith("Unnamed") else str(part) for part in names)


def _flat(text: str) -> str:
    """A text without the sign of a power, which `read_html` does not see."""
    return _POWER.sub("", text)


def _frames(path: Path) -> Iterator[pd.DataFrame]:
    """The tables of a JATS file as pandas reads them."""
    for table in etree.parse(str(path), _PARSER).getroot().iter("{*}table"):
        if any(True for _ in table.iterancestors(*_OUTSIDE)) or table.find("{*}tgroup") is not None:
            continue
        source = etree.tostring(table, encoding="unicode", with_tail=False)
        width = pd.read_html(io.StringIO(source))[0].shape[1]
        texts = dict.fromkeys(range(width), str)
        yield from pd.read_html(io.StringIO(source), thousands=None, keep_default_na=False, converters=texts)


def _tex(frame: pd.DataFrame) -> bytes:
    body = frame.to_latex(index=False, header=_has_head(frame), escape=True)
    return rf"\documentclass{{article}}\begin{{document}}\begin{{table}}{body}\end{{table}}\end{{document}}".encode()


def _page(frame: pd.DataFrame) -> bytes:
    head = '<head><meta name="citation_title" content="T"><meta name="citation_doi" content="10.1234/t"></head>'
    body = f"<article><h2>Results</h2><p>Text.</p>{frame.to_html(index=False, header=_has_head(frame))}</article>"
    return f"<html>{head}<body>{body}</body></html>".encode()


def _tei(rows: Sequence[Sequence[str]]) -> bytes:
    lines = "".join(f"<row>{''.join(f'<cell>{escape(text)}</cell>' for text in row)}</row>" for row in rows)
    figure = f'<figure type="table"><head>Table 1</head><table>{lines}</table></figure>'
    return f'<TEI xmlns="http://www.tei-c.org/ns/1.0"><text><body>{figure}</body></text></TEI>'.encode()


def _plain_rows(path: Path) -> Iterator[list[list[str]]]:
    """The entries of the CALS tables without spans."""
    for table in parse(path.read_bytes()).iter("{*}tgroup"):
        entries = list(table.iter("{*}entry"))
        if not any(entry.get(name) for entry in entries for name in ("namest", "spanname", "morerows")):
            rows = [row.iterfind("{*}entry") for row in table.iter("{*}row")]
            yield [[" ".join("".join(map(str, cell.itertext())).split()) for cell in row] for row in rows]


def _is_plain(table: Table) -> bool:
    return bool(table.cells) and all(cell.row_span == cell.column_span == 1 for cell in table.cells)
