"""Scoring of submissions to a pack, through its own evaluator in its own process."""

import json
import os
import re
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pipeline.pack.evaluator import OutputKind
from pipeline.scoring import score
from pipeline.scoring.model import Medal
from schemas.errors import StalledError, UsageError
from schemas.task import Direction
from tests.scoring.factory import OTHER, OWN, lmsuccsite, score_of, task_of, write_pack, write_table

TEST_SET = Path(__file__).parents[2] / "examples/lmsuccsite/data/test/fasta"
INSTANCE = "independent_test"


def answers() -> dict[str, str]:
    """The labels of the test windows of LMSuccSite: 253 positive, 2973 negative."""
    found: dict[str, str] = {}
    for label, name in (("1", "test_positive_sites.fasta"), ("0", "test_negative_sites.fasta")):
        headers = re.findall(r"^>", (TEST_SET / name).read_text(), re.MULTILINE)
        found |= {f"{label}-{place}": label for place in range(len(headers))}
    return {f"row{place}": label for place, label in enumerate(found.values())}


TRUTH = answers()


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    return write_pack(tmp_path, lmsuccsite(), {INSTANCE: TRUTH}, OutputKind.CLASS_LABELS, ("0", "1"))


@pytest.fixture
def output(tmp_path: Path) -> Path:
    made = tmp_path / "output"
    (made / INSTANCE).mkdir(parents=True)
    return made


def submission(output: Path) -> Path:
    return output / INSTANCE / "predictions.csv"


def test_the_truth_surpasses_the_paper(pack: Path, output: Path) -> None:
    write_table(submission(output), TRUTH)
    report = score(pack, output)
    primary = report.instances[0].primary
    assert (primary.metric, primary.value, primary.sota, primary.baseline) == ("matthews_correlation", 1.0, 0.36, 0.3)
    assert report.gap == pytest.approx((1 - 0.36) / 0.36)
    assert report.is_match and report.is_surpass
    assert primary.standing is not None
    assert (primary.standing.rank, primary.standing.methods, primary.standing.medal) == (1, 9, Medal.GOLD)
    assert primary.standing.below is not None and primary.standing.below.method == "LMSuccSite"
    assert report.instances[0].error is None


def test_a_constant_scores_an_mcc_of_0(pack: Path, output: Path) -> None:
    write_table(submission(output), dict.fromkeys(TRUTH, "0"))
    report = score(pack, output)
    primary, accuracy = report.instances[0].metrics
    assert (primary.value, report.gap) == (0.0, -1.0)
    assert accuracy.value == pytest.approx(2973 / 3226)
    assert primary.standing is not None and accuracy.standing is not None
    assert (primary.standing.rank, primary.standing.methods, primary.standing.below) == (10, 9, None)
    assert primary.standing.above is not None and primary.standing.above.method == "iSuc-PseAAC"
    assert (accuracy.standing.rank, primary.standing.medal) == (1, None)
    assert not report.is_match


def test_a_value_between_two_methods_names_both(pack: Path, output: Path) -> None:
    """200 of 253 positives found, 625 false alarms: an MCC of 0.36 as the paper prints it, and below it exactly."""
    given = dict(TRUTH)
    positives = [row for row, label in TRUTH.items() if label == "1"]
    negatives = [row for row, label in TRUTH.items() if label == "0"]
    given |= dict.fromkeys(positives[200:], "0") | dict.fromkeys(negatives[:625], "1")
    write_table(submission(output), given)
    primary = score(pack, output).instances[0].primary
    assert primary.value == pytest.approx(0.356, abs=0.003)
    assert primary.is_sota_as_printed
    assert primary.standing is not None and primary.standing.rank == 2
    assert primary.standing.above is not None and primary.standing.above.method == "LMSuccSite"
    assert primary.standing.below is not None and primary.standing.below.method == "GPSuc"
    assert primary.standing.medal is Medal.SILVER
    assert primary.gap is not None and primary.gap < 0


