"""A fault of the evaluator is never mistaken for a bad submission, nor the other way round."""

from pathlib import Path

import pytest

from tests.evaluator.factory import LABELS, Bench, bench, labels, table


@pytest.fixture
def one(tmp_path: Path) -> Bench:
    made = bench(tmp_path, labels(), LABELS)
    made.submission.write_text(table(LABELS))
    return made


def test_a_good_submission_ends_with_0(one: Bench) -> None:
    code, report = one.run()
    assert (code, report["one"]["accuracy"]) == (0, 1.0)


def test_an_invalid_submission_ends_with_0_too(one: Bench) -> None:
    one.submission.unlink()
    code, report = one.run()
    assert code == 0
    assert report["one"]["accuracy"] is None


@pytest.mark.parametrize(
    ("truth", "reason"),
    [
        (None, "FileNotFoundError"),
        ("", "ground truth of one: the file is empty"),
        (table({**LABELS, "a": "maybe"}), "ground truth of one: 'maybe' is not a class"),
        (table({"a": "1"}), "ground truth of one: 1 rows, not 6"),
        (table(LABELS, "key,label"), "ground truth of one: the columns are"),
    ],
    ids=["missing", "empty", "unknown class", "too few rows", "other columns"],
)
def test_a_broken_truth_is_our_fault(one: Bench, truth: str | None, reason: str) -> None:
    one.truth.unlink()
    if truth is not None:
        one.truth.write_text(truth)
    code, report = one.run()
    assert code == 1
    assert reason in report["evaluator_error"]
    assert list(report) == ["evaluator_error"]


def test_a_score_of_an_earlier_run_does_not_survive(one: Bench) -> None:
    (one.root / "score.json").write_text('{"one": {"accuracy": 1.0}}')
    one.truth.unlink()
    assert "evaluator_error" in one.run()[1]


def test_a_link_in_the_place_of_the_scores_is_not_followed(one: Bench) -> None:
    victim = one.root / "victim"
    victim.write_text("precious")
    (one.root / "score.json").symlink_to(victim)
    assert one.run()[0] == 0
    assert victim.read_text() == "precious"


def test_one_broken_instance_does_not_touch_another(tmp_path: Path) -> None:
    first = labels().instances[0]
    contract = labels()
    two = type(contract)((first, labels(name="two").instances[0]), contract.metrics)
    made = bench(tmp_path, two, LABELS)
    other_truth = tmp_path / "evaluation" / "ground_truth" / "two" / "truth.csv"
    other_truth.parent.mkdir()
    other_truth.write_text(table(LABELS))
    made.submission.write_text(table(LABELS))
    code, report = made.run()
    assert code == 0
    assert report["one"]["accuracy"] == 1.0
    assert report["two"] == {
        "accuracy": None,
        "matthews_correlation": None,
        "sensitivity": None,
        "error": "two/predictions.csv is missing",
    }
