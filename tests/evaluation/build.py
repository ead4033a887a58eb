"""Runs and gold lines for tests, with only what a test cares about."""

from typing import Any

from schemas.evidence import RULES, Decider, Evidence, Place
from schemas.gold import GoldPaper
from schemas.outcome import Call, Decision
from schemas.screening import Verdict, VerdictCall
from schemas.snapshot import End, JudgedPaper, Snapshot
from schemas.task import MethodRole, Score

_ENDS = {Call.ADVANCE: End.PASSED, Call.REVIEW: End.NEEDS_REVIEW, Call.REJECT: End.REJECTED}
_EMPTY: dict[str, Any] = dict.fromkeys(
    ("decisions", "verdicts", "algorithms", "settings", "metrics", "scores", "findings"), ()
)


def judged(paper_id: str, end: End = End.PASSED, **fields: Any) -> JudgedPaper:
    """A paper of a run."""
    head = {"doi": None, "names": (paper_id,), "stage": None, "rule": None, "category": None, "reason": ""}
    return JudgedPaper(paper_id=paper_id, end=end, **{**_EMPTY, **head, **fields})


def decided(name: str, decision: Decision) -> JudgedPaper:
    """A paper that a stage decided on."""
    told = {"rule": decision.rule, "category": decision.category, "reason": decision.reason}
    return judged(decision.paper_id, _ENDS[decision.call], names=(name,), stage=decision.stage, **told)


def run(*papers: JudgedPaper, name: str = "run", **settings: str) -> Snapshot:
    """A run of some papers; `code__screen="x"` becomes the setting `code.screen`."""
    recorded = {key.replace("__", "."): value for key, value in settings.items()}
    return Snapshot(run=name, started_at="", settings=recorded, papers={paper.paper_id: paper for paper in papers})


def gold(paper_id: str, *finals: str, **fields: Any) -> GoldPaper:
    """A gold line with a reader per final decision; `fields` go to every reader."""
    return GoldPaper.model_validate({"id": paper_id, "readers": [{"final": final, **fields} for final in finals]})


def verdict(rule: str, call: str, category: str = "", by: Decider = RULES) -> Verdict:
    """A verdict on paper `a`."""
    level = 0 if rule == "prefilter" else int(rule[0])
    return Verdict(
        paper_id="a", rule=rule, level=level, call=VerdictCall(call), category=category, reason="", decider=by
    )


def score(method: str, printed: str, metric: str = "accuracy", setting: str = "test", **fields: Any) -> Score:
    """A score of paper `a` in Table 2."""
    cell = Evidence(quote=printed, place=Place(table="Table 2", row=method, column=metric))
    base = {"paper_id": "a", "setting_id": setting, "metric_id": metric, "method": method, "printed": printed}
    base |= {"role": MethodRole.BASELINE, "value": float(printed), "evidence": (cell,)}
    return Score.model_validate({**base, **fields})