def test_a_bad_submission_counts_minus_one_and_says_why(pack: Path, output: Path) -> None:
    write_table(submission(output), {**TRUTH, "row7": "maybe"})
    report = score(pack, output)
    result = report.instances[0]
    assert (result.primary.value, report.gap, result.primary.standing) == (None, -1.0, None)
    assert result.error is not None and "'maybe' is not a class" in result.error
    assert report.attempt.errors == {INSTANCE: result.error}


def test_instances_are_averaged_and_a_missing_one_counts_minus_one(tmp_path: Path, output: Path) -> None:
    scores = tuple(
        score_of("mae", method, role, value, setting)
        for setting in ("one", "two")
        for method, role, value in (("A", OWN, "2.0"), ("B", OTHER, "4.0"))
    )
    truth = {"one": {"a": "1.0", "b": "2.0"}, "two": {"a": "1.0", "b": "2.0"}}
    pack = write_pack(tmp_path, task_of({"mae": Direction.LOWER}, scores), truth, OutputKind.VALUES, ())
    write_table(output / "one" / "predictions.csv", {"a": "2.0", "b": "3.0"})
    report = score(pack, output)
    assert [instance.primary.gap for instance in report.instances] == [pytest.approx(0.5), -1.0]
    assert report.gap == pytest.approx(-0.25)
    assert "no such folder" in str(report.instances[1].error)


def link(output: Path, pack: Path) -> None:
    submission(output).symlink_to(pack / "evaluation" / "ground_truth" / INSTANCE / "truth.csv")


def hard_link(output: Path, pack: Path) -> None:
    os.link(pack / "evaluation" / "ground_truth" / INSTANCE / "truth.csv", submission(output))


def linked_folder(output: Path, pack: Path) -> None:
    submission(output).parent.rmdir()
    submission(output).parent.symlink_to(pack / "evaluation" / "ground_truth" / INSTANCE)


def pipe(output: Path, pack: Path) -> None:
    os.mkfifo(submission(output))


def folder(output: Path, pack: Path) -> None:
    submission(output).mkdir()


def sparse(output: Path, pack: Path) -> None:
    with submission(output).open("wb") as file:
        file.truncate(2**40)


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (link, "a symbolic link"),
        (hard_link, "a hard link"),
        (linked_folder, "a symbolic link"),
        (pipe, "not a regular file"),
        (folder, "not a regular file"),
        (sparse, "too large"),
    ],
)
def test_only_regular_files_are_taken(pack: Path, output: Path, spoil: object, reason: str) -> None:
    assert callable(spoil)
    spoil(output, pack)
    started = time.monotonic()
    report = score(pack, output)
    assert report.instances[0].primary.value is None
    assert reason in str(report.instances[0].error)
    assert time.monotonic() - started < 10


def test_other_files_do_not_hinder(pack: Path, output: Path) -> None:
    write_table(submission(output), TRUTH)
    (output / INSTANCE / "model.pkl").write_bytes(b"\x80\x04.")
    (output / INSTANCE / "logs").mkdir()
    (output / "another").mkdir()
    (output / INSTANCE / os.fsdecode(b"caf\xe9.txt")).write_text("latin")
    assert score(pack, output).instances[0].error is None


