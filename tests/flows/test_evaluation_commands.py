"""`papergym eval` and `papergym compare` on real runs."""

import json
from pathlib import Path

import pytest

from tests.flows.command import ROOT, Shell

PAPERS = [ROOT / "tests" / "data" / "papers" / name for name in ("elife-52882.xml", "bioinf-PMC2768302.xml")]
GOLD = ROOT / "tests" / "data" / "gold.jsonl"


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A warehouse with two runs: `b` saw a human reject what `a` left open."""
    folder = tmp_path_factory.mktemp("evaluation")
    shell = Shell(folder / "var")
    copies = [folder / path.name for path in PAPERS]
    for path, copy in zip(PAPERS, copies, strict=True):
        copy.write_bytes(path.read_bytes())
    shell.run("run", *copies, "--plain", "--until", "screen", "--run", "a")
    (folder / "bioinf-PMC2768302.curation.yaml").write_text(
        "by: Ada\ndate: 2026-03-01\nverdicts:\n- {rule: '1.1', call: reject, category: validation_tool, reason: biology}\n"
    )
    shell.run("run", *copies, "--plain", "--until", "screen", "--run", "b")
    return shell


def test_eval_prints_tables_and_writes_three_files(shell: Shell, tmp_path: Path) -> None:
    told = shell.run("eval", GOLD, "--run", "a", "--out", tmp_path)
    assert told.returncode == 0, told.stderr
    assert "reject\t0\t1" in told.stdout
    found = json.loads((tmp_path / "evaluation.json").read_text())
    assert (found["papers"], found["mistakes"]) == (2, [])
    assert "| reject | 0 | 1 |" in (tmp_path / "evaluation.md").read_text()
    assert (tmp_path / "evaluation.svg").read_text().startswith("<?xml")


def test_the_picture_is_the_same_twice(shell: Shell, tmp_path: Path) -> None:
    for name in ("one", "two"):
        shell.run("eval", GOLD, "--run", "a", "--out", tmp_path / name)
    assert (tmp_path / "one" / "evaluation.svg").read_bytes() == (tmp_path / "two" / "evaluation.svg").read_bytes()


def test_compare_shows_the_move_the_change_and_who_made_it(shell: Shell) -> None:
    found = shell.json("compare", "a", "b")
    (move,) = found["moves"]
    assert (move["before"], move["after"]) == ("needs_review", "rejected")
    change = next(change for change in found["changes"] if change["field"] == "verdicts.1.1.call")
    assert (change["after"], change["decider_after"]) == ("reject", "human (Ada, 2026-03-01)")
    assert found["kinds"] == [], "the runs themselves are the same"
    assert (found["fixed"]["hits"], found["fixed"]["total"]) == (1, 1)


def test_compare_with_gold_counts_what_is_right(shell: Shell) -> None:
    found = shell.json("compare", "a", "b", "--gold", GOLD)
    assert (found["forgotten"]["hits"], found["forgotten"]["total"]) == (1, 2), "a reader is unsure: to wait was right"


@pytest.mark.parametrize("text", ["", "not json\n", '{"id": "a"}\n', '{"id": "a", "readers": [{"final": "maybe"}]}\n'])
def test_a_bad_gold_file_is_named_with_its_line(shell: Shell, tmp_path: Path, text: str) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text(text)
    told = shell.run("eval", bad)
    assert told.returncode == 2
    assert "bad.jsonl" in told.stderr and "Traceback" not in told.stderr


def test_an_unknown_run_is_a_usage_error(shell: Shell) -> None:
    told = shell.run("compare", "a", "nobody")
    assert told.returncode == 2
    assert "nobody" in told.stderr
