"""The two splits of a pack: `dev` as often as wanted, `test` once per submission; every attempt is logged."""

import json
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from flows.attempts_file import AttemptsFile
from pipeline.pack.evaluator import OutputKind
from pipeline.scoring import score
from pipeline.scoring.model import Attempt, Ending, Split
from schemas.errors import StalledError, UsageError
from schemas.task import Direction
from tests.flows.command import Shell
from tests.scoring.factory import OWN, lmsuccsite, score_of, task_of, write_pack, write_table

INSTANCE = "independent_test"
TRUTH = {f"t{n}": str(n % 2) for n in range(40)}
DEV = {f"v{n}": str(n % 3 % 2) for n in range(90)}


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    made = write_pack(tmp_path, lmsuccsite(), {INSTANCE: TRUTH}, OutputKind.CLASS_LABELS, ("0", "1"))
    folder = made / "problem" / "data" / INSTANCE
    folder.mkdir(parents=True)
    lines = ["id,window,target", *(f'{row},"a, {row}",{value}' for row, value in DEV.items())]
    (folder / "validation.csv").write_text("\n".join(lines) + "\n")
    return made


def output_of(tmp_path: Path, rows: dict[str, str], name: str = "output") -> Path:
    write_table(tmp_path / name / INSTANCE / "predictions.csv", rows)
    return tmp_path / name


@pytest.fixture
def log(tmp_path: Path) -> AttemptsFile:
    return AttemptsFile(tmp_path / "var")


def attempts(log: AttemptsFile) -> list[Attempt]:
    return list(log.read())


def test_dev_scores_the_validation_rows(pack: Path, tmp_path: Path, log: AttemptsFile) -> None:
    right = score(pack, output_of(tmp_path, DEV), split=Split.DEV, attempts=log)
    assert (right.split, right.instances[0].primary.value) == (Split.DEV, 1.0)
    wrong = score(pack, output_of(tmp_path, dict.fromkeys(DEV, "0")), split=Split.DEV, attempts=log)
    assert [metric.value for metric in wrong.instances[0].metrics] == [0.0, pytest.approx(2 / 3)]
    assert [attempt.split for attempt in attempts(log)] == [Split.DEV, Split.DEV]


def test_dev_may_be_asked_as_often_as_wanted(pack: Path, tmp_path: Path, log: AttemptsFile) -> None:
    for _ in range(2):
        score(pack, output_of(tmp_path, DEV), split=Split.DEV, attempts=log)
    assert [attempt.is_repeat for attempt in attempts(log)] == [False, False]


def test_each_split_refuses_the_answers_of_the_other(pack: Path, tmp_path: Path) -> None:
    on_dev = score(pack, output_of(tmp_path, TRUTH), split=Split.DEV)
    assert "not in the validation split" in str(on_dev.instances[0].error)
    on_test = score(pack, output_of(tmp_path, DEV))
    assert on_test.instances[0].primary.value is None


def test_the_hidden_answers_are_not_read_for_dev(pack: Path, tmp_path: Path) -> None:
    shutil.rmtree(pack / "evaluation" / "ground_truth")
    assert score(pack, output_of(tmp_path, DEV), split=Split.DEV).gap is not None


def test_a_pack_without_a_validation_split_says_so(pack: Path, tmp_path: Path, log: AttemptsFile) -> None:
    (pack / "problem" / "data" / INSTANCE / "validation.csv").unlink()
    with pytest.raises(UsageError, match="no validation split"):
        score(pack, output_of(tmp_path, DEV), split=Split.DEV, attempts=log)
    assert attempts(log) == []


@pytest.mark.parametrize(
    "text", ["", "id,window\nv1,a\n", "window,target\na,1\n", 'id,target\n"v1', b"id,target\n\xff,1\n"]
)
def test_a_broken_validation_table_is_named(pack: Path, tmp_path: Path, text: str | bytes) -> None:
    table = pack / "problem" / "data" / INSTANCE / "validation.csv"
    table.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises((UsageError, StalledError), match=r"validation\.csv|evaluator"):
        score(pack, output_of(tmp_path, DEV), split=Split.DEV)


def test_an_instance_without_validation_rows_is_left_out_and_named(tmp_path: Path) -> None:
    scores = tuple(score_of("mae", "A", OWN, "2.0", setting) for setting in ("one", "two"))
    truth = {"one": {"a": "1.0"}, "two": {"a": "1.0"}}
    pack = write_pack(tmp_path, task_of({"mae": Direction.LOWER}, scores), truth, OutputKind.VALUES, ())
    write_table(pack / "problem" / "data" / "two" / "validation.csv", {"v1": "4", "v2": "5"})
    write_table(tmp_path / "output" / "two" / "predictions.csv", {"v1": "5", "v2": "6"})
    report = score(pack, tmp_path / "output", split=Split.DEV)
    assert (report.left_out, [each.instance for each in report.instances]) == (("one",), ["two"])
    assert report.instances[0].primary.value == 1.0


