"""`papergym score PACK OUTPUT`: metrics, gap and rank of a submission, and a line in the log of attempts."""

from pathlib import Path
from typing import TYPE_CHECKING

from flows.settings import ContainerSettings, load_settings
from flows.show.console import line, print_json
from flows.show.pack_status import warn_of
from flows.wiring import open_sandbox
from pipeline.containers import Containers, Limits, Unbuildable
from schemas.errors import ContainerFaultError

if TYPE_CHECKING:
    from pipeline.scoring import Place, ScoreReport


def run(pack: Path, output: Path, split: str, hours: float | None, plot: Path | None, as_json: bool) -> int:
    """Score and print. An invalid submission is a result with reasons (exit code 3), never an error."""
    from flows.attempts_file import AttemptsFile
    from pipeline.pack.withheld import require_data
    from pipeline.scoring import Split, score

    if plot is not None:
        from flows.show.score_plot import check_target

        check_target(plot)
    require_data(pack)
    warn_of(pack)
    settings = load_settings()
    place, reason = _place(pack, settings.containers)
    log = AttemptsFile(settings.var)
    report = score(pack, output, place=place, split=Split(split), attempts=log, hours=hours)
    if as_json:
        print_json(report.model_dump(mode="json"))
    else:
        from flows.show.score import show_score

        show_score(report)
        where = f"offline in {place.containers.name}" if place else "in a limited process, not in a sandbox"
        line(f"scored {where}" + (f": {reason}" if reason else ""), style="dim")
    if plot is not None:
        _plot(pack, report, plot)
    return 3 if any(instance.error for instance in report.instances) else 0


def _plot(pack: Path, report: "ScoreReport", target: Path) -> None:
    from flows.show.score_plot import plot
    from pipeline.scoring.reading import read_leaderboard, read_scoring

    plot(report, read_scoring(pack), read_leaderboard(pack), target)


def _place(pack: Path, settings: ContainerSettings) -> "tuple[Place | None, str]":
    """(where the evaluator runs, why not in a container). A sandbox that is named in the settings must work."""
    from pipeline.scoring import Place

    sandbox = open_sandbox(settings)
    if sandbox.containers is None:
        return None, sandbox.reason
    try:
        return Place(sandbox.containers, _image(pack, sandbox.containers), sandbox.limits), ""
    except ContainerFaultError as fault:
        if sandbox.is_required:
            raise
        return _without_image(settings, sandbox.limits), fault.message


def _image(pack: Path, containers: Containers) -> str:
    """The id of the pack's image; nothing where the sandbox has none."""
    from pipeline.pack.image import build_image

    built = build_image(containers, pack) if containers.has_images else None
    if isinstance(built, Unbuildable):
        hint = "Look at K5.1 of `papergym verify-pack`."
        raise ContainerFaultError(f"the image of the pack does not build: {built.reason}", hint)
    return built.id if built else ""


def _without_image(settings: ContainerSettings, limits: Limits) -> "Place | None":
    """bubblewrap, where it works."""
    from pipeline.scoring import Place

    try:
        containers = open_sandbox(settings.model_copy(update={"engine": "bwrap"})).containers
    except ContainerFaultError:
        return None
    return Place(containers, "", limits) if containers else None
