"""The `Clock` port over the system's clock."""

from datetime import UTC, datetime


class SystemClock:
    """The current time in UTC."""

    def now(self) -> datetime:
        """See `pipeline.ports.Clock`."""
        return datetime.now(UTC)
