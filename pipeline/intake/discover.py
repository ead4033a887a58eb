"""From the paths on a command line to the candidate papers below them."""

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from pipeline.intake.html.beside import is_table_page
from schemas.errors import UsageError

_SUFFIXES = (".pdf", ".xml", ".nxml", ".html", ".htm", ".md", ".tex", ".tar", ".tgz", ".tar.gz", ".gz", ".zip")
_PROSE = re.compile(r"^(readme|notice|licen[cs]es?|changelog|contributing|authors|copying)\b", re.IGNORECASE)
_NUMBER = re.compile(r"(\d+)")


def discover(paths: Iterable[Path]) -> tuple[Path, ...]:
    """Every candidate paper, each once, in natural order; a file that is named is taken whatever its suffix.

    Raises UsageError for a path that is not there and for a folder without papers.
    """
    found: dict[Path, Path] = {}
    for path in paths:
        for candidate in _below(path):
            found.setdefault(candidate.resolve(), candidate)
    return tuple(found.values())


def _below(path: Path) -> list[Path]:
    if not path.exists():
        raise UsageError(f"{path} does not exist", "name a paper, or a folder with papers")
    if path.is_file():
        return [path]
    papers = sorted(_walk(path), key=_natural)
    if not papers:
        raise UsageError(f"{path} holds no papers", f"papers are files that end in {', '.join(_SUFFIXES)}")
    return papers


def _walk(folder: Path) -> Iterator[Path]:
    """The papers below a folder. Hidden entries, and what belongs to a paper that lies beside it, are left out."""
    for name, folders, files in os.walk(folder):
        found = [Path(name) / file for file in files if _is_candidate(file)]
        papers = [path for path in found if not is_table_page(path)] or found
        folders[:] = [f for f in folders if not f.startswith(".") and not (papers and _belongs(f, papers))]
        yield from papers


def _belongs(folder: str, papers: list[Path]) -> bool:
    """True for the data of a paper, and for what a browser saves beside a page: `<name>_files`, table pages."""
    is_saved = folder in {f"{path.stem}_files" for path in papers} or folder.lower() == "tables"
    return folder.lower() == "data" or (is_saved and any(path.suffix.lower().startswith(".htm") for path in papers))


def _is_candidate(file: str) -> bool:
    return not file.startswith(".") and not _PROSE.match(file) and file.lower().endswith(_SUFFIXES)


def _natural(path: Path) -> list[tuple[int, str]]:
    """A key under which `paper-2` comes before `paper-10`."""
    return [(int(part), "") if part.isdigit() else (-1, part.lower()) for part in _NUMBER.split(str(path))]
