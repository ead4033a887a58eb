"""Near-duplicates, time order, licences and placeholders: each with what passes, what warns and what stops a setting."""

from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.ports import Produced
from pipeline.verify.hygiene import Side
from pipeline.verify.redistribution import Redistribution, redistribution
from pipeline.verify.similar import near
from pipeline.verify.thresholds import DEFAULT_THRESHOLDS
from pipeline.verify.times import in_time
from schemas.data import CheckStatus, DataCheck
from schemas.outcome import Call
from tests.verify.records import EXAMPLES, count, setting, task
from tests.verify.test_checks import checks

PASS, WARN, FAIL, SKIPPED = CheckStatus.PASS, CheckStatus.WARN, CheckStatus.FAIL, CheckStatus.SKIPPED
Folder = Callable[[Mapping[str, str | bytes]], Path]
Verify = Callable[..., Produced]
WORDS = [
    "the",
    "enzyme",
    "binds",
    "its",
    "substrate",
    "in",
    "a",
    "narrow",
    "pocket",
    "lined",
    "with",
    "polar",
    "residues",
    "near",
    "the",
    "surface",
    "of",
    "chain",
]
MIT = (EXAMPLES / "crabnet" / "data" / "LICENSE_CrabNet_MIT.txt").read_text()


def side(**columns: list[object]) -> Side:
    frame = pd.DataFrame(
        {name: pd.Series(v, dtype="str" if isinstance(v[0], str) else None) for name, v in columns.items()}
    )
    return Side(frame.assign(y="1"), tuple(columns), "y")


def sequences(seed: int, n: int, length: int) -> list[str]:
    letters = np.random.default_rng(seed).choice(list("ACDEFGHIKLMNPQRSTVWY"), (n, length))
    return ["".join(row) for row in letters]


@settings(max_examples=30, deadline=None)
@given(
    st.integers(0, 10_000), st.integers(20, 41), st.lists(st.tuples(st.integers(0, 19), st.integers(0, 6)), max_size=8)
)
def test_pieces_find_what_comparing_all_pairs_finds(seed: int, length: int, changes: list[tuple[int, int]]) -> None:
    """Brute force over all pairs is the truth."""
    train = sequences(seed, 20, length)
    test = sequences(seed + 1, 10, length)
    rng = np.random.default_rng(seed)
    for source, mismatches in changes:
        letters = list(train[source])
        for place in rng.choice(length, mismatches, replace=False):
            letters[place] = "X"
        test.append("".join(letters))
    allowed = int((1 - DEFAULT_THRESHOLDS.near_identity) * length + 1e-9)
    distances = [[sum(a != b for a, b in zip(one, other, strict=True)) for other in train] for one in test]
    wanted = sum(0 < min(row) <= allowed for row in distances)
    found = near(side(s=test), side(s=train), DEFAULT_THRESHOLDS)
    assert found is not None and found.found.count == wanted


def test_texts_that_differ_in_a_word_are_alike() -> None:
    rng = np.random.default_rng(1)
    train = [" ".join(rng.choice(WORDS, 60)) for _ in range(200)]
    changed = [text + " indeed" for text in train[:5]]
    test = changed + [" ".join(rng.choice(WORDS, 60)) for _ in range(50)] + train[5:8]
    found = near(side(t=test), side(t=train), DEFAULT_THRESHOLDS)
    assert found is not None and found.found.count == 5 and not found.is_sampled
    assert found.found.examples[0] == changed[0][:40]


def test_large_texts_are_sampled_and_say_so() -> None:
    from dataclasses import replace

    few = replace(DEFAULT_THRESHOLDS, near_test_rows=10, near_other_rows=10)
    texts = [f"{text} {text}" for text in sequences(3, 30, 25)]
    mixed = [text[: 20 + n] for n, text in enumerate(texts)]
    found = near(side(t=mixed), side(t=mixed), few)
    assert found is not None and found.is_sampled and found.found.total == 10


def test_numbers_written_otherwise_are_the_same_row() -> None:
    train = side(a=["1.50", "2", "0.3333333333"], b=["10", "-3e2", "7"])
    test = side(a=["1.5", "2", "0.33333334", "9"], b=["10.0", "-300", "7", "9"])
    found = near(test, train, DEFAULT_THRESHOLDS)
    assert found is not None and (found.found.count, found.how) == (3, "equal to 6 digits")


def test_short_names_are_left_to_exact_matching() -> None:
    assert near(side(f=["NaCl", "KCl"]), side(f=["LiF", "NaF"]), DEFAULT_THRESHOLDS) is None


def test_near_duplicates_above_a_fifth_stop_a_setting(folder: Folder, verified: Verify) -> None:
    rows = sequences(5, 60, 30)
    near_rows = [f"{row[:-1]}X" for row in rows[:12]]
    files = {
        "train.csv": "sequence,label\n" + "".join(f"{row},{n % 2}\n" for n, row in enumerate(rows[:40])),
        "test.csv": "sequence,label\n" + "".join(f"{row},{n % 2}\n" for n, row in enumerate(near_rows + rows[40:])),
    }
    check = checks(verified(folder(files), task(setting("s"))))["4.6", "near-duplicates in train"]
    assert (check.status, check.measures[0].value, check.category) == (FAIL, 12, "near_duplicate")
    assert "at least 90% identical" in check.reason and check.examples


