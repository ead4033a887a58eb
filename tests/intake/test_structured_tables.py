"""Tables of formats with markup, number for number against pandas (see `tests/bench_reading/formats.py`)."""

from collections.abc import Callable
from pathlib import Path

from schemas.paper import Paper
from tests.bench_reading.formats import scored
from tests.conftest import PAPERS

FILES = (
    "PMC8885717.html",
    "PMC8885717.xml",
    "bioinf-PMC2768302.xml",
    "els-S1389128612002496.els.xml",
    "hindawi-PMC4736379.xml",
    "plos-pone.0058242.xml",
    "plos-pone.0082448.xml",
)


def test_numbers_and_shapes_of_every_format(read_paper: Callable[[Path | str], Paper]) -> None:
    found = scored([PAPERS / name for name in FILES], [read_paper(name) for name in FILES])
    assert set(found) == {"jats", "html", "latex", "tei", "elsevier"}
    for form, total in found.items():
        assert total.numbers.f1 >= 0.97, (form, total.per_table)
        assert total.shaped == total.found == total.tables, (form, total.per_table)
