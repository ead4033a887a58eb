"""Data that may not be passed on (check 4.7): left out of a finished pack, and made again from where it came.

The lock keeps the recipes, the sources with their sha256, and the sha256 of every table, so that what is fetched is
what was verified, or is refused.
"""

import json
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from pipeline.pack.files import EPOCH, sha256_of
from pipeline.pack.layout import DATA, FETCH, GROUND_TRUTH
from pipeline.pack.lock import DataSourceFile, Lock, read_lock
from pipeline.pack.plan import Plan, public_instance
from pipeline.pack.tables import write_tables
from pipeline.ports import DataSource, Store
from pipeline.verify.acquire import root_of
from pipeline.verify.inventory import take
from pipeline.verify.materialise import materialise
from schemas.data import DataCheck
from schemas.errors import StalledError, UsageError

_RULE, _FETCH = "4.7", "fetch"


def may_ship(checks: Sequence[DataCheck], setting_ids: Sequence[str]) -> bool:
    """False where check 4.7 says of any of the settings that its files are to be fetched."""
    told = [check for check in checks if check.check_id == _RULE and check.setting_id in setting_ids]
    return not any(check.category == _FETCH for check in told)


def withheld_paths(pack_dir: Path) -> tuple[str, ...]:
    """The files that hold the data: the tables of a solver, and the answers."""
    folders = (pack_dir / DATA, pack_dir / GROUND_TRUTH)
    found = (path for folder in folders for path in folder.rglob("*") if path.is_file())
    return tuple(sorted(path.relative_to(pack_dir).as_posix() for path in found))


def manifest(plan: Plan, pack_dir: Path) -> str:
    """fetch_data.json: where the data comes from, what becomes of it, and how to get it."""
    used = {source.sha256 for recipe in plan.recipes for source in recipe.sources}
    sources = [file for file in plan.files if file.sha256 in used]
    document = {
        "why": "Nothing shows that this data may be passed on; it is fetched from its source and made again.",
        "command": f"papergym fetch-data {plan.pack_id}",
        "sources": [
            {"source": f.source, "path": f.path, "sha256": f.sha256, "bytes": f.bytes, "licence": f.licence}
            for f in sources
        ],
        "files": [{"path": path, "sha256": sha256_of(pack_dir / path)} for path in withheld_paths(pack_dir)],
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def withhold(pack_dir: Path) -> None:
    """Remove the data from a pack that was verified with it."""
    for path in read_lock(pack_dir).withheld:
        (pack_dir / path).unlink()


def require_data(pack_dir: Path) -> None:
    """Raises UsageError where the data of a pack has not been fetched yet."""
    if (pack_dir / FETCH).is_file() and _missing(pack_dir, read_lock(pack_dir)):
        raise UsageError(
            f"{pack_dir} ships without its data: nothing shows that it may be passed on",
            f"fetch it first: papergym fetch-data {pack_dir}",
        )


def _missing(pack_dir: Path, lock: Lock) -> list[str]:
    return [path for path in lock.withheld if not (pack_dir / path).is_file()]


def fetch(pack_dir: Path, store: Store, source: DataSource) -> int:
    """Make the withheld files of a pack again; gives their number.

    Raises StalledError where a source does not give its file now, or gives another one.
    """
    lock = read_lock(pack_dir)
    if not _missing(pack_dir, lock):
        return 0
    keep_sources(lock, store, source)
    with tempfile.TemporaryDirectory(prefix=".fetching-", dir=pack_dir.parent) as folder:
        made = Path(folder)
        for recipe in lock.recipes:
            write_tables(public_instance(materialise(recipe, store), recipe.setting_id), made)
        _compare(made, lock)
        _refuse_links(pack_dir, lock)
        for path in lock.withheld:
            (pack_dir / path).parent.mkdir(parents=True, exist_ok=True)
            os.utime(made / path, (EPOCH, EPOCH))
            (made / path).replace(pack_dir / path)
    return len(lock.withheld)


def _refuse_links(pack_dir: Path, lock: Lock) -> None:
    """A folder of a stranger's pack may be a link to somewhere else."""
    home = pack_dir.resolve()
    if away := next((path for path in lock.withheld if not (home / path).resolve().is_relative_to(home)), None):
        raise UsageError(
            f"{pack_dir / away} leads out of the pack", "do not trust this pack: somebody put a link into it"
        )


def keep_sources(lock: Lock, store: Store, source: DataSource) -> None:
    """Have every source file of a pack in the store. Raises StalledError that names the first that is not to be had."""
    for file in (each for each in lock.data if each.is_used):
        _keep(file, store, source)


def _keep(file: DataSourceFile, store: Store, source: DataSource) -> None:
    """Have a source file in the store, by its sha256: from a mirror, or downloaded."""
    if _is_kept(file, store):
        return
    given = root_of(file.source, source)
    if isinstance(given, str):
        hint = "Map it to a local copy in the mirror map, or set `network = true`, and run again."
        raise StalledError(f"{file.source} does not give {file.path}: {given}.", hint)
    take("", given, store)
    if not _is_kept(file, store):
        raise StalledError(
            f"{file.source} does not give the {file.path} that the pack was made from.",
            f"Find the version with the sha256 {file.sha256}, and map the link to it.",
        )


def _is_kept(file: DataSourceFile, store: Store) -> bool:
    try:
        return store.path(file.sha256).is_file()
    except StalledError:
        return False


def _compare(made: Path, lock: Lock) -> None:
    known = {file.path: file.sha256 for file in lock.files}
    for path in lock.withheld:
        if not (made / path).is_file() or sha256_of(made / path) != known.get(path):
            raise StalledError(
                f"{path} comes out otherwise than when the pack was built.",
                "Use the papergym version that built the pack.",
            )
