"""Archives from strangers: read in memory, within limits, and never followed out of themselves."""

import gzip
import io
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline.intake.archives import text_files, unzipped
from pipeline.intake.packed import unpacked
from pipeline.ports import Produced
from schemas.errors import UnreadableError

DOCUMENT = rb"\documentclass{article}\begin{document}Text\end{document}"


def tar(*members: tarfile.TarInfo, mode: str = "w:gz") -> bytes:
    """An archive of empty or linking members behind one LaTeX file."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode=mode) as archive:  # type: ignore[call-overload]
        first = tarfile.TarInfo("main.tex")
        first.size = len(DOCUMENT)
        archive.addfile(first, io.BytesIO(DOCUMENT))
        for member in members:
            archive.addfile(member, io.BytesIO(b"\0" * member.size))
    return buffer.getvalue()


def zipped(**files: bytes) -> bytes:
    """A ZIP archive; double underscores stand for slashes, and one for the dot of the suffix."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name.replace("__", "/").replace("_", "."), data)
    return buffer.getvalue()


def member(name: str, link: str = "", size: int = 0) -> tarfile.TarInfo:
    """A member of a tar archive."""
    made = tarfile.TarInfo(name)
    made.size = size
    if link:
        made.type, made.linkname = tarfile.SYMTYPE, link
    return made


def category(data: bytes) -> str:
    """Why an archive cannot be used."""
    with pytest.raises(UnreadableError) as error:
        unpacked(data)
    return error.value.category


@pytest.mark.parametrize("name", ["../x.tex", "/etc/x.tex", "a/../../x.tex", "..\\x.tex", "C:/x.tex"])
def test_paths_out_of_the_archive_are_hostile(name: str) -> None:
    assert category(tar(member(name))) == "hostile"
    assert category(tar(member("x.tex", link=name))) == "hostile"


def test_links_inside_are_not_followed() -> None:
    assert set(text_files(tar(member("copy.tex", link="main.tex")))) == {"main.tex"}


@pytest.mark.parametrize("mode", ["w", "w:gz"])
def test_plain_and_gzipped_tar(mode: str) -> None:
    assert unpacked(tar(member("figure.png", size=9), mode=mode)) == {"main.tex": DOCUMENT}


def test_bombs_are_hostile_before_they_fill_the_memory() -> None:
    assert category(gzip.compress(b" " * 30_000_000)) == "hostile"
    assert category(zipped(a_xml=b"\0" * 30_000_000)) == "hostile"
    assert category(tar(member("x.tex", size=30_000_000))) == "hostile"


def test_the_bombs_of_strangers(read_produced: Callable[[Path | str], Produced]) -> None:
    for name in ("gzip-bomb-100mb.xml.gz", "latex-tar-traversal.tar.gz"):
        decision = read_produced(name).decision
        assert decision.category == "hostile", name
        assert "check where the file came from" in decision.reason


def test_one_document_of_another_format_is_read() -> None:
    xml = b"<article><front/><body/></article>"
    assert unpacked(gzip.compress(xml)) == xml
    assert unpacked(zipped(paper_xml=xml, figure_png=b"\x89PNG")) == xml
    assert unpacked(gzip.compress(DOCUMENT)) == {"main.tex": DOCUMENT}


def test_archives_without_a_paper_or_with_several_are_not_guessed_at() -> None:
    assert category(zipped(data_csv=b"1,2")) == "unsupported_format"
    xml = b"<article><front/><body/></article>"
    assert category(zipped(a_xml=xml, b_xml=xml)) == "unsupported_format"
    assert category(zipped(inner_zip=zipped(main_tex=DOCUMENT))) == "unsupported_format"


@pytest.mark.parametrize("data", [tar()[:60], zipped(main_tex=DOCUMENT)[:40], gzip.compress(DOCUMENT)[:-9]])
def test_archives_that_break_off_are_damaged(data: bytes) -> None:
    assert category(data) == "damaged"


def test_an_encrypted_member_is_said_to_be_one() -> None:
    data = bytearray(zipped(main_tex=DOCUMENT))
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    assert category(bytes(data)) == "encrypted"


def test_a_gzip_is_read_up_to_its_limit() -> None:
    assert unzipped(gzip.compress(b"abc" * 1000)) == b"abc" * 1000