def test_the_test_split_is_scored_once_per_submission(pack: Path, tmp_path: Path, log: AttemptsFile) -> None:
    first = score(pack, output_of(tmp_path, TRUTH), attempts=log)
    shown = pack / "evaluation" / "evaluator.py"
    text = shown.read_text()
    again = score(pack, output_of(tmp_path, TRUTH, "copy"), attempts=log)
    assert again.instances == first.instances and again.gap == first.gap
    assert [attempt.is_repeat for attempt in attempts(log)] == [False, True]
    other = score(pack, output_of(tmp_path, {**TRUTH, "t0": "1"}), attempts=log)
    assert other.gap != first.gap and not other.attempt.is_repeat
    shown.write_text(text + "\n# another evaluator\n")
    assert not score(pack, output_of(tmp_path, TRUTH, "copy"), attempts=log).attempt.is_repeat


def test_a_repeat_does_not_run_the_evaluator(
    pack: Path, tmp_path: Path, log: AttemptsFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    import pipeline.scoring as module

    score(pack, output_of(tmp_path, TRUTH), attempts=log)
    monkeypatch.setattr(module, "run_evaluator", lambda *_: pytest.fail("the evaluator ran"))
    assert score(pack, output_of(tmp_path, TRUTH), attempts=log).attempt.is_repeat


def test_other_answers_of_the_pack_are_scored_anew(pack: Path, tmp_path: Path, log: AttemptsFile) -> None:
    score(pack, output_of(tmp_path, TRUTH), attempts=log)
    write_table(pack / "evaluation" / "ground_truth" / INSTANCE / "truth.csv", {**TRUTH, "t0": "1"})
    report = score(pack, output_of(tmp_path, TRUTH), attempts=log)
    assert not report.attempt.is_repeat and report.instances[0].primary.value != 1.0


def test_an_invalid_submission_and_an_evaluator_error_are_told_apart(
    pack: Path, tmp_path: Path, log: AttemptsFile
) -> None:
    score(pack, output_of(tmp_path, {"t0": "maybe"}), attempts=log)
    (pack / "evaluation" / "evaluator.py").write_text("INSTANCES = ()\nraise SystemExit(3)")
    with pytest.raises(StalledError):
        score(pack, output_of(tmp_path, TRUTH), attempts=log)
    bad, fault = attempts(log)
    assert bad.ending is Ending.INVALID_SUBMISSION and "'maybe'" in bad.reason and bad.scores is not None
    assert fault.ending is Ending.EVALUATOR_ERROR and "ended with 3" in fault.reason
    assert (fault.gap, fault.values, fault.scores) == (None, {}, None)


def test_after_an_evaluator_error_the_submission_may_be_scored(pack: Path, tmp_path: Path, log: AttemptsFile) -> None:
    truth = pack / "evaluation" / "ground_truth" / INSTANCE / "truth.csv"
    raw = truth.read_text()
    truth.write_text("broken")
    with pytest.raises(StalledError):
        score(pack, output_of(tmp_path, TRUTH), attempts=log)
    with pytest.raises(StalledError):
        score(pack, output_of(tmp_path, TRUTH), attempts=log)
    truth.write_text(raw)
    assert score(pack, output_of(tmp_path, TRUTH), attempts=log).gap is not None


def attempt(number: int) -> Attempt:
    digits: dict[str, Any] = {"evaluator_sha256": "a" * 64, "submission_sha256": f"{number:064x}"}
    return Attempt(pack="p", **digits, seconds=0, gap=None, values={}, errors={"one": "x" * 5000}, scores={})


def test_writers_at_once_lose_no_line(log: AttemptsFile) -> None:
    def write(start: int) -> None:
        for number in range(start, start + 25):
            log.add(attempt(number))

    threads = [threading.Thread(target=write, args=(start,)) for start in (0, 100, 200, 300)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({each.submission_sha256 for each in attempts(log)}) == 100


@pytest.mark.parametrize("torn", ['{"at":"2026', "[]\n", "null", "{}\n", "\xff\xfe"])
def test_a_torn_line_is_passed_over_and_harms_no_other(log: AttemptsFile, tmp_path: Path, torn: str) -> None:
    log.add(attempt(1))
    with (tmp_path / "var" / "attempts.jsonl").open("a", encoding="latin-1") as file:
        file.write(torn)
    log.add(attempt(2))
    assert [int(each.submission_sha256, 16) for each in attempts(log)] == [1, 2]


def test_lines_of_older_logs_are_read(log: AttemptsFile, tmp_path: Path) -> None:
    old = {"at": "2026-01-02T03:04:05+00:00", "pack": "p", "evaluator_sha256": "a" * 64, "submission_sha256": "b" * 64}
    old |= {"sandbox": "", "seconds": 1.5, "gap": 0.1, "values": {"one": 0.5}, "errors": {}}  # type: ignore[dict-item]
    (tmp_path / "var" / "attempts.jsonl").write_text(json.dumps(old) + "\n")
    (read,) = attempts(log)
    assert (read.gap, read.split, read.ending) == (0.1, Split.TEST, None)


@pytest.fixture
def shell(tmp_path: Path) -> Iterator[Shell]:
    yield Shell(tmp_path / "var")


def test_the_command(pack: Path, tmp_path: Path, shell: Shell) -> None:
    dev = shell.run("score", pack, output_of(tmp_path, DEV), "--split", "dev")
    assert dev.returncode == 0 and dev.stdout.startswith("scored on the validation rows"), dev.stderr
    shell.run("score", pack, output_of(tmp_path, TRUTH))
    again = shell.run("score", pack, output_of(tmp_path, TRUTH))
    assert "was scored before" in again.stdout
    told = shell.json("score", pack, output_of(tmp_path, TRUTH), "--hours", "2")
    assert told["attempt"]["is_repeat"] and told["attempt"]["ending"] == "scored"
    primary = told["instances"][0]["metrics"][0]
    assert primary["normalised"]["progress_rate"] == pytest.approx((1 - 0.30) / 0.06 / 2)
    names = {"gap", "relative_improvement", "ratio", "anchored", "anchored_log", "gap_closed", "log_distance"}
    assert primary["normalised"].keys() == names | {"progress_rate"}
    assert (primary["standing"]["rank"], primary["standing"]["medal"]) == (1, "gold")
    assert len(list(AttemptsFile(shell.var).read())) == 4
    (pack / "problem" / "data" / INSTANCE / "validation.csv").unlink()
    without = shell.run("score", pack, output_of(tmp_path, DEV), "--split", "dev")
    assert without.returncode == 2 and "no validation split" in without.stderr and not without.stdout


def test_two_commands_at_once_score_it_once_and_log_both(pack: Path, tmp_path: Path, shell: Shell) -> None:
    output = output_of(tmp_path, TRUTH)
    both = [shell.start("score", pack, output, "--json") for _ in range(2)]
    told = [json.loads(process.communicate()[0]) for process in both]
    assert [each["gap"] for each in told] == [told[0]["gap"]] * 2
    assert sorted(each.is_repeat for each in AttemptsFile(shell.var).read()) == [False, True]


def test_the_plot_shows_the_submission_among_the_methods(pack: Path, tmp_path: Path, shell: Shell) -> None:
    output = output_of(tmp_path, TRUTH)
    pictures = [tmp_path / "one.svg", tmp_path / "two.svg", tmp_path / "three.png"]
    for picture in pictures:
        done = shell.run("score", pack, output, "--plot", picture)
        assert done.returncode == 0, done.stderr
    text = pictures[0].read_text()
    assert pictures[0].read_bytes() == pictures[1].read_bytes()
    named = ("this submission", "LMSuccSite", "GPSuc", "matthews_correlation *", "accuracy", "SOTA", "best baseline")
    assert [name for name in named if f"<!-- {name} -->" not in text and name not in text] == []
    assert pictures[2].read_bytes().startswith(b"\x89PNG")


def test_the_plot_of_a_failed_submission_has_no_mark_for_it(pack: Path, tmp_path: Path, shell: Shell) -> None:
    picture = tmp_path / "failed.svg"
    assert shell.run("score", pack, output_of(tmp_path, {"t0": "$x^$"}), "--plot", picture).returncode == 3
    assert picture.read_text().count("<!-- no score -->") == 2


@pytest.mark.parametrize("name", ["plot.pdf", "plot", "nowhere/plot.svg"])
def test_a_plot_that_cannot_be_written_is_refused_before_scoring(
    pack: Path, tmp_path: Path, shell: Shell, name: str
) -> None:
    done = shell.run("score", pack, output_of(tmp_path, TRUTH), "--plot", tmp_path / name)
    assert done.returncode == 2
    assert not (shell.var / "attempts.jsonl").exists()
