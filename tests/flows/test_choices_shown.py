"""Where code cannot choose a recipe, the proposals are listed with what speaks for them, wherever the question is."""

from pathlib import Path

import pytest

from flows.settings import Settings
from flows.show import queue
from flows.show.paper import show_paper
from flows.work import Document, Work
from schemas.outcome import Call, Decision, Question, Stage
from warehouse.queue import Waiting

CHOICES = (
    "'new/sites' (labelled_fasta, confidence 0.95): new/train.fasta",
    "'sites' (labelled_fasta, confidence 0.95)",
)
ASKED = Question(field="recipes", question="Which files belong to it?", rule="4.1", choices=CHOICES)
WAITING = Waiting(
    paper_id="p",
    file="paper.pdf",
    title="",
    run="r",
    stage=Stage.VERIFY,
    category="ambiguous_files",
    questions=(ASKED,),
)


@pytest.mark.parametrize("is_terminal", [True, False])
def test_the_queue_lists_them(
    is_terminal: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(queue, "is_terminal", lambda: is_terminal)
    queue.show_queue([WAITING])
    said = " ".join(capsys.readouterr().out.split())
    assert all(choice in said for choice in CHOICES)


def test_a_paper_that_waits_lists_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    decision = Decision(
        paper_id="p", stage=Stage.VERIFY, call=Call.REVIEW, category="ambiguous_files", reason="", questions=(ASKED,)
    )
    work = Work(Document(Path("paper.pdf"), "0" * 64))
    work.decision = decision
    show_paper(work, Settings(var=tmp_path))
    said = capsys.readouterr().out
    assert all(f"- {choice}" in said for choice in CHOICES)


@pytest.mark.parametrize(("path", "name"), [("paper.pdf", "paper.pdf"), ("a/b/paper.pdf", "b/paper.pdf")])
def test_a_file_of_this_folder_has_no_folder_in_its_name(path: str, name: str) -> None:
    assert Work(Document(Path(path), "0" * 64)).name == name
