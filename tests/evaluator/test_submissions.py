"""What an evaluator makes of submissions: right ones, and every way to get one wrong."""

import json
import os
import pickle
import random
import socket
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.evaluator.factory import LABELS, VALUES, Bench, bench, labels, probabilities, table, values


@pytest.fixture
def one(tmp_path: Path) -> Bench:
    return bench(tmp_path, labels(), LABELS)


def test_the_truth_is_a_perfect_submission(one: Bench) -> None:
    one.submission.write_bytes(one.truth.read_bytes())
    assert one.evaluate() == {"accuracy": 1.0, "matthews_correlation": 1.0, "sensitivity": 1.0}


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_rows_does_not_matter(one: Bench, seed: int) -> None:
    given_labels = {**LABELS, "a": "0", "d": "1"}
    one.submission.write_text(table(given_labels))
    expected = one.evaluate()
    shuffled = random.Random(seed).sample(sorted(given_labels), len(given_labels))
    one.submission.write_text(table({row_id: given_labels[row_id] for row_id in shuffled}))
    assert one.evaluate() == expected
    assert expected["accuracy"] == pytest.approx(4 / 6)


@pytest.mark.parametrize(
    "text",
    [
        "label,id\n" + "".join(f"{label},{row_id}\n" for row_id, label in LABELS.items()),
        table(LABELS).replace("\n", "\r\n"),
        "\ufeff" + table(LABELS),
        table(LABELS).rstrip("\n"),
        table(LABELS) + "\n\n",
        '"id","label"\n' + "".join(f'"{row_id}","{label}"\n' for row_id, label in LABELS.items()),
    ],
    ids=["columns turned round", "Windows line ends", "byte order mark", "no last line end", "empty lines", "quoted"],
)
def test_other_ways_to_write_the_same_table(one: Bench, text: str) -> None:
    one.submission.write_text(text, encoding="utf-8", newline="")
    assert one.evaluate()["accuracy"] == 1.0


def write(content: str | bytes) -> Callable[[Bench], None]:
    data = content if isinstance(content, bytes) else content.encode()

    def spoil(made: Bench) -> None:
        made.submission.write_bytes(data)

    return spoil


def without(*ids: str) -> str:
    return table({row_id: label for row_id, label in LABELS.items() if row_id not in ids})


class Bomb:
    """Leaves a file behind when it is unpickled."""

    def __reduce__(self) -> tuple[object, ...]:
        return (open, ("unpickled", "w"))


def link_to_truth(made: Bench) -> None:
    made.submission.symlink_to(made.truth)


def link_folder_to_truth(made: Bench) -> None:
    made.submission.parent.rmdir()
    made.submission.parent.symlink_to(made.truth.parent)
    made.truth.rename(made.truth.with_name("predictions.csv"))
    os.link(made.truth.with_name("predictions.csv"), made.truth)


def hard_link_to_truth(made: Bench) -> None:
    os.link(made.truth, made.submission)


def npy_of_objects(made: Bench) -> None:
    np.save(made.submission.with_suffix(".npy"), np.array([Bomb()], dtype=object), allow_pickle=True)
    made.submission.with_suffix(".npy").rename(made.submission)


def bind_socket(made: Bench) -> None:
    here = Path.cwd()
    os.chdir(made.submission.parent)
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(made.submission.name)
    os.chdir(here)


def file_for_folder(made: Bench) -> None:
    made.submission.parent.rmdir()
    made.submission.parent.write_text(table(LABELS))


def sparse_terabyte(made: Bench) -> None:
    with made.submission.open("wb") as file:
        file.truncate(2**40)


MALFORMED = {
    "missing": (lambda made: None, "is missing"),
    "no folder": (lambda made: made.submission.parent.rmdir(), "is missing"),
    "empty": (write(""), "empty"),
    "only white space": (write(" \n\n"), "empty"),
    "only a byte order mark": (write("\ufeff"), "columns"),
    "header only": (write("id,label\n"), "6 of 6 ids are missing"),
    "no header": (write(table(LABELS).split("\n", 1)[1]), "columns"),
    "JSON": (write(json.dumps(LABELS)), "columns"),
    "HTML": (write("<html><body>404</body></html>"), "columns"),
    "tabs": (write(table(LABELS).replace(",", "\t")), "columns"),
    "semicolons": (write(table(LABELS).replace(",", ";")), "columns"),
    "column of another name": (write(table(LABELS, "id,prediction")), "columns"),
    "extra column": (write("id,label,note\na,1,x\n"), "columns"),
    "column twice": (write("id,label,label\na,1,1\n"), "columns"),
    "one field too many": (write(table(LABELS) + "g,1,0\n"), "3 fields"),
    "one field only": (write(table(LABELS).replace("c,1", "c")), "1 fields"),
    "binary": (write(bytes(range(1, 256)) * 3), "UTF-8"),
    "NUL bytes": (write(table(LABELS).replace("1", "\0")), "NUL"),
    "UTF-16": (write(table(LABELS).encode("utf-16")), "NUL"),
    "mixed encodings": (write(table(LABELS).encode() + "é,1\n".encode("latin-1")), "UTF-8"),
    "open quote": (write(table(LABELS) + '"g,1\n'), "not CSV"),
    "endless field": (write(table(LABELS) + "x" * 200_000 + ",1\n"), "not CSV"),
    "label NaN": (write(table({**LABELS, "c": "nan"})), "not a class"),
    "label empty": (write(table({**LABELS, "c": ""})), "not a class"),
    "label as float": (write(table({**LABELS, "c": "1.0"})), "not a class"),
    "unknown label": (write(table({**LABELS, "c": "2"})), "not a class"),
    "code for a label": (write(table({**LABELS, "c": "__import__('os')"})), "not a class"),
    "a row too few": (write(without("c")), "1 of 6 ids are missing"),
    "a row too many": (write(table({**LABELS, "g": "1"})), "more than 6 rows"),
    "foreign id": (write(table({"z": "1", **{k: v for k, v in LABELS.items() if k != "a"}})), "not in the test set"),
    "id with a space": (write(table(LABELS).replace("a,", "a ,")), "not in the test set"),
    "path for an id": (write(without("a") + "../../ground_truth,1\n"), "not in the test set"),
    "id twice": (write(table(LABELS) + "a,1\n"), "repeats the id 'a'"),
    "id twice for another": (write(without("b") + "a,0\n"), "repeats the id 'a'"),
    "pickle": (write(pickle.dumps(Bomb())), "NUL|UTF-8|columns"),
    "npy of objects": (npy_of_objects, "NUL|UTF-8"),
    "symbolic link to the truth": (link_to_truth, "link"),
    "folder linked to the truth": (link_folder_to_truth, "link"),
    "hard link to the truth": (hard_link_to_truth, "hard link"),
    "pipe": (lambda made: os.mkfifo(made.submission), "not a regular file"),
    "socket": (bind_socket, "not a regular file"),
    "folder for a file": (lambda made: made.submission.mkdir(), "not a regular file"),
    "file for a folder": (file_for_folder, "not a regular file"),
    "a sparse terabyte": (sparse_terabyte, "larger than"),
}


