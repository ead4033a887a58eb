"""F6 finds the answers wherever they are planted, and no leak where there is none."""

import base64
import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.leakage.associations import Truth, telling_feature, telling_order
from pipeline.pack.firewall.answers import read_truths
from tests.pack.leaks import DATA, add, hits, truth_of

Plant = Callable[[Path, Truth], object]


def _columns(pack: Path, name: str, columns: dict[str, list[str]]) -> None:
    rows = zip(*columns.values(), strict=True)
    add(pack, f"{DATA}/{name}", "\n".join([",".join(columns), *(",".join(row) for row in rows)]) + "\n")


def _rewrite_test(pack: Path, column: list[str], name: str = "extra") -> None:
    path = pack / DATA / "test.csv"
    header, *rows = path.read_text().splitlines()
    path.write_text("\n".join([f"{header},{name}", *(f"{r},{v}" for r, v in zip(rows, column, strict=True))]) + "\n")


def _sorted_rows(pack: Path, truth: Truth) -> None:
    path = pack / DATA / "test.csv"
    header, *rows = path.read_text().splitlines()
    ordered = [row for _, row in sorted(zip(truth.values, rows, strict=True))]
    path.write_text("\n".join([header, *ordered]) + "\n")


def _telling_ids(pack: Path, truth: Truth) -> None:
    """New ids on both sides whose numbers rise with the answer."""
    order = np.argsort(np.argsort(truth.values, kind="stable"))
    names = dict(zip(truth.ids, (f"row_{place:05d}" for place in order), strict=True))
    for path in (pack / DATA / "test.csv", pack / "evaluation/ground_truth/enzyme_screen/truth.csv"):
        for old, new in names.items():
            path.write_text(path.read_text().replace(old, new))


def _files_with_times(pack: Path, truth: Truth) -> None:
    folder = pack / DATA / "images"
    folder.mkdir()
    for row_id, value in zip(truth.ids, truth.values, strict=True):
        path = folder / f"{row_id}.dat"
        path.write_bytes(b"0")
        os.utime(path, (1_000_000 + int(value) * 60, 1_000_000 + int(value) * 60))


def _npz(pack: Path, truth: Truth) -> None:
    np.savez(pack / DATA / "arrays.npz", noise=np.zeros(3), inner=truth.values.astype(int))


def _mat(pack: Path, truth: Truth) -> None:
    from scipy.io import savemat

    savemat(pack / DATA / "m.mat", {"y": truth.codes})


def _train_with_answers(pack: Path, truth: Truth) -> None:
    rows = (pack / DATA / "test.csv").read_text().splitlines()[1:]
    lines = [
        f"x{at},{row.split(',', 1)[1]},{value}" for at, (row, value) in enumerate(zip(rows, truth.values, strict=True))
    ]
    add(pack, f"{DATA}/train.csv", "\n".join(lines) + "\n")


