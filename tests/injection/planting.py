"""Planting a passage into the file of a real paper, where its kind hides."""

import re
from html import escape
from pathlib import Path

import pymupdf
from lxml import etree

from tests.injection.passages import Planted


def plant(paper: Path, planted: Planted, folder: Path) -> Path:
    """A copy of the paper with the passage in it."""
    copy = folder / f"{paper.stem}-{re.sub(r'[^a-z]+', '-', planted.kind)}{paper.suffix}"
    {".xml": _jats, ".html": _html, ".pdf": _pdf}[paper.suffix](paper, planted, copy)
    return copy


def _jats(paper: Path, planted: Planted, copy: Path) -> None:
    tree = etree.parse(str(paper), etree.XMLParser(load_dtd=False, no_network=True, resolve_entities=False))
    root = tree.getroot()
    if planted.spot == "note":
        table = root.find(".//table-wrap")
        foot = table.find("table-wrap-foot")
        foot = etree.SubElement(table, "table-wrap-foot") if foot is None else foot
        etree.SubElement(etree.SubElement(foot, "fn"), "p").text = planted.text
    elif planted.spot == "caption":
        caption = root.find(".//table-wrap/caption")
        etree.SubElement(caption, "p").text = planted.text
    elif planted.spot == "reference":
        title = root.find(".//ref-list//article-title")
        title.text = planted.text
    else:
        section = root.find(".//body//sec[p]")
        section.insert(list(section).index(section.find("p")) + 1, etree.Element("p"))
        section.findall("p")[1].text = planted.text
    tree.write(str(copy), encoding="utf-8", xml_declaration=True)


def _html(paper: Path, planted: Planted, copy: Path) -> None:
    text = paper.read_text(encoding="utf-8")
    at = [match.end() for match in re.finditer(r"</p>", text)]
    middle = at[len(at) // 2]
    copy.write_text(f"{text[:middle]}<p>{escape(planted.text)}</p>{text[middle:]}", encoding="utf-8")


def _pdf(paper: Path, planted: Planted, copy: Path) -> None:
    """White on white at the foot of the second page, or printed as a line of its own."""
    with pymupdf.open(paper) as document:
        page = document[min(1, len(document) - 1)]
        colour = (1, 1, 1) if planted.spot == "white" else (0, 0, 0)
        for number, start in enumerate(range(0, len(planted.text), 90)):
            at = (60, page.rect.height - 60 + 9 * number)
            page.insert_text(at, planted.text[start : start + 90], fontsize=8, color=colour)
        document.save(copy)
