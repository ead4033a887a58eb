"""`progress_rate` of Autoresearch-Bench: improvement per hour over a divisor that is fixed for the pack.

The divisor makes metrics comparable; it is frozen when the pack is built, for example as the distance from the
baseline to the SOTA.
"""

from schemas.task import Direction


def progress_rate(start: float, value: float | None, hours: float, divisor: float, direction: Direction) -> float:
    """d (value - start) / divisor / hours; 0 for a failed attempt. Raises ValueError unless both divisors are > 0."""
    if hours <= 0 or divisor <= 0:
        raise ValueError(f"hours ({hours}) and divisor ({divisor}) must be above 0")
    return 0.0 if value is None else direction.sign * (value - start) / divisor / hours
