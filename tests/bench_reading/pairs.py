"""The papers to measure on: pairs of a PDF and the XML of the same paper, and files by format."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipeline.intake import read
from pipeline.intake.detect import detect
from pipeline.ports import Documents
from schemas.paper import Paper, SourceFormat

NASTY = {"nasty"}


@dataclass(frozen=True)
class Pair:
    """A paper as its publisher prints it, and as its publisher says it is."""

    name: str
    pdf: Path
    truth: Paper


def pairs_in(folder: Path, documents: Documents) -> list[Pair]:
    """Every PDF with a JATS file of the same stem beside it that holds the full text."""
    found = []
    for pdf in sorted(folder.rglob("*.pdf")):
        truth = next((p for suffix in (".xml", ".nxml") if (p := pdf.with_suffix(suffix)).exists()), None)
        paper = paper_of(truth, documents) if truth else None
        if paper is not None and paper.is_complete:
            found.append(Pair(pdf.stem, pdf, paper))
    return found


def paper_of(path: Path, documents: Documents) -> Paper | None:
    """The paper in a file, where it can be read."""
    return next((record for record in read(path, documents).records if isinstance(record, Paper)), None)


def files_of(folder: Path, form: SourceFormat) -> list[Path]:
    """The files of one format, those left out that were broken on purpose."""
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file() and not NASTY & set(path.parts))
    return [path for path in paths if detect(path.read_bytes()).format is form]


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
