"""Table pages that a browser saved beside an article: nature.com and Springer print each table on a page of its own."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

_PAGE = re.compile(r"\.html?$", re.IGNORECASE)
_TABLE = re.compile(r"(?:^|[\W_])tables?(?:[\W_]*\d+)?(?=[\W_]|$)", re.IGNORECASE)
_MOST = 60
_LARGEST = 5_000_000


def table_pages(path: Path) -> tuple[bytes, ...]:
    """The pages beside an article that may hold its tables, in natural order. Links are not followed.

    Looked at are `<name>_files/`, `<name>_tables/`, `<name>/`, `tables/`, and siblings with `table` in their name.
    """
    found = sorted({candidate for candidate in _candidates(path) if candidate != path}, key=_natural)
    return tuple(candidate.read_bytes() for candidate in found[:_MOST] if candidate.stat().st_size <= _LARGEST)


def is_table_page(path: Path) -> bool:
    """True for the name of a table page, which is no paper of its own."""
    return bool(_PAGE.search(path.name)) and bool(_TABLE.search(path.stem) or path.parent.name.lower() == "tables")


def _candidates(path: Path) -> Iterator[Path]:
    for name in (f"{path.stem}_files", f"{path.stem}_tables", path.stem, "tables"):
        yield from _pages(path.parent / name, name.endswith("tables"))
    yield from (page for page in _files(path.parent) if _PAGE.search(page.name) and _TABLE.search(page.stem))


def _pages(folder: Path, all_of_them: bool) -> Iterator[Path]:
    """The table pages below a folder: by their name, or because they stand in a folder `tables`."""
    if folder.is_symlink() or not folder.is_dir():
        return
    for top, folders, _ in os.walk(folder):
        folders.sort()
        here = Path(top)
        for page in _files(here):
            is_named = bool(_PAGE.search(page.name)) and (all_of_them or bool(_TABLE.search(page.stem)))
            if is_named or (here.name.lower() == "tables" and (_PAGE.search(page.name) or page.name.isdigit())):
                yield page


def _files(folder: Path) -> Iterator[Path]:
    with os.scandir(folder) as entries:
        yield from (Path(entry.path) for entry in entries if entry.is_file(follow_symlinks=False))


def _natural(path: Path) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (-1, part.lower()) for part in re.split(r"(\d+)", str(path))]
