"""The stage: from a verified task to a pack on disk, checked before it gets its place."""

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from filelock import FileLock

from pipeline.containers import NO_SANDBOX, Sandbox
from pipeline.pack.brief import with_brief
from pipeline.pack.calibration import calibrate
from pipeline.pack.evaluator import problems
from pipeline.pack.files import listing, pack_sha256
from pipeline.pack.layout import UNVERIFIED
from pipeline.pack.lifecycle import status_after, status_lock, write_status
from pipeline.pack.output import contract_of, scorable
from pipeline.pack.placing import place, remove
from pipeline.pack.plan import Plan, make_plan
from pipeline.pack.settling import settle
from pipeline.pack.verification import Verification, verify
from pipeline.pack.withheld import may_ship, withhold
from pipeline.pack.write import write_pack
from pipeline.ports import Chat, Produced, Store
from pipeline.verify.errors import RecipeError
from schemas.curation import Curation
from schemas.data import CheckStatus, DataCheck, DataFile, Recipe
from schemas.outcome import Question, Stage, advance, ask
from schemas.pack import Pack, PackCheck
from schemas.paper import Paper
from schemas.task import Task

_LOCK = ".lock"
_BUILDING = ".building-"
_ANSWERED_BY = {"F1": "brief", "F2": "brief", "F3": "brief", "F4": "brief", "F5": "brief", "K3.6": "scores"}


def build(
    paper: Paper,
    task: Task,
    recipes: Sequence[Recipe],
    files: Sequence[DataFile],
    store: Store,
    packs_root: Path,
    curation: Curation | None = None,
    data_checks: Sequence[DataCheck] = (),
    sandbox: Sandbox = NO_SANDBOX,
    chat: Chat | None = None,
) -> Produced:
    """Build the pack of a task in a temporary folder, check it, and put it at `packs_root/<pack_id>`.

    The records are a Pack and its PackChecks. With a failed check the decision is review, and the pack lies under
    `packs_root/_unverified`. Settings without a recipe are left out. Where `data_checks` (4.7) say that the data may
    not be passed on, a verified pack carries what is needed to fetch it instead. With a chat the writer makes the
    brief, where what it writes holds. What a metric is averaged by, where the paper does not say, is settled by its
    numbers or asked. Raises StalledError where the store lost a file, or where a sandbox that is required fails.
    """
    try:
        settlement = settle(make_plan(paper, task, recipes, files, store, curation))
        plan, unscored = scorable(replace(settlement.plan, settled=settlement.settled))
        plan = replace(plan, ships_data=may_ship(data_checks, [recipe.setting_id for recipe in recipes]))
    except RecipeError as error:
        return _ask(paper, Question(field="recipes", question=str(error)))
    obstacles = (*_obstacles(plan, unscored), *settlement.questions)
    if obstacles:
        return _ask(paper, *obstacles)
    plan = with_brief(replace(plan, calibration=calibrate(plan)), chat)
    packs_root.mkdir(parents=True, exist_ok=True)
    with FileLock(packs_root / _LOCK):
        return _build(plan, unscored, store, packs_root, sandbox)


def _obstacles(plan: Plan, unscored: dict[str, str]) -> Iterator[Question]:
    """What keeps a plan from being a pack, as questions."""
    if not plan.instances:
        yield Question(field="recipes", question="No setting has a recipe: which files and columns make its data?")
    elif not any(metric.is_primary for metric in plan.metrics):
        reason = "; ".join(unscored.values())
        yield Question(field="metrics", question=f"The primary metric cannot be scored ({reason}). Which one can?")
    else:
        yield from (Question(field="recipes", question=problem) for problem in problems(contract_of(plan)))


def _build(plan: Plan, unscored: dict[str, str], store: Store, packs_root: Path, sandbox: Sandbox) -> Produced:
    for left_over in packs_root.glob(f"{_BUILDING}*"):
        remove(left_over)
    with tempfile.TemporaryDirectory(prefix=_BUILDING, dir=packs_root, ignore_cleanup_errors=True) as folder:
        pack_dir = Path(folder) / plan.pack_id
        pack_dir.mkdir()
        write_pack(plan, pack_dir, store, unscored)
        verification = verify(pack_dir, sandbox, lambda again: write_pack(plan, again, store, unscored))
        failed = [check for check in verification.checks if check.status is CheckStatus.FAIL]
        if not plan.ships_data and not failed:
            withhold(pack_dir)
        there, elsewhere = (packs_root / UNVERIFIED, packs_root) if failed else (packs_root, packs_root / UNVERIFIED)
        with status_lock(there / plan.pack_id):
            status = status_after(pack_dir, there / plan.pack_id)
            record = _record(plan, pack_dir, verification, status.version)
            write_status(place(pack_dir, there), status)
        remove(elsewhere / plan.pack_id)
    records = (record, *verification.checks)
    if failed:
        return Produced(_ask(plan.paper, *map(_question, failed)).decision, records)
    return Produced(advance(plan.paper.paper_id, Stage.PACK, _summary(plan.pack_id, verification)), records)


def _record(plan: Plan, pack_dir: Path, verification: Verification, version: str) -> Pack:
    files = listing(pack_dir)
    return Pack(
        paper_id=plan.paper.paper_id,
        pack_id=plan.pack_id,
        semantic_version=version,
        pack_sha256=pack_sha256(files),
        instances=plan.names,
        primary_metric=plan.task.primary.metric_id,
        files=files,
        baselines=verification.baselines,
        brief_by=plan.brief_by,
        settled=plan.settled,
        calibration=plan.calibration,
    )


def _summary(pack_id: str, verification: Verification) -> str:
    counts = {status: sum(check.status is status for check in verification.checks) for status in CheckStatus}
    said = ", ".join(f"{count} {status}" for status, count in counts.items() if count)
    return f"pack {pack_id}: {said}"


def _question(check: PackCheck) -> Question:
    text = f"{check.check_id} {check.title}: {check.reason}. The pack lies under {UNVERIFIED}/{check.pack_id}."
    return Question(field=_ANSWERED_BY.get(check.check_id, "recipes"), question=text, rule=check.check_id)


def _ask(paper: Paper, *questions: Question) -> Produced:
    category = "pack_check" if any(question.rule for question in questions) else "not_packable"
    return Produced(ask(paper.paper_id, Stage.PACK, category, questions))
