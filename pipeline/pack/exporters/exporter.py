"""What an exporter declares, and how its files get on disk."""

import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from pipeline.pack import layout
from pipeline.pack.files import settle
from schemas.errors import UsageError


@dataclass(frozen=True)
class Exported:
    """One file of an export: a path below its folder, and either its text or the file of the pack it is a copy of."""

    path: str
    text: str | None = None
    source: Path | None = None
    is_executable: bool = False


@dataclass(frozen=True)
class Exporter:
    """A form of export. `pipeline/pack/exporters/<name>.py` holds one `EXPORTER`; `export` reads a pack's folder."""

    name: str
    title: str
    export: Callable[[Path], Iterable[Exported]]


def write_export(exporter: Exporter, pack_dir: Path, target: Path) -> int:
    """Write an export into a new folder; returns the number of files. The same pack gives the same bytes.

    Raises UsageError where `pack_dir` is no pack or the folder is not empty.
    """
    if not (pack_dir / layout.LOCK).is_file():
        raise UsageError(f"{pack_dir} is no pack: it has no {layout.LOCK}", "give the folder of a pack")
    if target.exists() and any(target.iterdir()):
        raise UsageError(f"{target} is not empty", "give a new folder")
    files = list(exporter.export(pack_dir))
    for file in files:
        _write(file, target / file.path)
    settle(target)
    for file in files:
        if file.is_executable:
            (target / file.path).chmod(0o755)
    return len(files)


def _write(file: Exported, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if file.source is None:
        path.write_bytes((file.text or "").encode())
    else:
        shutil.copyfile(file.source, path)


def copies(pack_dir: Path, inside: str, to: str) -> Iterator[Exported]:
    """Every regular file below a folder of the pack (or one file), below another folder. Links are not followed."""
    start = pack_dir / inside
    found = [start] if start.is_file() else sorted(path for path in start.rglob("*") if path.is_file())
    for path in found:
        if not path.is_symlink():
            name = "" if path == start else path.relative_to(start).as_posix()
            yield Exported(os.path.join(to, name) if name else to, source=path)  # noqa: PTH118 - a posix path in a form


def read_json(pack_dir: Path, path: Path) -> Any:
    """A JSON file of the pack."""
    return json.loads((pack_dir / path).read_text(encoding="utf-8"))


def render(template: str, **values: Any) -> str:
    """A template of `templates/` beside this file, with its variables filled in."""
    return _environment().get_template(f"{template}.j2").render(values)


@cache
def _environment() -> Environment:
    # Markdown, TOML, shell and Python; nothing is HTML, so nothing is escaped. TOML strings go through `tojson`.
    return Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
