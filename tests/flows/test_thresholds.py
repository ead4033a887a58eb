"""The limits of the data checks are settings: named in the file, refused where they do not exist, part of the unit."""

from dataclasses import replace
from pathlib import Path

import pytest

from flows.settings import load_settings
from flows.stages import Tools, unit_key
from flows.work import Document, Work
from pipeline.verify.thresholds import DEFAULT_THRESHOLDS
from schemas.errors import UsageError
from schemas.outcome import Stage


def configured(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str) -> None:
    (tmp_path / "papergym.toml").write_text(text)
    monkeypatch.setenv("PAPERGYM_CONFIG", str(tmp_path / "papergym.toml"))


def test_a_curator_sets_a_limit_in_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    configured(monkeypatch, tmp_path, "[thresholds]\nnear_share = 0.5\n")
    assert load_settings().thresholds == replace(DEFAULT_THRESHOLDS, near_share=0.5)


@pytest.mark.parametrize("line", ["nearness = 0.5", 'near_share = "much"'])
def test_a_limit_that_does_not_exist_is_wrong_use(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, line: str) -> None:
    configured(monkeypatch, tmp_path, f"[thresholds]\n{line}\n")
    with pytest.raises(UsageError, match="thresholds"):
        load_settings()


def test_other_limits_are_another_unit_of_work(tmp_path: Path) -> None:
    work = Work(Document(tmp_path / "paper.pdf", "0" * 64, None), paper_id="p")
    work.keys[Stage.REVIEW] = "review:p:1:1"
    tools = Tools(documents=None, source=None, store=None, packs_root=tmp_path)  # type: ignore[arg-type]
    other = replace(tools, thresholds=replace(DEFAULT_THRESHOLDS, near_share=0.5))
    assert unit_key(work, Stage.VERIFY, tools) != unit_key(work, Stage.VERIFY, other)
    assert unit_key(work, Stage.VERIFY, tools) == unit_key(work, Stage.VERIFY, replace(tools))
