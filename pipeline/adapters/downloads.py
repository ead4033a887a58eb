"""Downloads into the store: resumed, capped, hashed while they stream, checked, each kept once, whoever asks."""

import json
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from urllib.parse import quote

from filelock import FileLock

from pipeline.adapters.digests import Digests
from pipeline.adapters.parts import Part, replace_text
from pipeline.adapters.store import FileStore
from pipeline.hosts.exchange import Facts, RemoteFile, Request, Response
from pipeline.hosts.judge import judge, wait_of
from pipeline.ports import Broken, Gathered, Kept, Stream, Web
from pipeline.verify.walk import is_safe_name
from schemas.data import LinkStatus
from schemas.errors import StalledError

GB = 10**9
_TRIES = 6
"""Tries in a row that bring no byte."""
_LONGEST_WAIT = 60.0
_RESERVE = GB // 2
"""Disk space that a download leaves free."""


@dataclass(frozen=True)
class Caps:
    """The most bytes that one file, one link (so one setting), and one run may download; the most files of a link."""

    file: int = 10 * GB
    setting: int = 50 * GB
    run: int = 200 * GB
    files: int = 5000


class Refused(Exception):
    """A file that is not taken, with the reason. The paper's data lack it; nothing of ours has failed."""


class Downloads:
    """Brings what hosts offer into the store.

    An unfinished download is a file under `.downloads` with what is needed to go on; processes that want the same
    file wait for each other, and the second finds it done.
    """

    def __init__(
        self, web: Web, store: FileStore, caps: Caps | None = None, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._web = web
        self._store = store
        self._caps = caps or Caps()
        self._folder = store.root / ".downloads"
        self._sleep = sleep
        self._spent = 0
        self._lock = threading.Lock()

    def gather(self, facts: Facts) -> Gathered:
        """All files of a record in the store. Too large a record is refused whole, before the first byte."""
        if refused := self.refusal(facts):
            return Gathered((), (refused,))
        gathered = Gathered()
        for file in facts.files:
            gathered += self._gathered(file, facts, sum(kept.bytes for kept in gathered.kept))
        return gathered

    def refusal(self, facts: Facts) -> str:
        """Why a record is not taken at all, by the caps alone; empty if they allow it."""
        if facts.bytes is not None and facts.bytes > self._caps.setting:
            return _too_large("the record", facts.bytes, self._caps.setting, "max_setting_gb")
        if len(facts.files) > self._caps.files:
            return f"the record has {len(facts.files)} files, over {self._caps.files}; map it to a local copy"
        return ""

    def _gathered(self, file: RemoteFile, facts: Facts, taken: int) -> Gathered:
        if not all(is_safe_name(part) for part in file.name.split("/")):
            return Gathered((), (f"{file.name[:80]!r}: the name cannot be kept",))
        try:
            kept = self.get(file, self._caps.setting - taken)
        except Refused as refused:
            return Gathered((), (f"{file.name}: {refused}",))
        if not file.is_tree:
            return Gathered((kept,))
        members = self._store.unpack(kept)
        if members is None or members.kept == (kept,):
            return Gathered((kept,), tuple(f"{file.name}: {reason}" for reason in members.refused) if members else ())
        return self._with_content(_without_top(members), facts)

    def _with_content(self, members: Gathered, facts: Facts) -> Gathered:
        """The members, with the content in place of Git LFS pointers where the host gives it."""
        gathered = Gathered((), members.refused)
        for kept in members.kept:
            content = self._store.pointer(kept) if facts.pointers else None
            if content is None:
                gathered += Gathered((kept,))
                continue
            digest, size = content
            place = facts.pointers.replace("{path}", quote(kept.name))
            gathered += self._gathered(RemoteFile(kept.name, place, size, f"sha256:{digest}"), facts, size)
        return gathered

    def get(self, file: RemoteFile, left: int | None = None) -> Kept:
        """One file in the store. Raises Refused, and StalledError where the host or the disk fails us."""
        self._check_size(file, left)
        key = sha256("\0".join((file.url, file.checksum, file.validator, str(file.bytes))).encode()).hexdigest()[:40]
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with FileLock(self._folder / f"{key}.lock"):
                done = self._done(key)
                if done is None:
                    done = self._download(file, key, left)
        except OSError as error:
            raise StalledError(
                f"Cannot download to {self._folder}: {error}.", "Free some space and run again."
            ) from error
        return Kept(file.name, *done)

    def _check_size(self, file: RemoteFile, left: int | None) -> None:
        size = file.bytes or 0
        if size > self._caps.file:
            raise Refused(_too_large("the file", size, self._caps.file, "max_file_gb"))
        if left is not None and size > left:
            raise Refused(
                _too_large("the link with it", self._caps.setting - left + size, self._caps.setting, "max_setting_gb")
            )
        if self._spent + size > self._caps.run:
            raise StalledError(
                f"This run has downloaded {self._spent / GB:.3g} GB, and {file.name} would go over max_run_gb.",
                "Raise max_run_gb, or run again: what was downloaded stays.",
            )

    def _done(self, key: str) -> tuple[str, int] | None:
        """The content of an earlier download of the same file, if the store still has it."""
        try:
            found = json.loads((self._folder / f"{key}.done").read_bytes())
            digest, size = str(found["sha256"]), int(found["bytes"])
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return (digest, size) if self._store.has(digest) else None

    def _download(self, file: RemoteFile, key: str, left: int | None) -> tuple[str, int]:
        part = Part(self._folder / f"{key}.part", self._folder / f"{key}.json")
        cap = min(self._caps.file, self._caps.setting if left is None else left)
        problem = wrong = ""
        idle = 0
        while idle < _TRIES:
            if idle:
                self._sleep(min(30.0, 2.0**idle))
            held, idle = part.size, idle + 1
            try:
                digests = self._once(file, part, cap)
            except Broken as error:
                problem, idle = str(error), 0 if part.size > held else idle
                continue
            before, wrong = wrong, _difference(file, part.size, digests)
            if not wrong:
                return self._kept(file, part, digests, key)
            part.discard()
            if before:
                raise Refused(f"wrong content, twice: {wrong}")
        raise StalledError(
            f"The download of {file.url} broke off {_TRIES} times with nothing new ({problem}).",
            f"Run again: it goes on after {part.size} bytes.",
        )

    def _once(self, file: RemoteFile, part: Part, cap: int) -> Digests:
        """One request, from where the part ends. The digests of the whole content, once all bytes are there."""
        if part.size and not part.validator and not file.checksum:
            part.begin()  # nothing would tell whether the rest belongs to it
        headers = [("Range", f"bytes={part.size}-")]
        if part.size and part.validator:
            headers.append(("If-Range", part.validator))
        with self._web.stream(Request(file.url, tuple(headers))) as stream:
            goes_on = self._goes_on(file, stream.response, part)
            if not goes_on:
                part.begin()
            total, start = stream.response.size, part.size
            digests = Digests(file.checksum)
            digests.feed_file(part.path)
            if stream.response.status != 416:
                if total is not None and total > cap:
                    raise Refused(_too_large("the file", total, cap, "max_file_gb or max_setting_gb"))
                self._check_disk((total or 0) - start)
                self._write(file, stream, part, digests, cap)
        if total is not None and part.size < total:
            raise Broken("the server sent fewer bytes than it announced")
        return digests

    def _goes_on(self, file: RemoteFile, response: Response, part: Part) -> bool:
        """True if what comes belongs behind the part, False if it is the whole. Raises Broken and as `_refuse`."""
        told = response.header("content-range")
        if response.status == 416:
            if response.size != part.size:
                part.begin()
            else:
                part.touch()
                return True
            raise Broken("the server has no bytes where the part ends")
        if response.status == 206 and told.startswith(f"bytes {part.size}-"):
            return True
        if response.status == 206 and not told.startswith("bytes 0-"):
            part.begin()
            raise Broken(f"the server sent {told or 'a range'}, which was not asked for")
        if response.status in {200, 203, 206}:
            return False
        self._refuse(file, response)
        return False

    def _refuse(self, file: RemoteFile, response: Response) -> None:
        """Raises Broken for what may be over in a moment, else Refused or StalledError."""
        wait = wait_of(response)
        if response.failure in {"timeout", "unreachable"} or response.status in {500, 502, 503, 504}:
            raise Broken(f"{response.failure or response.status} {response.reason}".strip())
        if response.status == 429 and (wait or 0) <= _LONGEST_WAIT:
            self._sleep(wait or 0)
            raise Broken("rate limited (429)")
        _raise_by(file, judge(response, file.name))

    def _write(self, file: RemoteFile, stream: Stream, part: Part, digests: Digests, cap: int) -> None:
        part.note(stream.response)
        for chunk in part.append(_checked(file, stream, part.size)):
            digests.feed(chunk)
            with self._lock:
                self._spent += len(chunk)
            if part.size > cap:
                part.discard()
                raise Refused(_too_large("the file", cap + 1, cap, "max_file_gb or max_setting_gb"))

    def _check_disk(self, size: int) -> None:
        free = shutil.disk_usage(self._folder).free
        if size > 0 and size + _RESERVE > free:
            raise StalledError(
                f"{size / GB:.3g} GB are to be downloaded, and {free / GB:.3g} GB are free.",
                "Free some space (`papergym store gc`), or put `var` on another disk, and run again.",
            )
        self._store.check_room(size)

    def _kept(self, file: RemoteFile, part: Part, digests: Digests, key: str) -> tuple[str, int]:
        """Move the whole content into the store, and remember that it is there."""
        size = part.size
        self._store.adopt(part.path, digests.sha256)
        replace_text(
            self._folder / f"{key}.done", json.dumps({"sha256": digests.sha256, "bytes": size, "url": file.url})
        )
        part.discard()
        return digests.sha256, size


def _difference(file: RemoteFile, size: int, digests: Digests) -> str:
    """How the content differs from what the host says of it; empty where it does not."""
    if file.bytes is not None and size != file.bytes:
        return f"{size} bytes came, {file.bytes} were announced"
    return digests.difference


def _checked(file: RemoteFile, stream: Stream, start: int) -> Iterator[bytes]:
    """The chunks; the first of a new download is looked at, so that a page is not kept in place of data."""
    for number, chunk in enumerate(stream.chunks):
        if number == 0 and start == 0 and not file.checksum:
            facts = judge(replace(stream.response, body=chunk[:65_536]), file.name)
            if facts.status is not LinkStatus.OPEN:
                _raise_by(file, facts)
        yield chunk


def _raise_by(file: RemoteFile, facts: Facts) -> None:
    """What closes a file is said of the file; what may pass stalls the paper."""
    if facts.status in {LinkStatus.GATED, LinkStatus.DEAD, LinkStatus.WRONG_CONTENT}:
        raise Refused(f"{facts.status}: {facts.detail}")
    raise StalledError(f"{file.url} cannot be downloaded now: {facts.status}, {facts.detail}.", "Run again later.")


def _too_large(what: str, size: int, cap: int, setting: str) -> str:
    return (
        f"{what} has {size / GB:.3g} GB, over the cap of {cap / GB:.3g} GB; raise {setting} or map it to a local copy"
    )


def _without_top(members: Gathered) -> Gathered:
    """The members without the one folder that all of them lie in."""
    tops = {kept.name.partition("/")[0] for kept in members.kept}
    if len(tops) != 1 or any("/" not in kept.name for kept in members.kept):
        return members
    kept = tuple(Kept(each.name.partition("/")[2], each.sha256, each.bytes) for each in members.kept)
    return Gathered(kept, members.refused)