def test_the_pack_and_the_submission_stay_as_they_are(pack: Path, output: Path) -> None:
    write_table(submission(output), TRUTH)

    def snapshot() -> dict[Path, bytes]:
        return {path: path.read_bytes() for path in pack.parent.rglob("*") if path.is_file()}

    before = snapshot()
    score(pack, output)
    assert snapshot() == before


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("raise SystemExit(3)", "ended with 3"),
        ("import sys; sys.exit(0)", "no score.json"),
        ("open('score.json', 'w').write('{\"independent_test\": {\"accuracy\": NaN}}')", "NaN"),
        ("open('score.json', 'w').write('[1]')", "not of the form"),
        ("open('score.json', 'w').write('{\"independent_test\": {\"accuracy\": \"high\"}}')", "'high'"),
        ("open('score.json', 'w').write('{\"independent_test\": {\"accuracy\": true}}')", "True"),
        ("open('score.json', 'w').write('{}')", "no scores for independent_test"),
        ("open('score.json', 'w').write('{\"independent_test\": {\"accuracy\": 1}}')", "no matthews_correlation"),
        ("open('score.json', 'w').write('{')", "does not read"),
        ("x = bytearray(2**40)", "ended with 1"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "ended with -11"),
    ],
)
def test_a_fault_of_the_evaluator_stalls(pack: Path, output: Path, source: str, reason: str) -> None:
    write_table(submission(output), TRUTH)
    (pack / "evaluation" / "evaluator.py").write_text(source)
    with pytest.raises(StalledError, match=reason):
        score(pack, output)


def test_what_the_evaluator_said_is_passed_on(pack: Path, output: Path) -> None:
    (pack / "evaluation" / "ground_truth" / INSTANCE / "truth.csv").unlink()
    with pytest.raises(StalledError) as caught:
        score(pack, output)
    assert "evaluator_error" in caught.value.hint and "truth.csv" in caught.value.hint


def test_an_evaluator_that_hangs_is_killed_with_its_children(pack: Path, output: Path, tmp_path: Path) -> None:
    note = tmp_path / "child"
    hang = "import subprocess, sys, time\nc = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
    hang += f"open({str(note)!r}, 'w').write(str(c.pid))\ntime.sleep(60)\n"
    (pack / "evaluation" / "evaluator.py").write_text(hang)
    with pytest.raises(StalledError, match="longer than 1 s"):
        score(pack, output, timeout_seconds=1)
    deadline = time.monotonic() + 5
    while _is_running(int(note.read_text())) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not _is_running(int(note.read_text()))


def _is_running(pid: int) -> bool:
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text().rsplit(")", 1)[1].split()[0] not in ("Z", "X")


def test_the_evaluator_sees_no_environment(pack: Path, output: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("API_KEY", "secret")
    (pack / "evaluation" / "evaluator.py").write_text("import os, sys; sys.exit(7 if 'API_KEY' in os.environ else 8)")
    with pytest.raises(StalledError, match="ended with 8"):
        score(pack, output)


@pytest.mark.parametrize("missing", ["evaluator.py", "scoring.json", "leaderboard.csv"])
def test_a_folder_that_is_no_pack(pack: Path, output: Path, missing: str) -> None:
    (pack / "evaluation" / missing).unlink()
    with pytest.raises(UsageError, match=missing):
        score(pack, output)


def test_a_pack_whose_scoring_does_not_read(pack: Path, output: Path) -> None:
    path = pack / "evaluation" / "scoring.json"
    text = path.read_text()
    for broken in ("{", text.replace('"higher"', '"up"'), text.replace(INSTANCE, "../evaluation")):
        path.write_text(broken)
        with pytest.raises(UsageError, match="does not read"):
            score(pack, output)


def test_an_output_that_is_no_folder(pack: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is no folder"):
        score(pack, tmp_path / "nowhere")


def test_the_attempt_is_one_line_of_strict_json(pack: Path, output: Path) -> None:
    write_table(submission(output), TRUTH)
    first = score(pack, output).attempt
    line = first.line(datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC))
    assert line.endswith("}\n") and line.count("\n") == 1
    entry = json.loads(line, parse_constant=pytest.fail)
    assert entry["at"] == "2026-01-02T03:04:05+00:00"
    assert entry["pack"] == "pack" and entry["values"] == {INSTANCE: 1.0} and entry["errors"] == {}
    write_table(submission(output), {**TRUTH, "row0": "0"})
    assert score(pack, output).attempt.submission_sha256 != first.submission_sha256