@pytest.mark.parametrize(
    ("train", "test", "later"),
    [
        (["2001", "2004"], ["2005", "2006"], 0),
        (["2001", "2008"], ["2005", "2006"], 1),
        (["2020-01-05", "2020-03-01"], ["2020-02-01", "2020-04-01"], 1),
    ],
)
def test_rows_from_after_the_first_test_row_are_counted(train: list[str], test: list[str], later: int) -> None:
    found = in_time(side(release_year=test), side(release_year=train))
    assert found is not None and found.later.count == later


def test_columns_that_hold_no_dates_have_no_order(folder: Folder, verified: Verify) -> None:
    assert in_time(side(year=["one", "two"]), side(year=["three", "four"])) is None
    rows = "x,target\n" + "".join(f"name{n},{n}.5\n" for n in range(12))
    root = folder({"train.csv": rows, "test.csv": rows.replace("name", "other")})
    found = checks(verified(root, task(setting("s"), metric_id="mae")))
    assert found["4.6", "time order of test and train"].status is SKIPPED


@pytest.mark.parametrize(
    ("licence", "kind"),
    [
        ("MIT", "allowed"),
        ("Apache-2.0", "allowed"),
        ("CC BY 4.0", "allowed"),
        ("cc-by-4.0", "allowed"),
        ("https://creativecommons.org/licenses/by/4.0/legalcode", "allowed"),
        ("CC0", "allowed"),
        ("https://creativecommons.org/publicdomain/zero/1.0/", "allowed"),
        ("GPL-3.0-or-later", "allowed"),
        ("CC-BY-NC-4.0", "restricted"),
        ("CC BY-NC-ND 4.0", "restricted"),
        ("CC-BY-ND-4.0", "restricted"),
        ("https://creativecommons.org/licenses/by-nc-sa/4.0/", "restricted"),
        ("All rights reserved", "restricted"),
        ("Terms of the UK Biobank", "unknown"),
        ("NOASSERTION", "unknown"),
        ("", "unknown"),
        (None, "unknown"),
    ],
)
def test_a_licence_allows_passing_on_only_where_it_says_so(licence: str | None, kind: str) -> None:
    assert redistribution(licence) is Redistribution(kind)


def split(
    extra: Mapping[str, str] | None = None, columns: str = "x,target", row: str = "name{n},{n}.5"
) -> dict[str, str]:
    def table(rows: range) -> str:
        return columns + "\n" + "".join(row.format(n=n) + "\n" for n in rows)

    return {"train.csv": table(range(40)), "test.csv": table(range(40, 60)), **(extra or {})}


def verdicts(verified: Verify, root: Path, **fields: object) -> dict[tuple[str, str], DataCheck]:
    return checks(verified(root, task(setting("s", **fields), metric_id="mae")))


def test_a_file_without_a_licence_is_fetched_and_not_shipped(folder: Folder, verified: Verify) -> None:
    found = verdicts(verified, folder(split({"LICENSE": MIT})))
    assert (found["4.7", "redistribution"].status, found["4.7", "redistribution"].category) == (PASS, "ship")
    assert found["4.7", "MIT"].examples == ("test.csv", "train.csv")


def test_no_licence_is_no_permission(folder: Folder, verified: Verify) -> None:
    produced = verified(folder(split()), task(setting("s"), metric_id="mae"))
    check = checks(produced)["4.7", "redistribution"]
    assert (check.status, check.category) == (WARN, "fetch")
    assert check.measures[1].value == 2 and check.examples[0] == "test.csv: no licence"
    assert produced.decision.call is Call.ADVANCE


def test_a_constant_target_or_nothing_but_constant_inputs_are_no_data(folder: Folder, verified: Verify) -> None:
    found = verdicts(verified, folder(split(row="name{n},1.5")))
    assert found["4.8", "target in test"].status is FAIL
    found = verdicts(verified, folder(split(row="same,{n}.5")))
    assert found["4.8", "inputs in train"].status is FAIL
    found = verdicts(verified, folder(split(columns="x,z,target", row="name{n},0,{n}.5")))
    assert (found["4.8", "inputs in train"].status, found["4.8", "inputs in train"].examples) == (WARN, ("z",))


def test_filler_is_no_data(folder: Folder, verified: Verify) -> None:
    found = verdicts(verified, folder(split(row="Lorem ipsum dolor {n},{n}.5")))
    assert found["4.8", "filler in test/x"].status is FAIL
    files = split()
    files["train.csv"] = files["train.csv"].replace("name3,", "placeholder,")
    found = verdicts(verified, folder(files))
    assert (found["4.8", "filler in train/x"].status, found["4.8", "filler in train/x"].measures[0].value) == (
        WARN,
        0.025,
    )


@pytest.mark.parametrize(
    ("name", "status"), [("toy", FAIL), ("demo_data", FAIL), ("example", WARN), ("proteins", PASS)]
)
def test_files_named_like_a_demonstration(folder: Folder, verified: Verify, name: str, status: CheckStatus) -> None:
    found = verdicts(verified, folder({f"{name}/{part}": content for part, content in split().items()}))
    assert found["4.8", "names"].status is status


def test_the_papers_own_counts_overrule_a_name(folder: Folder, verified: Verify) -> None:
    root = folder({f"toy/{part}": content for part, content in split().items()})
    found = verdicts(verified, root, counts=(count("train", 40), count("test", 20)))
    assert (found["4.8", "names"].status, found["4.5", "setting"].status) == (WARN, PASS)


def test_a_handful_of_test_rows_is_reported(folder: Folder, verified: Verify) -> None:
    files = split()
    files["test.csv"] = "x,target\nother1,1.5\nother2,2.5\n"
    assert verdicts(verified, folder(files))["4.8", "size"].status is WARN
