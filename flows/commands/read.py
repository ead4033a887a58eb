"""`papergym read PAPER`: what the reader sees in a paper, for the eye that checks it; nothing is stored."""

from pathlib import Path

from flows.settings import load_settings
from flows.show.console import line, print_json
from pipeline.ports import Produced
from schemas.outcome import Call
from schemas.paper import Paper

EXIT_CODES = {Call.ADVANCE: 0, Call.REJECT: 3, Call.REVIEW: 4}


def run(paper: Path, html: Path | None, as_json: bool) -> int:
    """Print the structure and every table, or write them as one page with the pictures beside the cells."""
    from flows.show.reading import show_reading, write_page
    from flows.wiring import draw

    produced = _read(paper)
    found = next((record for record in produced.records if isinstance(record, Paper)), None)
    if as_json:
        print_json(found.model_dump(mode="json") if found else produced.decision.model_dump(mode="json"))
    elif found is None:
        line(f"{paper.name}: {produced.decision.category}: {produced.decision.reason}", style="bold red")
        for question in produced.decision.questions:
            line(f"  {question.question}")
    elif html:
        write_page(found, paper, html, draw)
        line(f"wrote {html}")
    else:
        show_reading(found)
    return EXIT_CODES[produced.decision.call]


def _read(path: Path) -> Produced:
    from flows.wiring import open_reading
    from pipeline.intake import read

    with open_reading(load_settings()) as tools:
        return read(path, tools.documents, tools.structure)