@pytest.mark.parametrize(("spoil", "reason"), MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_submission_gets_null_and_a_reason(
    one: Bench, spoil: Callable[[Bench], None], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoil(one)
    monkeypatch.chdir(one.root)
    scores = one.evaluate()
    assert {name: scores[name] for name in ("accuracy", "matthews_correlation", "sensitivity")} == dict.fromkeys(
        ("accuracy", "matthews_correlation", "sensitivity")
    )
    assert any(part in scores["error"] for part in reason.split("|")), scores["error"]
    assert scores["error"].isascii() and len(scores["error"]) < 300
    assert not (one.root / "unpickled").exists()
    assert json.loads((one.root / "score.json").read_text()) == {"one": scores}


@pytest.mark.parametrize(
    "bad", ["nan", "NaN", "inf", "-Infinity", "1e999", "1_000", "0x10", "", "1,5", "one", "None", "1+2j"]
)
def test_what_is_no_finite_number(tmp_path: Path, bad: str) -> None:
    made = bench(tmp_path, values(), VALUES)
    made.submission.write_text(table({**VALUES, "c": f'"{bad}"'}))
    assert made.evaluate() == {
        "mae": None,
        "r2": None,
        "pearson": None,
        "error": f"{bad!r} is not a finite number",
    }


@pytest.mark.parametrize("bad", ["-0.01", "1.01", "97"])
def test_what_is_no_probability(tmp_path: Path, bad: str) -> None:
    made = bench(tmp_path, probabilities(), {row_id: ("no", "yes")[int(label)] for row_id, label in LABELS.items()})
    made.submission.write_text(table({**LABELS, "c": bad}))
    assert made.evaluate()["error"] == f"{bad!r} is not a probability"


def test_probabilities_are_cut_at_the_threshold_for_metrics_of_labels(tmp_path: Path) -> None:
    truth = {row_id: ("no", "yes")[int(label)] for row_id, label in LABELS.items()}
    made = bench(tmp_path, probabilities(threshold=0.3), truth)
    made.submission.write_text(table({"a": "0.3", "b": "0.2", "c": "0.9", "d": "0.4", "e": "0.1", "f": "0.35"}))
    scores = made.evaluate()
    assert scores["accuracy"] == pytest.approx(5 / 6)
    assert scores["f1"] == pytest.approx(6 / 7)
    assert scores["auroc"] == pytest.approx(7 / 9)


def test_a_metric_that_is_undefined_is_null_and_the_others_stand(tmp_path: Path) -> None:
    made = bench(tmp_path, values(), VALUES)
    made.submission.write_text(table(dict.fromkeys(VALUES, "2.0")))
    scores = made.evaluate()
    assert scores["mae"] == pytest.approx((1 + 0 + 1.5 + 6 + 8 + 1.75) / 6)
    assert scores["pearson"] is None
    assert scores["error"] == "pearson is undefined: constant truth or prediction"


def test_a_score_that_overflows_is_null(tmp_path: Path) -> None:
    made = bench(tmp_path, values(), VALUES)
    made.submission.write_text(table({**VALUES, "a": "1e308", "b": "-1e308"}))
    scores = made.evaluate()
    assert scores["r2"] is None
    assert "r2 is not finite" in scores["error"]
    json.loads((made.root / "score.json").read_text(), parse_constant=pytest.fail)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(one: Bench) -> None:
    one.submission.write_text(table(LABELS))
    one.submission.chmod(0)
    assert "may not be read" in one.evaluate()["error"]


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.binary(max_size=200) | st.text(max_size=200).map(lambda text: ("id,label\n" + text).encode()))
def test_no_bytes_get_a_score_or_raise(one: Bench, content: bytes) -> None:
    one.submission.write_bytes(content)
    scores = one.evaluate()
    assert scores["accuracy"] is None
    assert scores["error"]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from("01"), min_size=6, max_size=6))
def test_every_well_formed_submission_gets_its_score(one: Bench, chosen: list[str]) -> None:
    given_labels = dict(zip(LABELS, chosen, strict=True))
    one.submission.write_text(table(given_labels))
    right = sum(given_labels[row_id] == label for row_id, label in LABELS.items())
    assert one.evaluate()["accuracy"] == pytest.approx(right / 6)
