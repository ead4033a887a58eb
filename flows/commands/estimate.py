"""`papergym estimate PAPERS...`: calls, tokens and money that judging by models would take, without a call."""

from pathlib import Path

from flows.execute import open_work
from flows.settings import load_settings
from flows.show.console import print_json
from schemas.errors import PapergymError


def run(papers: tuple[Path, ...], as_json: bool) -> int:
    """Print both bounds. A file that cannot be read is named and costs nothing. Exit code 5 if one stalls."""
    from flows.estimate import Estimate, estimate
    from flows.show.estimate import as_data, show_estimates
    from flows.wiring import open_reading
    from pipeline.intake.discover import discover

    settings = load_settings()
    found, stalled = [], False
    with open_reading(settings) as tools:
        for path in discover(papers):
            work = open_work(path)
            try:
                found.append(Estimate(path, "", work.error) if work.error else estimate(work, tools))
            except PapergymError as error:
                found.append(Estimate(path, "", error.message))
                stalled = True
            stalled = stalled or bool(work.error)
    if as_json:
        print_json(as_data(found, settings.models))
    else:
        show_estimates(found, settings.models)
    return 5 if stalled else 0
