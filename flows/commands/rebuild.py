"""`papergym rebuild PACK`: build a pack again from what its lock names, and compare byte by byte."""

import re
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from flows.settings import Settings, load_settings
from flows.show.console import line, print_json, print_table
from flows.show.pack_status import warn_of
from schemas.errors import StalledError, UsageError

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}")

if TYPE_CHECKING:
    from pipeline.pack.lifecycle import Rebuilt
    from pipeline.pack.lock import Lock


def run(pack: Path, paper: Path | None, out: Path | None, as_json: bool) -> int:
    """Exit code 3 where a byte differs. The pack itself is never touched."""
    from flows.writing_again import write_again
    from pipeline.pack.lifecycle import compare_rebuilt
    from pipeline.pack.lock import read_lock

    lock = read_lock(pack)
    if out is not None and (out.exists() or not out.absolute().parent.is_dir()):
        raise UsageError(f"{out} cannot be a new folder", "name one that is not there yet, in a folder that is")
    _safe(lock.pack_id)
    warn_of(pack)
    settings = load_settings()
    document = _paper(lock, paper)
    _have_sources(lock, settings)
    with tempfile.TemporaryDirectory(prefix="papergym-rebuild-") as home:
        again = Path(home) / lock.pack_id
        again.mkdir()
        write_again(document, settings, again)
        found = compare_rebuilt(pack, again)
        if out is not None:
            shutil.copytree(again, out)
    if as_json:
        print_json(found.model_dump(mode="json") | {"is_same": found.is_same})
    else:
        _show(found)
    return 0 if found.is_same else 3


def _safe(pack_id: str) -> None:
    """Raises UsageError for an id that could lead out of a folder."""
    if not _NAME.fullmatch(pack_id):
        raise UsageError(f"the lock names a pack {pack_id!a}, which is no name of a folder", "take the pack again")


def _paper(lock: "Lock", given: Path | None) -> Path:
    """The document that the lock names. Raises UsageError for another one, StalledError where it is not found."""
    from flows.paper_file import find_by_bytes, has_bytes

    named = f"{lock.paper.name} ({lock.paper.doi or lock.paper_id}, sha256 {lock.paper.sha256})"
    if given is None:
        found = find_by_bytes(lock.paper.name, lock.paper.sha256, Path())
        if found is None:
            raise StalledError(f"the paper is not below {Path().absolute()}: {named}", "give it with --paper FILE")
        return found
    if not given.is_file():
        raise UsageError(f"{given} is no file", f"name the paper that the pack was built from: {named}")
    if not has_bytes(given, lock.paper.sha256):
        raise UsageError(f"{given} is not the document that the pack was built from", f"that is {named}")
    return given


def _have_sources(lock: "Lock", settings: Settings) -> None:
    from flows.wiring import open_source, open_store
    from pipeline.pack.withheld import keep_sources

    store = open_store(settings)
    with open_source(settings, store) as source:
        keep_sources(lock, store, source)


def _show(found: "Rebuilt") -> None:
    if found.is_same:
        line(f"{found.pack_id}: the same bytes")
        return
    if found.files:
        print_table(["weight", "file", "change"], [[file.weight, file.path, file.change] for file in found.files])
    for text in (*found.changed_since, *(f"why: {reason}" for reason in found.reasons)):
        line(text)