VALUES: dict[str, Plant] = {
    "the file itself": lambda pack, truth: add(
        pack, f"{DATA}/x.dat", (pack / "evaluation/ground_truth/enzyme_screen/truth.csv").read_text()
    ),
    "the file in base64": lambda pack, truth: add(
        pack,
        "problem/x.txt",
        base64.b64encode((pack / "evaluation/ground_truth/enzyme_screen/truth.csv").read_bytes()).decode(),
    ),
    "a digest of the file": lambda pack, truth: add(
        pack,
        "problem/README.md",
        hashlib.md5((pack / "evaluation/ground_truth/enzyme_screen/truth.csv").read_bytes()).hexdigest(),
    ),
    "a digest of the joined values": lambda pack, truth: add(
        pack, "problem/README.md", hashlib.sha256(",".join(truth.values).encode()).hexdigest().upper()
    ),
    "values in a sentence": lambda pack, truth: add(pack, "problem/README.md", "\n" + ", ".join(truth.values)),
    "values backwards": lambda pack, truth: add(pack, "problem/README.md", "\n" + "; ".join(truth.values[::-1])),
    "values as one word": lambda pack, truth: add(pack, "problem/x.txt", "".join(truth.values)),
    "another table with ids": lambda pack, truth: _columns(
        pack, "more.csv", {"id": list(truth.ids[::-1]), "y": list(truth.values[::-1])}
    ),
    "another table without ids": lambda pack, truth: _columns(pack, "more.csv", {"y": list(truth.values)}),
    "other words for the classes": lambda pack, truth: _rewrite_test(pack, ["uv"[int(v)] for v in truth.values]),
    "a number that separates": lambda pack, truth: _rewrite_test(
        pack, [f"{int(v) * 3 + at % 7 / 7:.4f}" for at, v in enumerate(truth.values)]
    ),
    "a first letter that tells": lambda pack, truth: _rewrite_test(
        pack, [f"{'kq'[int(v)]}{at * 37 % 101:03d}x" for at, v in enumerate(truth.values)]
    ),
    "white space that tells": lambda pack, truth: _rewrite_test(pack, ["v" + " " * int(v) for v in truth.values]),
    "one column per class": lambda pack, truth: _columns(
        pack, "hot.csv", {"id": list(truth.ids), **{f"is_{c}": [str(int(v == c)) for v in truth.values] for c in "01"}}
    ),
    "ranks": lambda pack, truth: _columns(
        pack, "ranks.csv", {"rank": [str(place) for place in np.argsort(np.argsort(truth.codes, kind="stable"))]}
    ),
    "row order": _sorted_rows,
    "numbers in the ids": _telling_ids,
    "a list of places that sorts the truth": lambda pack, truth: _columns(
        pack, "order.csv", {"place": [str(p) for p in np.argsort(truth.values, kind="stable")]}
    ),
    "nested JSON": lambda pack, truth: add(
        pack, "problem/data/meta.json", json.dumps({"a": {"b": [{"y": int(v)} for v in truth.values]}})
    ),
    "JSON by id": lambda pack, truth: add(
        pack, "problem/data/meta.json", json.dumps({"k": dict(zip(truth.ids, map(int, truth.values), strict=True))})
    ),
    "an array in npz": _npz,
    "an array in a MAT file": _mat,
    "modification times": _files_with_times,
    "training rows with the answers": _train_with_answers,
    "the sample submission": lambda pack, truth: (
        (pack / "problem/sample_submission/enzyme_screen/predictions.csv").write_text(
            (pack / "evaluation/ground_truth/enzyme_screen/truth.csv").read_text() + "\n"
        )
        and None
    ),
}


@pytest.mark.parametrize("kind", VALUES)
def test_answers_in_sight_are_found(pack: Path, kind: str) -> None:
    VALUES[kind](pack, truth_of(pack))
    assert hits(pack, "F6"), kind


def test_a_link_to_the_truth_is_seen_as_a_path_not_followed(pack: Path) -> None:
    (pack / "problem/data/link").symlink_to("../../evaluation/ground_truth/enzyme_screen/truth.csv")
    assert hits(pack, "F5")


def test_regression_answers_are_found_rounded_and_rescaled() -> None:
    draw = np.random.default_rng(3)
    values = draw.normal(size=50)
    truth = Truth(np.array([f"r{at}" for at in range(50)]), values.astype(str), is_class=False)
    assert telling_feature((values * 9 / 5 + 32).round(2).astype(str), truth) == "value"
    assert telling_feature(draw.normal(size=50).astype(str), truth) is None
    assert telling_order(np.argsort(np.argsort(values + draw.normal(size=50) * 0.3)).astype(float), truth)


@given(st.integers(0, 10_000), st.integers(20, 200))
def test_independent_columns_and_orders_are_no_leak(seed: int, rows: int) -> None:
    draw = np.random.default_rng(seed)
    truth = Truth(np.arange(rows).astype(str), draw.integers(0, 2, rows).astype(str), is_class=True)
    assert telling_feature(draw.normal(size=rows).round(3).astype(str), truth) is None
    assert not telling_order(draw.permutation(rows).astype(float), truth)


@pytest.mark.parametrize(
    ("values", "is_class"),
    [
        (["a", "b"] * 20, True),
        (["0", "1"] * 20, True),
        (["1.0", "2.0", "3.0"] * 10, True),
        (["1.5", "2.5"] * 20, False),
    ],
)
def test_a_truth_file_is_read_as_classes_or_values(tmp_path: Path, values: list[str], is_class: bool) -> None:
    path = tmp_path / "truth.csv"
    path.write_text("id,y\n" + "\n".join(f"{at},{value}" for at, value in enumerate(values)) + "\n")
    assert read_truths(path)[0].is_class is is_class
