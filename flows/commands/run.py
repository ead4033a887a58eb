"""`papergym run PAPERS...`: take papers through the stages and show the funnel."""

from pathlib import Path

from flows.execute import execute
from flows.settings import load_settings
from flows.show.console import print_json
from flows.show.progress import watching
from flows.show.report import as_data, show_report
from schemas.outcome import Stage


def run(papers: tuple[Path, ...], run_name: str | None, until: str, plain: bool, as_json: bool) -> int:
    """Run, then print one line per paper that did not pass and the counts."""
    from pipeline.intake.discover import discover

    settings = load_settings()
    found = discover(papers)
    with watching(quiet=as_json) as watch:
        report = execute(found, settings, run_name, Stage(until), plain, watch)
    if as_json:
        print_json(as_data(report, settings))
    else:
        show_report(report, settings)
    return report.exit_code
