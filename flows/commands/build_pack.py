"""`papergym build-pack PAPER`: one paper through all the stages, and where its pack is."""

from pathlib import Path

from flows.execute import execute
from flows.judging import judging_of
from flows.settings import load_settings
from flows.show.console import print_json
from flows.show.paper import show_paper
from flows.show.progress import watching
from flows.show.report import as_data
from schemas.endpoints import Judge
from schemas.errors import UsageError
from schemas.outcome import Stage


def run(
    paper: Path,
    plain: bool,
    as_json: bool,
    judge: Judge | None = None,
    record: Path | None = None,
    replay: Path | None = None,
) -> int:
    """Build the pack and say where it is, or say what stands in the way."""
    if not paper.is_file():
        kind = "is a folder" if paper.is_dir() else "does not exist"
        raise UsageError(f"{paper} {kind}", "name one paper; for a folder of papers use `papergym run`")
    settings = load_settings()
    judging = judging_of(settings, judge, record, replay)
    with watching(quiet=as_json) as watch:
        report = execute((paper,), settings, None, Stage.PACK, plain, watch, judging)
    if as_json:
        print_json(as_data(report, settings))
    else:
        show_paper(report.works[0], settings)
    return report.exit_code
