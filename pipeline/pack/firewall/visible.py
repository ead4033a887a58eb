"""What a solver sees: every file of problem/ and environment/, and what is inside of them, as text with its name."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath

from pipeline.pack.firewall.folding import fold
from pipeline.pack.firewall.hidden import inside

SIDES = ("problem", "environment")
_PROSE = {".md", ".txt", ".py", ".rst", ".html", ".json", ".yaml", ".yml", ".toml", ".cfg", ".sh", ".ipynb", ".lock"}
_TABLES = {".csv", ".tsv"}


@dataclass(frozen=True)
class VisibleFile:
    """One visible file. `path` is relative to the pack; a member of an archive is `archive!member`."""

    path: str
    data: bytes

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
            return self.data.decode("utf-8")
        except UnicodeDecodeError:
            return self.data.decode("latin-1")

    @cached_property
    def folded(self) -> str:
        """The text folded, with the same offsets."""
        return fold(self.text)

    @property
    def header(self) -> str:
        """The first line of a table, else nothing: column names are names, not data."""
        return self.text.split("\n", 1)[0] if self.suffix in _TABLES else ""


def visible_files(pack_dir: Path) -> tuple[VisibleFile, ...]:
    """Every visible file in the order of the paths. Links are not followed: a link's target is its content."""
    paths = sorted(
        path for side in SIDES for path in (pack_dir / side).rglob("*") if path.is_symlink() or path.is_file()
    )
    return tuple(file for path in paths for file in _opened(_read(path, pack_dir)))


def _read(path: Path, pack_dir: Path) -> VisibleFile:
    data = str(path.readlink()).encode() if path.is_symlink() else path.read_bytes()
    return VisibleFile(path.relative_to(pack_dir).as_posix(), data)


def _opened(file: VisibleFile) -> Iterator[VisibleFile]:
    yield file
    yield from (VisibleFile(path, data) for path, data in inside(file.path, file.data))
