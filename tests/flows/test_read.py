"""`papergym read`: a paper as it was read, for the eye; a picture of each table beside its cells."""

from base64 import b64decode
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from lxml import html
from PIL import Image

from flows.commands.read import EXIT_CODES, run
from schemas.errors import UsageError
from schemas.outcome import Call
from tests.conftest import PAPERS, ROOT

LMSUCCSITE = ROOT / "examples" / "lmsuccsite" / "paper.pdf"


def test_a_page_has_each_table_of_a_pdf_beside_its_picture(tmp_path: Path) -> None:
    assert run(LMSUCCSITE, tmp_path / "read.html", as_json=False) == 0
    page: Any = html.fromstring((tmp_path / "read.html").read_text())
    shown = page.xpath("//section[@class='table']")
    assert [table.xpath("string(h3)").split()[:2] for table in shown] == [["Table", str(n)] for n in (1, 2, 3, 4)]
    rows = [[cell.text_content() for cell in row] for row in shown[3].xpath(".//tr")]
    assert rows[0] == ["Tool", "ACC", "MCC", "Sn", "Sp", "g-mean"]
    assert rows[-1] == ["LMSuccSite", "0.79", "0.36", "0.79", "0.79", "0.79"]
    picture = Image.open(BytesIO(b64decode(shown[3].xpath(".//img/@src")[0].partition(",")[2])))
    assert picture.width > 2 * picture.height  # the table of ten lines, not the whole page


def test_a_paper_without_pages_has_no_pictures_and_nothing_of_it_is_markup(tmp_path: Path) -> None:
    source = (PAPERS / "plos-pone.0058242.xml").read_text()
    planted = tmp_path / "planted.xml"
    planted.write_text(source.replace("<article-title>", "<article-title>&lt;script&gt;alert(1)&lt;/script&gt; ", 1))
    assert run(planted, tmp_path / "read.html", as_json=False) == 0
    page: Any = html.fromstring((tmp_path / "read.html").read_text())
    assert not page.xpath("//script") and not page.xpath("//img")
    assert page.xpath("//section[@class='table']//td")


def test_a_terminal_shows_the_same_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(LMSUCCSITE, None, as_json=False) == 0
    said = capsys.readouterr().out
    assert "DOI: 10.1038/s41598-022-21366-2" in said
    assert "iSuc-PseAAC^10\t0.83\t0.01\t0.12\t0.89\t0.33" in said


@pytest.mark.parametrize(("name", "word"), [("truncated-1kb.pdf", "damaged"), ("login-page.html", "not_a_paper")])
def test_what_is_no_paper_says_so(name: str, word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(PAPERS / name, None, as_json=False) == EXIT_CODES[Call.REVIEW]
    assert word in capsys.readouterr().out


def test_a_page_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"missing/read\.html cannot be written"):
        run(PAPERS / "plos-pone.0058242.xml", tmp_path / "missing" / "read.html", as_json=False)
