"""The `DataSource` port over the network: the mirror map first, then what is known, then the hosts."""

import threading
from collections import defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from hashlib import sha256

from pipeline.adapters.downloads import Downloads
from pipeline.adapters.facts import FactsFile, Seen, settle
from pipeline.adapters.mirror import MirrorSource, key_of
from pipeline.hosts import HostRecord, all_hosts, identify, tidy
from pipeline.hosts.api import converse
from pipeline.hosts.exchange import Facts
from pipeline.ports import Answer, Clock, Gathered, Web
from schemas.data import LinkStatus

_MOST_MOVES = 4
_AT_ONCE = 8


class NetworkSource:
    """Answers for links. Each record is asked for once a process, and again when its answer is older than `max_age`.

    `elsewhere` is the part of the mirror map that leads to other URLs. Safe to use from several threads.
    """

    def __init__(
        self,
        mirrors: MirrorSource,
        web: Web,
        facts: FactsFile,
        downloads: Downloads,
        clock: Clock,
        *,
        elsewhere: Mapping[str, str] | None = None,
        max_age: timedelta = timedelta(days=30),
    ) -> None:
        self._mirrors = mirrors
        self._web = web
        self._file = facts
        self._downloads = downloads
        self._clock = clock
        self._elsewhere = {key_of(url): place for url, place in (elsewhere or {}).items()}
        self._max_age = max_age
        self._known: dict[HostRecord, Seen] = {}
        self._lock = threading.Lock()
        self._turns: defaultdict[HostRecord, threading.Lock] = defaultdict(threading.Lock)

    def answer(self, url: str) -> Answer:
        """See `pipeline.ports.DataSource`."""
        if self._mirrors.has(url):
            return self._mirrors.answer(url)
        seen = self._seen(url)
        facts = seen.facts
        place = self._elsewhere.get(key_of(url))
        detail = facts.detail + (f"; last asked on {seen.asked_at:%Y-%m-%d}, no answer since" if seen.is_stale else "")
        return Answer(
            facts.status,
            detail,
            via=f"mirror at {place}" if place else "network",
            bytes=facts.bytes,
            licence=facts.licence,
            title=facts.title,
            release=facts.version,
            files=facts.files,
            told=facts.evidence,
            seen=seen.asked_at,
        )

    def signature(self, url: str) -> str:
        """The status and what it stands on: version, licence, files, and whether the caps let them in.

        When it was asked does not matter.
        """
        if self._mirrors.has(url):
            return self._mirrors.signature(url)
        facts = self._seen(url).facts
        files = [(file.name, file.bytes, file.checksum, file.validator) for file in facts.files]
        content = repr((facts.status, facts.version, facts.licence, files, self._downloads.refusal(facts)))
        return f"{key_of(url).canonical_url}: {sha256(content.encode()).hexdigest()}"

    def prepare(self, urls: Sequence[str]) -> None:
        """Ask for several links at once; turns and limits per host hold all the same."""
        unknown = {key_of(url): url for url in urls if not self._mirrors.has(url)}
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            list(pool.map(self._seen, unknown.values()))

    def fetch(self, url: str) -> Gathered:
        """See `pipeline.ports.DataSource`."""
        return Gathered() if self._mirrors.has(url) else self._downloads.gather(self._seen(url).facts)

    def _seen(self, url: str) -> Seen:
        record = key_of(url)
        with self._lock:
            turn = self._turns[record]
        with turn:
            if known := self._known.get(record):
                return known
            before, now = self._file.load(record), self._clock.now()
            if before and before.is_fresh(now, self._max_age):
                found = before
            else:
                found = settle(before, self._ask(self._elsewhere.get(record, url)), now)
                self._file.save(record, found)
            self._known[record] = found
            return found

    def _ask(self, url: str) -> Facts:
        """Ask the host, and the one it points to. What a registry tells of a record fills what its host leaves out."""
        facts = Facts(LinkStatus.UNKNOWN, "", moved_to=tidy(url))
        for _ in range(_MOST_MOVES):
            found = self._converse(facts.moved_to)
            facts = replace(
                found,
                title=found.title or facts.title,
                version=found.version or facts.version,
                licence=found.licence or facts.licence,
            )
            if not facts.moved_to:
                return facts
        return replace(facts, detail=f"{facts.detail}: too many moves from host to host", moved_to="")

    def _converse(self, url: str) -> Facts:
        record = identify(url)
        host = next(each for each in all_hosts() if each.name == record.host)
        facts = converse(host.ask(record.record, url), self._web.ask)
        if facts.status is LinkStatus.UNKNOWN and "no such host" in facts.detail and self._web.is_online:
            return replace(facts, status=LinkStatus.DEAD)
        return facts
