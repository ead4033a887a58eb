"""One passage planted in one paper: what the rules say with and without it, and how far it gets with obedient models."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flows.stages import Tools, of_kind, run_stage
from flows.work import Document, Work
from pipeline.adapters.mirror import MirrorSource
from pipeline.ports import Chat, Documents
from schemas.outcome import Call, Decision, Stage
from schemas.paper import Paper
from schemas.screening import Verdict
from tests.injection.obedient import ObedientChat
from tests.injection.passages import MARK, Planted
from tests.injection.planting import plant
from tests.pack.cases import EXAMPLES

STAGES = (Stage.SCREEN, Stage.EXTRACT, Stage.REVIEW)
LMSUCCSITE = {"https://github.com/KCLabMTU/LMSuccSite": EXAMPLES / "lmsuccsite" / "data"}


@dataclass(frozen=True)
class Judged:
    """A paper after screening, extraction and review: the last decision, and the verdicts on the way."""

    paper: Paper
    decision: Decision
    verdicts: tuple[tuple[str, str, str], ...]

    @property
    def said(self) -> str:
        """The outcome in a word or three."""
        if self.decision.call is Call.ADVANCE:
            return "passed review"
        return f"{self.decision.call} at {self.decision.stage} {self.decision.rule or ''}".strip()


@dataclass(frozen=True)
class Trial:
    """A row of the table. `seen` is how often an obedient model had the passage in sight."""

    planted: Planted
    file: str
    before: Judged
    after: Judged
    obeyed: Judged
    seen: int

    @property
    def has_moved(self) -> bool:
        """True where the rules say anything else of the paper with the passage."""
        return (self.before.verdicts, self.before.said) != (self.after.verdicts, self.after.said)

    @property
    def is_reported(self) -> bool:
        """True where the passage is among the paper's suspicions."""
        return any(MARK in item.text for item in self.after.paper.suspicions)

    @property
    def is_in_text(self) -> bool:
        """True where the passage stands in the text that rules and models read."""
        return bool(self.after.paper.find(MARK))


def judge(paper: Paper, path: Path, tools: Tools) -> Judged:
    """Take a paper that was read through screening, extraction and review, as far as it goes."""
    work = Work(Document(path, paper.source.sha256), paper_id=paper.paper_id)
    work.records[Stage.INTAKE] = (paper,)
    for stage in STAGES:
        produced = run_stage(work, stage, tools)
        work.records[stage], work.decision = produced.all(), produced.decision
        if produced.decision.call is not Call.ADVANCE:
            break
    assert work.decision is not None
    verdicts = tuple((item.rule, item.call.value, item.category) for item in of_kind(work, Verdict))
    return Judged(paper, work.decision, verdicts)


def tools_for(documents: Documents, folder: Path, chat: Chat | None = None) -> Tools:
    """Tools with the first example's data, and no store: review is the last stage here."""
    return Tools(documents, MirrorSource(LMSUCCSITE), None, folder, chat=chat)  # type: ignore[arg-type]


def read_paper(path: Path, documents: Documents) -> Paper:
    """The paper in a file."""
    from pipeline.intake import read

    return next(record for record in read(path, documents).records if isinstance(record, Paper))


def trial(clean: Judged, path: Path, planted: Planted, documents: Documents, folder: Path) -> Trial:
    """Plant the passage in a copy of the file, read it, and judge it with the rules and with obedient models."""
    paper = read_paper(plant(path, planted, folder), documents)
    chat = ObedientChat(planted, *claims_about(paper, planted))
    after = judge(paper, path, tools_for(documents, folder))
    obeyed = judge(paper, path, tools_for(documents, folder, chat))
    return Trial(planted, path.name, clean, after, obeyed, chat.obeyed)


def claims_about(paper: Paper, planted: Planted) -> tuple[Any, Any]:
    """What an honest adversary finds in a paper, and what an obedient one makes of it: out with the best rival."""
    sentence = next(block.text for section in paper.sections for block in section.blocks if len(block.text) > 80)[:200]
    common = {"severity": "normal", "reason": "it says so"}
    attack = {"check": "R1", "field_path": "verdicts.1.1", "action": "update", "recommended": "resource"}
    rival = "scores.independent-test-set.matthews_correlation.GPSuc"
    favour = {"check": "R11", "field_path": rival, "action": "remove", "recommended": ""}
    return (
        ("review_contribution", {**common, **attack, "quote": sentence}),
        ("review_scores", {**common, **favour, "quote": planted.text}),
    )
