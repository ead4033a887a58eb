"""The Prefect flows: one task per paper and stage, and flow runs of at most `PAPERS_PER_FLOW` papers.

They wrap the loop of `flows.advance`; they decide nothing. Above some 1,000 tasks in one flow run Prefect's event
queue overflows, so a folder is several flow runs.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from prefect import flow, task
from prefect.cache_policies import NO_CACHE
from prefect.futures import as_completed
from prefect.task_runners import ThreadPoolTaskRunner
from prefect.utilities.annotations import quote

from flows.advance import Answered, Run
from flows.stages import ORDER, Tools, run_stage
from flows.work import Work
from pipeline.ports import Produced
from schemas.outcome import Stage

PAPERS_PER_FLOW = 1000 // len(ORDER)


@task(name="stage", task_run_name="{stage} {name}", cache_policy=NO_CACHE, persist_result=False)
def stage_task(stage: str, name: str, work: Any, tools: Any) -> Produced:
    """One stage of one paper."""
    return run_stage(work, Stage(stage), tools)


class PrefectRunner:
    """Submits a task per paper inside the running flow and gives the answers as they come."""

    def __call__(self, stage: Stage, works: Sequence[Work], tools: Tools) -> Iterator[Answered]:
        """Answers or exceptions, one per paper."""
        futures = {stage_task.submit(stage.value, work.name, quote(work), quote(tools)): work for work in works}
        for future in as_completed(list(futures)):
            yield futures[future], future.result(raise_on_failure=False)


def run_flows(run: Run, works: Sequence[Work], until: Stage, workers: int) -> None:
    """Take the papers through the stages in flow runs, one after another."""
    runner: Any = ThreadPoolTaskRunner(max_workers=workers)

    @flow(name="build-packs", flow_run_name=run.name, task_runner=runner, validate_parameters=False)
    def build_packs(first: int, last: int, stage: str) -> None:
        run.advance(works[first:last], PrefectRunner(), Stage(stage))

    chunks = [(start, min(start + PAPERS_PER_FLOW, len(works))) for start in range(0, len(works), PAPERS_PER_FLOW)]
    if len(chunks) > 1:  # copies of one paper may lie in two chunks: read all before any goes on
        for first, last in chunks:
            build_packs(first, last, Stage.INTAKE.value)
        run.know_papers(works)
    for first, last in chunks:
        build_packs(first, last, until.value)
