"""The papers to measure on: pairs of a PDF and the XML of the same paper, and files by format."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from pipeline.intake import read
from pipeline.intake.detect import detect
from pipeline.ports import Documents
from schemas.paper import Paper, SourceFormat

BROKEN = {"nasty"}
ReadPaper = Callable[[Path], Paper | None]


@dataclass(frozen=True)
class Pair:
    """A paper as its publisher prints it, and as its publisher says it is."""

    name: str
    pdf: Path
    xml: Path
    read: Paper
    truth: Paper


def reader(documents: Documents) -> ReadPaper:
    """Reads a file once; None where it holds no paper."""
    return cache(
        lambda path: next((record for record in read(path, documents).records if isinstance(record, Paper)), None)
    )


def pairs_in(folder: Path, paper_of: ReadPaper) -> list[Pair]:
    """Every PDF with a JATS file of the same stem beside it that holds the full text."""
    found = []
    for pdf in sorted(folder.rglob("*.pdf")):
        xml = next((p for suffix in (".xml", ".nxml") if (p := pdf.with_suffix(suffix)).exists()), None)
        truth, paper = (paper_of(xml), paper_of(pdf)) if xml else (None, None)
        if xml is not None and truth is not None and paper is not None and truth.is_complete:
            found.append(Pair(pdf.stem, pdf, xml, paper, truth))
    return found


def files_of(folder: Path, *forms: SourceFormat) -> list[Path]:
    """The files of some formats, those left out that were broken on purpose."""
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file() and not BROKEN & set(path.parts))
    return [path for path in paths if detect(path.read_bytes()).format in forms]


def stem_of(path: Path) -> str:
    """The name by which gold lines call a file."""
    return path.name.removesuffix(path.suffix).removesuffix(".els")


def gold_quotes(folder: Path) -> dict[str, list[str]]:
    """The quotes that careful readers took from the papers of a folder, by the stem of the paper's file."""
    path = folder / "gold.jsonl"
    if not path.exists():
        return {}
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return {line["id"]: sorted(set(_quotes(line))) for line in lines}


def _quotes(value: Any) -> list[str]:
    """Every `quote` in a tree of dicts and lists."""
    if isinstance(value, list):
        return [quote for item in value for quote in _quotes(item)]
    if not isinstance(value, dict):
        return []
    own = [value["quote"]] if isinstance(value.get("quote"), str) else []
    return own + [quote for item in value.values() for quote in _quotes(item)]
