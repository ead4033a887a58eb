"""How long to wait before another try: as long as the server asks for, else twice as long each time, with jitter."""

from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import isfinite

MAX_WAIT = 120.0
"""Seconds. A server that asks for more stalls the paper instead: a worker is not kept asleep."""


def asked_wait(headers: Mapping[str, str]) -> float | None:
    """Seconds that `Retry-After` asks for; None if it asks for nothing that makes sense.

    A date is counted from the answer's own `Date`: the server's clock need not agree with ours.
    """
    for name, unit in (("retry-after-ms", 1000), ("retry-after", 1)):
        try:
            seconds = float(headers[name]) / unit
        except (KeyError, ValueError):
            continue
        return seconds if isfinite(seconds) and seconds > 0 else None
    until, now = _time(headers.get("retry-after")), _time(headers.get("date"))
    if until is None:
        return None
    seconds = (until - (now or datetime.now(UTC))).total_seconds()
    return seconds if seconds > 0 else None


def _time(text: str | None) -> datetime | None:
    try:
        found = parsedate_to_datetime(text or "")
    except (ValueError, TypeError, OverflowError):
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)
