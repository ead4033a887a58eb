"""A pack as the checks see it: its files, each read once, and each fault a reason."""

import csv
import json
import re
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from pipeline.containers import NO_SANDBOX, Sandbox
from pipeline.pack import layout
from pipeline.pack.checks.check import PackFaultError
from pipeline.pack.checks.scripts import Interface, read_constant, read_interface
from pipeline.pack.firewall.secrets import Secrets, load
from pipeline.pack.lock import Lock, read_lock
from pipeline.pack.metadata import Metadata
from pipeline.scoring.model import InstanceScoring, MetricScoring, ScoringFile

if TYPE_CHECKING:
    from pipeline.pack.checks.contained import Contained
    from pipeline.pack.checks.trial import Trial

_SECTION = re.compile(r"^## \d+\. (.+?)\s*$", re.MULTILINE)


@dataclass(frozen=True)
class Table:
    """A CSV file: header, and rows of text."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def column(self, name: str) -> tuple[str, ...]:
        """The values of a column. Raises PackFaultError where there is none of that name."""
        if name not in self.header:
            raise PackFaultError(f"there is no column {name!r} among {', '.join(self.header)}")
        at = self.header.index(name)
        return tuple(row[at] for row in self.rows)


class PackView:
    """Reads files of a pack on demand. Raises PackFaultError for what is missing or broken.

    A context manager: it owns a folder for submissions and scores, gone at the end. `write_again` writes the pack anew
    from its sources into an empty folder, where they are at hand.
    """

    def __init__(
        self, pack_dir: Path, sandbox: Sandbox = NO_SANDBOX, write_again: Callable[[Path], None] | None = None
    ) -> None:
        self.pack_dir = pack_dir.resolve()
        self._sandbox = sandbox
        self.write_again = write_again
        self._scratch = tempfile.TemporaryDirectory(prefix="papergym-check-")

    def __enter__(self) -> "PackView":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._scratch.cleanup()

    @property
    def is_sandbox_required(self) -> bool:
        """True where a fault of the sandbox must not be passed over."""
        return self._sandbox.is_required

    @property
    def scratch(self) -> Path:
        """A folder outside the pack."""
        return Path(self._scratch.name)

    def text(self, path: Path) -> str:
        """A file as text."""
        try:
            return (self.pack_dir / path).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise PackFaultError(f"{path} cannot be read: {type(error).__name__}") from error

    def json(self, path: Path) -> Any:
        """A file as JSON."""
        try:
            return json.loads(self.text(path))
        except ValueError as error:
            raise PackFaultError(f"{path} is not JSON: {error}") from error

    def table(self, path: Path) -> Table:
        """A file as a table whose rows are all as long as its header."""
        try:
            rows = [tuple(row) for row in csv.reader(self.text(path).splitlines(keepends=True), strict=True) if row]
        except csv.Error as error:
            raise PackFaultError(f"{path} is not CSV: {error}") from error
        if not rows or len({len(row) for row in rows}) != 1:
            raise PackFaultError(f"{path} is empty, or its rows differ in length")
        return Table(rows[0], tuple(rows[1:]))

    @cached_property
    def lock(self) -> Lock:
        """pack.lock.json."""
        return read_lock(self.pack_dir)

    @cached_property
    def secrets(self) -> Secrets:
        """firewall.json."""
        return load(self.pack_dir)

    @cached_property
    def metadata(self) -> Metadata:
        """metadata.json against its schema."""
        try:
            return Metadata.model_validate_json(self.text(layout.METADATA))
        except ValidationError as error:
            raise PackFaultError(f"{layout.METADATA} {_first(error)}") from error

    @cached_property
    def scoring(self) -> ScoringFile:
        """evaluation/scoring.json."""
        try:
            return ScoringFile.model_validate_json(self.text(layout.SCORING))
        except ValidationError as error:
            raise PackFaultError(f"{layout.SCORING} {_first(error)}") from error

    @cached_property
    def interface(self) -> Interface:
        """What the evaluator declares."""
        return read_interface(self.text(layout.EVALUATOR))

    @cached_property
    def starter_instances(self) -> tuple[str, ...]:
        """INSTANCES of run.py."""
        found = read_constant(self.text(layout.STARTER), "INSTANCES", layout.STARTER.name)
        if not isinstance(found, list) or not all(isinstance(name, str) for name in found):
            raise PackFaultError("run.py has no list INSTANCES")
        return tuple(found)

    @property
    def instances(self) -> tuple[str, ...]:
        """The folders of problem/data."""
        root = self.pack_dir / layout.DATA
        return tuple(sorted(path.name for path in root.iterdir())) if root.is_dir() else ()

    @property
    def primary(self) -> str:
        """The id of the primary metric."""
        return self.scoring.primary_metric

    @cached_property
    def trial(self) -> "Trial":
        """The submissions that were made and scored for the checks of K4; made when the first of them asks."""
        from pipeline.pack.checks.trial import Trial

        return Trial(self)

    @cached_property
    def contained(self) -> "Contained":
        """The image, and what ran in containers of it for the checks of K5; made when the first of them asks."""
        from pipeline.pack.checks.contained import Contained

        return Contained(self, self._sandbox)

    def marks(self, instance: str, metric: str) -> MetricScoring | None:
        """The marks of a metric of an instance in scoring.json."""
        found = (entry for entry in self.scoring.instances if entry.instance == instance)
        metrics = next(found, InstanceScoring(instance=instance, metrics=())).metrics
        return next((entry for entry in metrics if entry.metric == metric), None)

    def sections(self, path: Path) -> dict[str, str]:
        """The numbered sections of a Markdown file, in their order."""
        pieces = _SECTION.split(self.text(path))
        return dict(zip(pieces[1::2], pieces[2::2], strict=True))


def _first(error: ValidationError) -> str:
    first = error.errors()[0]
    return f"does not fit its schema at {'.'.join(map(str, first['loc']))}: {first['msg']}"
