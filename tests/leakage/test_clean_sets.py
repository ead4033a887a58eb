"""No alarm where nothing leaks."""

from pathlib import Path

import pytest

from pipeline.leakage import scan, visible_files
from tests.leakage.clean_sets import CleanSet, clean_sets, write_set


@pytest.mark.parametrize("one", list(clean_sets()), ids=lambda one: one.name)
def test_a_clean_set_raises_no_alarm(one: CleanSet, tmp_path: Path) -> None:
    answers = write_set(one, tmp_path)
    assert list(scan(visible_files(tmp_path), answers)) == []


@pytest.mark.parametrize("one", list(clean_sets()), ids=lambda one: one.name)
def test_the_same_set_with_its_answers_beside_the_inputs_does(one: CleanSet, tmp_path: Path) -> None:
    answers = write_set(one, tmp_path)
    path = tmp_path / "problem" / "data" / one.name / "test.csv"
    header, *rows = path.read_text().splitlines()
    values = answers[one.name].truth.values
    path.write_text("\n".join([f"{header},y", *(f"{row},{v}" for row, v in zip(rows, values, strict=True))]) + "\n")
    assert list(scan(visible_files(tmp_path), answers))
