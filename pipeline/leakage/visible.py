"""What a solver sees, as files with what is inside of them. A large file comes in parts that overlap."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath

from pipeline.leakage.folding import fold
from pipeline.leakage.hidden import inside

SIDES = ("problem", "environment")
PART = 16 * 1024 * 1024
"""Bytes of a part. A file of up to this size is one part."""

OVERLAP = 1024 * 1024
"""Bytes that a part shares with the next one; callers who look for something longer ask for more."""

_PROSE = {".md", ".txt", ".py", ".rst", ".html", ".json", ".yaml", ".yml", ".toml", ".cfg", ".sh", ".ipynb", ".lock"}
TABLES = {".csv": ",", ".tsv": "\t"}
"""Suffixes of delimited tables, with what delimits them."""

_PACKED = (b"\x1f\x8b", b"PK\x03\x04", b"\x89PNG")
"""What has to be opened as a whole: compressed files, archives, images."""


@dataclass(frozen=True)
class VisibleFile:
    """One visible file, or a part of it. `path` is relative to the pack; a member of an archive is `archive!member`.

    `offset` is where the part starts, and `source` the file on disk: None for what was found inside of another file
    and for a link, whose target's name is its content.
    """

    path: str
    data: bytes
    offset: int = 0
    source: Path | None = None
    is_whole: bool = True

    @property
    def is_inner(self) -> bool:
        """True for what was found inside of another file."""
        return "!" in self.path

    @property
    def suffix(self) -> str:
        """The last suffix of the name in lower case."""
        return PurePosixPath(self.path).suffix.lower()

    @property
    def is_prose(self) -> bool:
        """Text for reading, as against rows of data."""
        return self.suffix in _PROSE or "." not in PurePosixPath(self.path).name

    @cached_property
    def text(self) -> str:
        """The content as text; bytes that are no UTF-8 are read as Latin-1, so that plain words in them still show."""
        if self.data[:2] in (b"\xff\xfe", b"\xfe\xff"):
            return self.data.decode("utf-16", errors="replace")
        try:
            return self.data.decode("utf-8", errors="strict" if self.is_whole else "ignore")
        except UnicodeDecodeError:
            return self.data.decode("latin-1")

    @cached_property
    def folded(self) -> str:
        """The text folded, with the same offsets."""
        return fold(self.text)

    @property
    def header(self) -> str:
        """The first line of a table, else nothing: column names are names, not data."""
        return self.text.split("\n", 1)[0] if self.suffix in TABLES and not self.offset else ""


def visible_files(pack_dir: Path, overlap: int = OVERLAP, sides: Iterable[str] = SIDES) -> Iterator[VisibleFile]:
    """Every visible file in the order of the paths, one part in memory at a time. Links are not followed."""
    paths = sorted(
        path for side in sides for path in (pack_dir / side).rglob("*") if path.is_symlink() or path.is_file()
    )
    for path in paths:
        yield from _parts(path, path.relative_to(pack_dir).as_posix(), overlap)


def _parts(path: Path, name: str, overlap: int) -> Iterator[VisibleFile]:
    if path.is_symlink():
        yield VisibleFile(name, str(path.readlink()).encode())
        return
    size = path.stat().st_size
    with path.open("rb") as stream:
        if size <= PART or stream.read(4).startswith(_PACKED):
            stream.seek(0)
            yield from _opened(VisibleFile(name, stream.read(), source=path))
            return
        for start in range(0, size, PART):
            stream.seek(start)
            yield VisibleFile(name, stream.read(PART + overlap), start, path, is_whole=False)


def _opened(file: VisibleFile) -> Iterator[VisibleFile]:
    yield file
    yield from (VisibleFile(path, data) for path, data in inside(file.path, file.data))
