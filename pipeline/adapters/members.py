"""Members of an archive as files of the store. What an archive holds is found out once and then known."""

import hashlib
import json
import os
import shutil
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from pipeline.adapters.unpack import DAMAGES, ArchiveLimits, Budget, Hostile, Member, kind_of, members
from pipeline.ports import Gathered, Kept

if TYPE_CHECKING:
    from pipeline.adapters.store import FileStore

_VERSION = 1
_SHOWN = 20


class Unpacker:
    """Unpacks archives of a store into it.

    Members are first written to a staging folder, synced together, and then moved to their places; the list of them
    is written last. So a kill in the middle leaves only staging files, which garbage collection takes.
    """

    def __init__(self, store: "FileStore", limits: ArchiveLimits) -> None:
        self._store = store
        self._limits = limits

    def unpack(self, archive: Kept) -> Gathered | None:
        """The members of an archive, with those of archives in it under `<inner archive>/`; None for another file.

        An archive that gives nothing stays as it is, with the reason.
        """
        path = self._store.path(archive.sha256)
        kind = kind_of(path, archive.name)
        if kind is None:
            return None
        if kind not in {"zip", "tar"}:
            return Gathered((archive,), (f"{kind} archives are not unpacked; map the link to an unpacked copy",))
        known = self._known(archive.sha256)
        if known is None:
            known = self._unpacked(path, kind)
            self._remember(archive.sha256, known)
        return known if known.kept else Gathered((archive,), known.refused or ("it holds no files",))

    def _unpacked(self, path: Path, kind: str) -> Gathered:
        staging = self._store.root / ".staging" / uuid.uuid4().hex
        staging.mkdir(parents=True)
        budget = Budget(self._limits, path.stat().st_size)
        try:
            staged, refused = _Staged(staging, budget).take(path, kind, "", 1)
            os.sync()
            for kept, part in staged:
                part.chmod(0o444)
                self._store.settle(part, kept.sha256)
        except Hostile as reason:
            return Gathered((), (f"refused whole: {reason}",))
        finally:
            shutil.rmtree(staging, ignore_errors=True)
        return Gathered(tuple(kept for kept, _ in staged), _shortened(refused))

    def _known(self, sha256: str) -> Gathered | None:
        try:
            found = json.loads(self._list(sha256).read_bytes())
            kept = tuple(Kept(str(name), str(digest), int(size)) for name, digest, size in found["kept"])
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return Gathered(kept, tuple(found["refused"])) if all(self._store.has(each.sha256) for each in kept) else None

    def _remember(self, sha256: str, gathered: Gathered) -> None:
        path = self._list(sha256)
        path.parent.mkdir(exist_ok=True)
        kept = [(each.name, each.sha256, each.bytes) for each in gathered.kept]
        part = path.with_name(f"{uuid.uuid4().hex}.tmp")
        part.write_text(json.dumps({"kept": kept, "refused": gathered.refused}), encoding="utf-8")
        part.replace(path)

    def _list(self, sha256: str) -> Path:
        limits = hashlib.sha256(repr((_VERSION, self._limits)).encode()).hexdigest()[:8]
        return self._store.root / ".unpacked" / f"{sha256}.{limits}.json"


class _Staged:
    """The members of one archive on their way: numbered files in a folder."""

    def __init__(self, folder: Path, budget: Budget) -> None:
        self._folder = folder
        self._budget = budget
        self._count = 0

    def take(self, path: Path, kind: str, prefix: str, depth: int) -> tuple[list[tuple[Kept, Path]], list[str]]:
        """Kept members with the files they lie in, and what was refused."""
        staged: list[tuple[Kept, Path]] = []
        refused: list[str] = []
        inside = members(path, kind, self._budget)
        while member := self._next(inside, prefix, refused):
            name = f"{prefix}{member.name}"
            if member.refused:
                refused.append(f"{_shown(name)}: {member.refused}")
                continue
            written = self._write(member, name, refused)
            if written:
                more, problems = self._inner(*written, depth)
                staged += more
                refused += problems
        return staged, refused

    def _next(self, inside: Iterator[Member], prefix: str, refused: list[str]) -> Member | None:
        """The next member; None at the end, or where the archive breaks off, which is said."""
        try:
            return next(inside, None)
        except DAMAGES as error:
            refused.append(f"{prefix or 'the archive'}: breaks off: {error}")
            return None

    def _write(self, member: Member, name: str, refused: list[str]) -> tuple[Kept, Path] | None:
        self._count += 1
        part = self._folder / str(self._count)
        digest, size = hashlib.sha256(), 0
        chunks = member.chunks()
        with part.open("xb") as file:
            while True:
                try:
                    chunk = next(chunks, None)
                except DAMAGES as error:
                    refused.append(f"{_shown(name)}: is damaged: {error}")
                    part.unlink()
                    return None
                if chunk is None:
                    return Kept(name, digest.hexdigest(), size), part
                digest.update(chunk)
                size += len(chunk)
                file.write(chunk)

    def _inner(self, kept: Kept, part: Path, depth: int) -> tuple[list[tuple[Kept, Path]], list[str]]:
        """The file itself, or its members where it is an archive within the depth."""
        kind = kind_of(part, kept.name)
        if kind not in {"zip", "tar"}:
            return [(kept, part)], []
        if depth >= self._budget.limits.depth:
            return [], [f"{_shown(kept.name)}: lies more than {self._budget.limits.depth} archives deep"]
        found = self.take(part, kind, f"{kept.name}/", depth + 1)
        part.unlink()
        return found


def _shown(name: str) -> str:
    return name.encode("unicode_escape", "backslashreplace").decode("ascii")[:200]


def _shortened(refused: list[str]) -> tuple[str, ...]:
    more = len(refused) - _SHOWN
    return (*refused[:_SHOWN], *((f"and {more} more",) if more > 0 else ()))
