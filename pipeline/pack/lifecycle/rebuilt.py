"""A pack next to itself written again: which bytes differ, and why."""

from collections.abc import Iterator
from pathlib import Path

from pipeline.pack.files import listing
from pipeline.pack.layout import LOCK
from pipeline.pack.lifecycle.difference import FileDifference, PackDifference, difference, weight_of
from pipeline.pack.lock import Lock, read_lock
from schemas.base import Part
from schemas.pack import PackFile


class Rebuilt(Part):
    """What came of writing a pack again. `files` differ between what its lock names and what came out now;
    `changed_since` are files of the folder that are not what its own lock names. `reasons` say why, and what to do."""

    pack_id: str
    files: tuple[FileDifference, ...]
    changed_since: tuple[str, ...]
    reasons: tuple[str, ...]

    @property
    def is_same(self) -> bool:
        """True where every byte is the same."""
        return not self.files and not self.changed_since


def compare_rebuilt(pack: Path, again: Path) -> Rebuilt:
    """Compare a pack with itself written again. Data that is withheld is compared by its sha256 in the locks."""
    old, new = read_lock(pack), read_lock(again)
    files = tuple(_files(pack, again, old, new))
    changed = tuple(_changed_since(pack, old))
    found = difference(pack, again)
    return Rebuilt(
        pack_id=old.pack_id,
        files=files,
        changed_since=changed,
        reasons=tuple(_reasons(old, new, files, changed, found)) if files or changed else (),
    )


def _files(pack: Path, again: Path, old: Lock, new: Lock) -> Iterator[FileDifference]:
    before, after = _hashes(old.files), _hashes(new.files)
    for path in sorted(before.keys() | after.keys()):
        if before.get(path) != after.get(path):
            change = "added" if path not in before else "removed" if path not in after else "changed"
            yield FileDifference(path=path, change=change, weight=weight_of(path))
    if (pack / LOCK).read_bytes() != (again / LOCK).read_bytes():
        yield FileDifference(path=LOCK.as_posix(), change="changed", weight=weight_of(LOCK.as_posix()))


def _changed_since(pack: Path, lock: Lock) -> Iterator[str]:
    """Files of the folder that its lock does not name so. Withheld ones may be missing."""
    named, there = _hashes(lock.files), _hashes(listing(pack))
    there.pop(LOCK.as_posix(), None)
    for path in sorted(named.keys() | there.keys()):
        if path in lock.withheld and path not in there:
            continue
        if named.get(path) != there.get(path):
            yield f"{path} is missing" if path not in there else f"{path} is not what the lock names"


def _reasons(
    old: Lock, new: Lock, files: tuple[FileDifference, ...], changed: tuple[str, ...], found: PackDifference
) -> Iterator[str]:
    if changed:
        yield "the folder was changed after the pack was built; take the pack again from where it came"
    if files and found.code:
        yield f"papergym is another version in {', '.join(found.code)}; use the version that built the pack"
    if files and old.template_sha256 != new.template_sha256:
        yield "the templates of papergym are another version; use the version that built the pack"
    yield from (f"made from other things: {origin}" for origin in found.origins)
    if old.brief_by != new.brief_by:
        yield f"the brief was written by {old.brief_by or 'the templates'}, now by {new.brief_by or 'the templates'}"
    yield from (f"other marks: {mark}; look for a changed curation.yaml beside the paper" for mark in found.marks)
    is_explained = bool(found.code or found.origins or found.marks) or old.template_sha256 != new.template_sha256
    if files and not is_explained and not changed:
        yield "papergym, paper, data and recipes are the same: a library (pandas, numpy) may be another version"


def _hashes(files: tuple[PackFile, ...]) -> dict[str, str]:
    return {file.path: file.sha256 for file in files}
