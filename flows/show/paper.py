"""One paper's result: its pack with the scores to beat, or what stands in the way and what to do."""

from flows.execute import outcome_of
from flows.settings import Settings
from flows.show.console import command_name, line, print_table, shortened
from flows.show.report import reason_of
from flows.stages import of_kind, pack_folders
from flows.work import Work
from schemas.evidence import Evidence
from schemas.outcome import Outcome
from schemas.pack import Pack

STYLES = {
    Outcome.PACKED: "bold green",
    Outcome.REJECTED: "bold red",
    Outcome.NEEDS_REVIEW: "bold yellow",
    Outcome.FAILED: "bold magenta",
}


def show_paper(work: Work, settings: Settings) -> None:
    """Print the outcome, then what the reader needs next."""
    outcome = outcome_of(work)
    line(f"{outcome.value}: {work.paper_id or work.name}", style=STYLES[outcome])
    if outcome is Outcome.PACKED:
        _show_packs(work, settings)
    elif outcome is Outcome.NEEDS_REVIEW:
        _show_questions(work)
    else:
        _show_reason(work)
    if work.paper_id:
        line(f"why: {command_name()} audit {work.paper_id}")


def _show_packs(work: Work, settings: Settings) -> None:
    for pack, folder in zip(of_kind(work, Pack), pack_folders(work, settings.packs_root), strict=True):
        show_baselines(pack)
        line(f"pack: {folder}", style="bold")
        if (folder / "fetch_data.json").is_file():
            line(f"its data may not be passed on, so it is not in it; get it: {command_name()} fetch-data {folder}")
        line(f"check it again: {command_name()} verify-pack {folder}")


def show_baselines(pack: Pack) -> None:
    """What plain solvers score next to the paper's SOTA: a row per solver, a column per metric."""
    for instance in pack.instances:
        results = [result for result in pack.baselines if result.instance == instance]
        metrics = sorted({result.metric for result in results}, key=lambda name: (name != pack.primary_metric, name))
        values = {(result.solver, result.metric): result.value for result in results}
        sota = {result.metric: result.sota for result in results}
        rows = [
            [instance, solver, *(_number(values.get((solver, metric))) for metric in metrics)]
            for solver in dict.fromkeys(result.solver for result in results)
        ]
        rows += _rerun(pack, instance, metrics)
        rows.append([instance, "SOTA of the paper", *(_number(sota[metric]) for metric in metrics)])
        print_table(["instance", "plain baseline", *metrics], rows)


def _rerun(pack: Pack, instance: str, metrics: list[str]) -> list[list[str]]:
    """The paper's simple baselines run again, each with the printed value in brackets. Other features, other scores."""
    runs = [run for run in pack.calibration if run.instance == instance]
    found = {(run.method, run.metric): f"{_number(run.value)} ({run.printed:.4g})".strip() for run in runs}
    methods = dict.fromkeys(run.method for run in runs)
    return [[instance, f"{name} run again (printed)", *(found.get((name, m), "") for m in metrics)] for name in methods]


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.4g}"


def _show_questions(work: Work) -> None:
    decision = work.decision
    shown: set[Evidence] = set()
    for question in decision.questions if decision else ():
        line(f"  {question.rule or (decision.stage if decision else '')}: {question.question}")
        for choice in question.choices:
            line(f"     - {shortened(choice, 240)}", style="dim")
        if question.field != "source":  # a file that cannot be read is replaced, not curated
            line(f"     answer it in curation.yaml beside the paper, field {question.field}")
        _show_evidence(tuple(item for item in question.evidence if item not in shown))
        shown.update(question.evidence)


def _show_reason(work: Work) -> None:
    decision = work.decision
    rule = f"rule {decision.rule} ({decision.category}): " if decision and decision.rule and not work.error else ""
    line(f"  {rule}{work.error or reason_of(work)}")
    _show_evidence(decision.evidence if decision and not work.error else ())


def _show_evidence(evidence: tuple[Evidence, ...]) -> None:
    for item in evidence[:3]:
        line(f'     "{shortened(item.quote)}" ({item.place})', style="dim")
