"""What hosts said, kept on disk with its age, and the sightings of links that were not there."""

import uuid
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from hashlib import sha256
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from pipeline.hosts import HostRecord
from pipeline.hosts.exchange import Facts
from schemas.data import LinkStatus

_SETTLED = frozenset({LinkStatus.OPEN, LinkStatus.GATED, LinkStatus.DEAD, LinkStatus.WRONG_CONTENT})
_DAYS_DEAD = 2
"""A record that is not there counts as dead after it was missed on this many days.

An interface that knows no such record is no exception: links are misprinted, and cut where a line or a sentence ends.
"""


@dataclass(frozen=True)
class Seen:
    """What a host said, when, and on which days (UTC) the link was found missing.

    `is_stale` marks facts from an earlier look that a newer, fruitless one did not replace.
    """

    facts: Facts
    asked_at: datetime
    missing_on: tuple[date, ...] = ()
    is_stale: bool = False

    @property
    def is_settled_dead(self) -> bool:
        """True for a tombstone, and for what was missed on two days."""
        return self.facts.is_tombstone or len(self.missing_on) >= _DAYS_DEAD

    def is_fresh(self, now: datetime, max_age: timedelta) -> bool:
        """True while the answer need not be asked for again."""
        if self.is_stale or (self.facts.status is LinkStatus.DEAD and not self.is_settled_dead):
            return False
        if self.facts.status in _SETTLED:
            return now - self.asked_at < max_age
        if self.missing_on and self.facts.status is LinkStatus.UNKNOWN:
            return now.date() == self.missing_on[-1]
        return now < self.asked_at + timedelta(seconds=self.facts.wait_seconds or 0)


def settle(before: Seen | None, facts: Facts, now: datetime) -> Seen:
    """What to believe after a new look.

    `dead` holds for a tombstone of the host's own interface, or where the record was missed on two days. A fruitless
    look (offline, a limit, a firewall) never takes the place of an earlier answer.
    """
    missing = before.missing_on if before else ()
    if facts.status is LinkStatus.DEAD and not facts.is_tombstone:
        days = tuple(dict.fromkeys((*missing, now.date())))
        return Seen(facts if len(days) >= _DAYS_DEAD else _not_yet(facts, days), now, days)
    if facts.status not in _SETTLED and before and before.facts.status in _SETTLED:
        return replace(before, missing_on=missing, is_stale=True)
    return Seen(facts, now, missing if facts.status not in _SETTLED else ())


def _not_yet(facts: Facts, days: tuple[date, ...]) -> Facts:
    detail = f"{facts.detail}; missed on {days[0]} only, so it is looked at again on another day"
    return replace(facts, status=LinkStatus.UNKNOWN, detail=detail)


_FORM = TypeAdapter(Seen)


class FactsFile:
    """One JSON file per record in a folder. A file that cannot be read, or has another form, is as good as none."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load(self, record: HostRecord) -> Seen | None:
        """What was kept of a record."""
        try:
            return _FORM.validate_json(self._path(record).read_bytes())
        except (OSError, ValidationError):
            return None

    def save(self, record: HostRecord, seen: Seen) -> None:
        """Keep it; a reader sees the old file or the new one. A disk that takes nothing costs only the memory of it."""
        path = self._path(record)
        part = path.with_name(f".{uuid.uuid4().hex}.part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            part.write_bytes(_FORM.dump_json(seen, indent=1))
            part.replace(path)
        except OSError:
            part.unlink(missing_ok=True)

    def _path(self, record: HostRecord) -> Path:
        digest = sha256(f"{record.host}\0{record.record}".encode()).hexdigest()
        return self._folder / record.host / f"{digest[:32]}.json"
