"""licenses/: where everything comes from, and the licence text of each source."""

import shutil
from collections import defaultdict
from pathlib import Path, PurePosixPath
from typing import Any

from pipeline.pack.files import write
from pipeline.pack.layout import ATTRIBUTION
from pipeline.pack.plan import Plan, slug
from pipeline.pack.render import render
from pipeline.ports import Store
from pipeline.verify.licences import is_licence_name
from schemas.data import DataFile


def write_licences(plan: Plan, pack_dir: Path, store: Store) -> None:
    """ATTRIBUTION.txt, and the licence files that lie beside the data."""
    used = {source.sha256 for recipe in plan.recipes for source in recipe.sources}
    by_source: dict[str, list[DataFile]] = defaultdict(list)
    for file in plan.files:
        by_source[file.source].append(file)
    sources = [_source(name, files, used, pack_dir, store) for name, files in sorted(by_source.items())]
    write(
        pack_dir, ATTRIBUTION, render("ATTRIBUTION.txt", paper=plan.paper, sources=[s for s in sources if s["files"]])
    )


def _source(name: str, files: list[DataFile], used: set[str], pack_dir: Path, store: Store) -> dict[str, Any]:
    mine = [file for file in files if file.sha256 in used]
    licences = sorted({file.licence for file in mine if file.licence})
    texts = [file for file in files if is_licence_name(PurePosixPath(file.path).name)] if mine else []
    return {
        "name": name,
        "licence": ", ".join(licences),
        "licence_files": [_copy(name, file, pack_dir, store) for file in texts],
        "files": [{"path": file.path, "sha256": file.sha256} for file in mine],
    }


def _copy(source: str, file: DataFile, pack_dir: Path, store: Store) -> str:
    target = pack_dir / ATTRIBUTION.parent / slug(source) / PurePosixPath(file.path).name
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(store.path(file.sha256), target)
    return target.relative_to(pack_dir / ATTRIBUTION.parent).as_posix()
