"""`papergym run PAPERS...`: take papers through the stages and show the funnel."""

from pathlib import Path

from flows.execute import execute
from flows.judging import judging_of
from flows.settings import load_settings
from flows.show.console import print_json
from flows.show.progress import watching
from flows.show.report import as_data, show_report
from schemas.endpoints import Judge
from schemas.outcome import Stage


def run(
    papers: tuple[Path, ...],
    run_name: str | None,
    until: str,
    plain: bool,
    as_json: bool,
    judge: Judge | None = None,
    record: Path | None = None,
    replay: Path | None = None,
) -> int:
    """Run, then print one line per paper that did not pass and the counts."""
    from pipeline.intake.discover import discover

    settings = load_settings()
    judging = judging_of(settings, judge, record, replay)
    found = discover(papers)
    with watching(quiet=as_json) as watch:
        report = execute(found, settings, run_name, Stage(until), plain, watch, judging)
    if as_json:
        print_json(as_data(report, settings))
    else:
        show_report(report, settings)
    return report.exit_code
