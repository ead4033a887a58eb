"""The loop that every run is: fingerprint -> reuse or run -> gate -> commit -> journal. No Prefect and no SQL here.

Papers move in waves, a stage at a time. Only this loop commits, in small batches, so a kill loses at most the papers
in flight. One paper's failure is a line in its own row.
"""

import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from flows.copies import Failed, United, unite
from flows.stages import ORDER, Tools, links_of, pack_is_there, unit_key
from flows.work import Work
from pipeline.ports import Produced
from schemas.errors import PapergymError, StalledError
from schemas.outcome import Stage
from warehouse.store import Unit, Warehouse

BATCH_PAPERS = 20
BATCH_SECONDS = 30.0

Answered = tuple[Work, Produced | BaseException]
Runner = Callable[[Stage, Sequence[Work], Tools], Iterator[Answered]]
Watcher = Callable[[Stage, int, int, Work], None]


@dataclass
class Run:
    """One run over a set of papers: where it commits, what it works with, and who watches."""

    name: str
    warehouse: Warehouse
    tools: Tools
    watch: Watcher
    waiting: list[tuple[Work, Stage, Unit]] = field(default_factory=list)
    committed_at: float = field(default_factory=time.monotonic)

    def reuse(self, works: Sequence[Work], until: Stage = Stage.PACK) -> bool:
        """Go as far as the warehouse knows all papers. True if nothing is left to run."""
        for stage in ORDER[: ORDER.index(until) + 1]:
            if self._unsettled(stage, works):
                return False
            if stage is Stage.INTAKE:
                self.know_papers(works)
        return True

    def advance(self, works: Sequence[Work], runner: Runner, until: Stage = Stage.PACK) -> None:
        """Take every paper as far as it goes, up to and with `until`. A kill or Ctrl-C keeps what was committed."""
        for stage in ORDER[: ORDER.index(until) + 1]:
            try:
                self._wave(stage, works, runner)
            finally:
                self._commit()
            if stage is Stage.INTAKE:
                self.know_papers(works)

    def _unsettled(self, stage: Stage, works: Sequence[Work]) -> list[Work]:
        if stage is Stage.SCREEN:
            self._ask_for_links([work for work in works if work.is_open and stage not in work.settled])
        return [work for work in works if work.is_open and stage not in work.settled and not self._settle(work, stage)]

    def _ask_for_links(self, works: Sequence[Work]) -> None:
        """Ask for the links of all papers at once; a paper that cannot be loaded stalls when its turn comes."""
        urls: list[str] = []
        for work in works:
            with suppress(PapergymError):
                self._load(work, Stage.INTAKE)
                urls += links_of(work)
        self.tools.source.prepare(urls)

    def know_papers(self, works: Sequence[Work]) -> None:
        """Once all files are read: merge those of one paper, and journal the file each paper came from."""
        for work in works:
            if work.is_whole:
                self._load_or_stall(work)
        for one in unite(works):
            self._take_united(one)
        self._commit()
        for work in works:
            if work.paper_id:
                self.warehouse.source(self.name, work.paper_id, work.name, work.document.sha256, work.duplicate_of)

    def _load_or_stall(self, work: Work) -> None:
        try:
            self._load(work, Stage.INTAKE)
        except PapergymError as error:
            self._stall(work, Stage.INTAKE, error)

    def _take_united(self, one: United | Failed) -> None:
        """Put the merged reading in the place of those it was made from."""
        if isinstance(one, Failed):
            for work in one.works:
                self._stall(work, Stage.INTAKE, one.error)
            return
        if self.warehouse.known([one.unit.unit_key]):
            self.warehouse.reuse(self.name, one.unit.unit_key, Stage.INTAKE, one.work.paper_id)
        else:
            self.waiting.append((one.work, Stage.INTAKE, one.unit))
        self.warehouse.withdraw(self.name, one.replaced)

    def _wave(self, stage: Stage, works: Sequence[Work], runner: Runner) -> None:
        total = sum(work.is_open for work in works)
        fresh = self._unsettled(stage, works)
        answers = runner(stage, fresh, self.tools) if fresh else iter(())
        for count, (work, answer) in enumerate(answers, start=total - len(fresh) + 1):
            self._take(work, stage, answer)
            self.watch(stage, count, total, work)
            if len(self.waiting) >= BATCH_PAPERS or time.monotonic() - self.committed_at > BATCH_SECONDS:
                self._commit()

    def _settle(self, work: Work, stage: Stage) -> bool:
        """True if nothing has to run: the stage is known, or the paper cannot be taken on."""
        try:
            is_known = self._reuse(work, stage)
        except PapergymError as error:
            self._stall(work, stage, error)
            return True
        if is_known:
            work.settled.add(stage)
        return is_known

    def _reuse(self, work: Work, stage: Stage) -> bool:
        """Take the stage from the warehouse where it is known; else load what it needs to run."""
        if stage is Stage.SCREEN:
            self._load(work, Stage.INTAKE)
        if stage is Stage.VERIFY:
            self._load(work, Stage.EXTRACT)
        key = work.keys[stage] = unit_key(work, stage, self.tools)
        if not self.warehouse.known([key]):
            self._load(work, *work.records)
            return False
        work.records[stage] = None
        work.decision = self.warehouse.decision(key)
        work.paper_id = work.decision.paper_id
        if stage is Stage.PACK:
            self._load(work, stage)
            if not pack_is_there(work, self.tools):
                self._load(work, *work.records)
                return False
        self.warehouse.reuse(self.name, key, stage, work.paper_id)
        return True

    def _load(self, work: Work, *stages: Stage) -> None:
        for stage in stages:
            if work.records[stage] is None:
                work.records[stage] = self.warehouse.load(work.keys[stage])

    def _take(self, work: Work, stage: Stage, answer: Produced | BaseException) -> None:
        if isinstance(answer, BaseException):
            self._stall(work, stage, answer)
            return
        work.paper_id = answer.decision.paper_id
        work.decision = answer.decision
        work.records[stage] = answer.all()
        work.settled.add(stage)
        unit = Unit(work.keys[stage], stage, work.paper_id, answer.all(), work.seconds.get(stage))
        self.waiting.append((work, stage, unit))

    def _commit(self) -> None:
        """Commit what waits. A unit that the gate holds back stalls its paper, and no other."""
        waiting, self.waiting = self.waiting, []
        self.committed_at = time.monotonic()
        if not waiting:
            return
        report = self.warehouse.commit(self.name, [unit for _, _, unit in waiting])
        breaches = {breach.unit_key: breach for breach in reversed(report.quarantined)}
        for work, stage, unit in waiting:
            if breach := breaches.get(unit.unit_key):
                reason = f"quarantined: {breach.table}: {breach.expectation}: {breach.detail}"
                self._stall(work, stage, StalledError(reason, "report it: this is a fault of papergym"))

    def _stall(self, work: Work, stage: Stage, error: BaseException) -> None:
        """Journal a fault of ours or the world's. The traceback goes to the journal, a line to the person."""
        work.error = str(error) if isinstance(error, PapergymError) else f"{type(error).__name__}: {error}"
        work.stalled_at = stage
        detail = "" if isinstance(error, PapergymError) else "".join(traceback.format_exception(error))
        self.warehouse.stall(self.name, work.paper_id or work.name, stage, work.error, detail)
