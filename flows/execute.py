"""Carry out a run: hash the files, open the tools, choose the runner, walk the loop, and count how it ended."""

import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path

from flows.advance import BATCH_PAPERS, Run, Watcher
from flows.curation_file import curation_path, load_curation
from flows.judging import Judging
from flows.recorded import recorded
from flows.server import calm_environment, leased_server
from flows.settings import Settings
from flows.wiring import check_judging, open_tools
from flows.work import Document, Work
from schemas.errors import PapergymError, StalledError
from schemas.outcome import Call, Outcome, Stage
from warehouse.store import Warehouse

EXIT_CODES = {Outcome.PACKED: 0, Outcome.REJECTED: 3, Outcome.NEEDS_REVIEW: 4, Outcome.FAILED: 5}


@dataclass(frozen=True)
class Report:
    """What a run did, paper by paper."""

    run: str
    until: Stage
    works: tuple[Work, ...]

    @property
    def exit_code(self) -> int:
        """5 if a paper stalled; else 0 if one was packed or got as far as asked; else 4 if one waits; else 3."""
        ends = {outcome_of(work, self.until) for work in self.works if not work.duplicate_of}
        for outcome in (Outcome.FAILED, Outcome.PACKED, Outcome.NEEDS_REVIEW):
            if outcome in ends:
                return EXIT_CODES[outcome]
        return EXIT_CODES[Outcome.REJECTED]


def outcome_of(work: Work, until: Stage = Stage.PACK) -> Outcome:
    """How a paper ended. One that got through all the stages it was asked to counts as packed."""
    if work.error or work.decision is None:
        return Outcome.FAILED
    if work.decision.call is Call.REJECT:
        return Outcome.REJECTED
    if work.decision.call is Call.REVIEW:
        return Outcome.NEEDS_REVIEW
    return Outcome.PACKED if work.decision.stage is until else Outcome.FAILED


def execute(
    paths: Sequence[Path],
    settings: Settings,
    run_name: str | None,
    until: Stage,
    plain: bool,
    watch: Watcher,
    judging: Judging,
) -> Report:
    """Take papers through the stages. Raises StalledError when nothing at all can be kept or run.

    Raises UsageError, before the run exists, for models that are not set up.
    """
    check_judging(settings, judging)
    if warning := judging.warning(settings.models):
        sys.stderr.write(f"papergym: {warning}\n")
    with ExitStack() as stack:
        warehouse = stack.enter_context(Warehouse.open(settings.warehouse_root))
        name = warehouse.begin_run(run_name, recorded(settings, judging, until))
        ledger = warehouse.ledger(name, settings.budget)
        tools = stack.enter_context(open_tools(settings, judging, ledger))
        works = [open_work(path) for path in paths]
        run = Run(name, warehouse, tools, watch)
        for work in works:
            if work.error:
                warehouse.stall(name, work.name, Stage.INTAKE, work.error, "")
        _walk(run, works, settings, until, plain, stack)
        if len(works) >= BATCH_PAPERS:
            warehouse.compact()
        return Report(run=name, until=until, works=tuple(works))


def _walk(run: Run, works: list[Work], settings: Settings, until: Stage, plain: bool, stack: ExitStack) -> None:
    """Reuse first; start Prefect only when something has to run."""
    if run.reuse(works, until):
        return
    if plain:
        from flows.plain import PlainRunner

        run.advance(works, PlainRunner(settings.workers), until)
        return
    use_prefect(settings, stack)
    from flows.prefect_flows import run_flows

    run_flows(run, works, until, settings.workers)


def use_prefect(settings: Settings, stack: ExitStack) -> None:
    """Point Prefect at our server, or at one the user set in PREFECT_API_URL. Falls back to its ephemeral mode."""
    for variable, value in calm_environment(settings.prefect_home).items():
        os.environ.setdefault(variable, value)
    if "PREFECT_API_URL" in os.environ:
        return
    try:
        url = stack.enter_context(leased_server(settings.prefect_home, settings.server_idle_seconds))
    except StalledError as error:
        sys.stderr.write(f"papergym: {error.message}; this run starts a temporary one of its own\n")
        os.environ["PREFECT_SERVER_ALLOW_EPHEMERAL_MODE"] = "true"
        return
    os.environ["PREFECT_API_URL"] = url


def open_work(path: Path) -> Work:
    """A paper at the start of its way. A file or curation that cannot be read is an error of that paper alone."""
    try:
        with path.open("rb") as file:
            digest = file_digest(file, "sha256").hexdigest()
    except OSError as error:
        return Work(Document(path, ""), error=f"{path}: {error.strerror}", stalled_at=Stage.INTAKE)
    found = curation_path(path)
    try:
        return Work(Document(path, digest, load_curation(found) if found else None))
    except PapergymError as error:
        return Work(Document(path, digest), error=str(error), stalled_at=Stage.INTAKE)
