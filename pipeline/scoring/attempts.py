"""The port to the log of attempts: what it remembers, and that nothing is scored on the test split twice."""

from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

from pipeline.scoring.model import Attempt, Scores


class Attempts(Protocol):
    """A log of attempts that several processes may share."""

    def once(self, attempt: Attempt) -> AbstractContextManager[Scores | None]:
        """The scores that an equal attempt (`Attempt.asked`) got before, or None; others wait while it is open."""

    def add(self, attempt: Attempt) -> None:
        """Keep an attempt."""


class NoAttempts:
    """Remembers nothing."""

    def once(self, attempt: Attempt) -> AbstractContextManager[Scores | None]:
        """Nothing came before."""
        return nullcontext(None)

    def add(self, attempt: Attempt) -> None:
        """Forget it."""
