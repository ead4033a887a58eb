"""`papergym score PACK OUTPUT`: metrics, gap and rank of a submission, and a line in the log of attempts."""

from datetime import UTC, datetime
from pathlib import Path

from flows.settings import load_settings
from flows.show.console import print_json


def run(pack: Path, output: Path, as_json: bool) -> int:
    """Score and print. An invalid submission is a result with reasons (exit code 3), never an error."""
    from pipeline.pack.withheld import require_data
    from pipeline.scoring import score

    require_data(pack)
    report = score(pack, output)
    log = load_settings().var / "attempts.jsonl"
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("a", encoding="utf-8") as file:
        file.write(report.attempt.line(datetime.now(UTC)))
    if as_json:
        print_json(report.model_dump(mode="json"))
    else:
        from flows.show.score import show_score

        show_score(report)
    return 3 if any(instance.error for instance in report.instances) else 0
