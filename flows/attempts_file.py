"""The log of attempts to score submissions: `attempts.jsonl` under `var`, one line each, only ever appended to."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from filelock import FileLock
from pydantic import ValidationError
from pydantic_core import from_json

from pipeline.scoring.model import Attempt, Scores, Split

NAME = "attempts.jsonl"


class AttemptsFile:
    """The log under a folder. Several processes may read and append at once; a line that was torn is passed over."""

    def __init__(self, var: Path) -> None:
        self._log = var / NAME
        self._locks = var / "attempts.locks"
        self._locks.mkdir(parents=True, exist_ok=True)

    @contextmanager
    def once(self, attempt: Attempt) -> Iterator[Scores | None]:
        """What an equal attempt on the test split scored; who asks the same meanwhile waits. `dev` is always new."""
        if attempt.split is Split.DEV:
            yield None
            return
        name = sha256(repr(attempt.asked).encode()).hexdigest()[:2]
        with FileLock(self._locks / f"{name}.lock"):
            equal = (each.scores for each in self.read() if each.scores and each.asked == attempt.asked)
            yield next(equal, None)

    def add(self, attempt: Attempt) -> None:
        """Append one line and have it on the disk."""
        line = attempt.line(datetime.now(UTC)).encode("utf-8", "backslashreplace")
        with FileLock(self._locks / "append.lock"), self._log.open("ab+") as file:
            if file.tell() and not self._ends_whole():
                line = b"\n" + line
            file.write(line)
            file.flush()
            os.fsync(file.fileno())

    def read(self) -> Iterator[Attempt]:
        """Every attempt, the oldest first."""
        if not self._log.is_file():
            return
        with self._log.open("rb") as file:
            for line in file:
                try:
                    fields = from_json(line)
                    fields.pop("at", None)
                    yield Attempt.model_validate(fields)
                except (ValueError, AttributeError, TypeError, ValidationError):
                    continue

    def _ends_whole(self) -> bool:
        with self._log.open("rb") as file:
            file.seek(-1, os.SEEK_END)
            return file.read() == b"\n"
