"""pack.lock.json: what a pack was made of, so that it can be made again and compared byte by byte."""

import hashlib
import json
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Self

from pydantic import ValidationError, model_validator

from pipeline.pack.files import listing
from pipeline.pack.layout import DATA, GROUND_TRUTH, LOCK
from pipeline.pack.plan import Plan, slug
from pipeline.pack.render import TEMPLATES
from schemas.base import Part, Sha256
from schemas.data import FileRole, Recipe
from schemas.errors import UsageError
from schemas.evidence import Decider
from schemas.pack import PackFile

_CODE = ("leakage", "metrics", "pack", "scoring", "verify")


class PaperSource(Part):
    """The document the task was read from."""

    name: str
    sha256: Sha256
    doi: str | None


class DataSourceFile(Part):
    """A data file that was there, and whether the pack holds its content."""

    source: str
    path: str
    sha256: Sha256
    bytes: int
    role: FileRole
    licence: str | None
    is_used: bool


class Lock(Part):
    """The whole file. `files` lists every file but the lock itself; those in `withheld` are fetched, not shipped."""

    format: int = 1
    pack_id: str
    paper_id: str
    paper: PaperSource
    data: tuple[DataSourceFile, ...]
    recipes: tuple[Recipe, ...]
    code_sha256: dict[str, Sha256]
    template_sha256: dict[str, Sha256]
    unscored_metrics: dict[str, str]
    brief_by: Decider | None = None
    files: tuple[PackFile, ...]
    withheld: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _stays_inside(self) -> Self:
        """A lock may come from anybody: what it names is written, so nothing of it may lead out of the pack."""
        for path in self.withheld:
            if not any(PurePosixPath(path).is_relative_to(folder) for folder in (DATA, GROUND_TRUTH)) or ".." in path:
                raise ValueError(f"{path!r} is no data of a pack")
        for recipe in self.recipes:
            if recipe.setting_id != slug(recipe.setting_id):
                raise ValueError(f"{recipe.setting_id!r} is no name of an instance")
        return self


def make_lock(plan: Plan, pack_dir: Path, unscored: dict[str, str], withheld: tuple[str, ...] = ()) -> Lock:
    """The lock of a pack whose other files are written."""
    used = {source.sha256 for recipe in plan.recipes for source in recipe.sources}
    return Lock(
        pack_id=plan.pack_id,
        paper_id=plan.paper.paper_id,
        paper=PaperSource(name=plan.paper.source.name, sha256=plan.paper.source.sha256, doi=plan.paper.doi),
        data=tuple(
            DataSourceFile(
                source=file.source,
                path=file.path,
                sha256=file.sha256,
                bytes=file.bytes,
                role=file.role,
                licence=file.licence,
                is_used=file.sha256 in used,
            )
            for file in plan.files
        ),
        recipes=plan.recipes,
        code_sha256=code_versions(),
        template_sha256={path.name: _digest([path]) for path in sorted(TEMPLATES.iterdir()) if path.is_file()},
        unscored_metrics=unscored,
        brief_by=plan.brief_by,
        files=tuple(file for file in listing(pack_dir) if file.path != LOCK.as_posix()),
        withheld=withheld,
    )


@cache
def code_versions() -> dict[str, str]:
    """The sha256 of the sources of each part of the pipeline that shapes a pack."""
    root = Path(__file__).resolve().parents[1]
    return {part: _digest(sorted((root / part).rglob("*.py"))) for part in _CODE}


def _digest(paths: list[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def lock_text(lock: Lock) -> str:
    """The lock as JSON."""
    return json.dumps(lock.model_dump(mode="json"), indent=2, ensure_ascii=False) + "\n"


def read_lock(pack_dir: Path) -> Lock:
    """The lock of a pack. Raises UsageError where the folder holds none that can be read."""
    path = pack_dir / LOCK
    try:
        return Lock.model_validate_json(path.read_bytes())
    except FileNotFoundError as error:
        raise UsageError(
            f"{pack_dir} is no pack: it has no {LOCK}", "Give the folder that build-pack named."
        ) from error
    except ValidationError as error:
        reason = error.errors()[0]["msg"]
        raise UsageError(f"{path} cannot be read: {reason}", "Build the pack again.") from error
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}", "Build the pack again.") from error
