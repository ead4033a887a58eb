"""Who decides what rules leave open in a run: nobody, the models, or the recorded answers of an earlier run."""

from dataclasses import dataclass
from pathlib import Path

from flows.settings import Settings
from schemas.endpoints import Judge, Models
from schemas.errors import UsageError


@dataclass(frozen=True)
class Judging:
    """What a run does. `record` and `replay` are folders, at most one of them given, and only with models."""

    judge: Judge = "rules"
    record: Path | None = None
    replay: Path | None = None

    def warning(self, models: Models) -> str:
        """What a run with these models should say before it starts."""
        return models.warning if self.judge == "llm" else ""


def judging_of(settings: Settings, judge: Judge | None, record: Path | None, replay: Path | None) -> Judging:
    """The command line before the settings; a recording means models. Raises UsageError for what does not fit."""
    is_recording = record is not None or replay is not None
    judge = judge or ("llm" if is_recording else settings.judge)
    if record and replay:
        raise UsageError("--record and --replay exclude each other", "a replayed run asks nobody; leave one out")
    if is_recording and judge == "rules":
        raise UsageError("--record and --replay need --judge llm", "the rules ask no model")
    if replay and not replay.is_dir():
        raise UsageError(f"there is no recording {replay}", "name the folder that a run with --record wrote")
    return Judging(judge, record, replay)
