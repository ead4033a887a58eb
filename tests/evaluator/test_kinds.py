"""Every kind of submission: the right one is perfect, the registry agrees, and each wrong one gets a reason."""

import ast
import io
import os
import pickle
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pipeline.metrics import registry
from pipeline.metrics.oracles import oracles
from pipeline.pack.evaluator import FORMATS, FileFormat, OutputKind, render_evaluator, third_party_imports
from tests.evaluator.factory import Bench
from tests.evaluator.kinds import Case, arrays, case_of, lines, table

KINDS = [pytest.param(kind, id=kind.value) for kind in OutputKind]
NOT_A_PERFECT_ONE = {
    "rouge_1",
    "rouge_2",
    *(f"{name}_at_{k}" for name in ("precision", "recall") for k in (1, 3, 5, 10, 20, 50, 100)),
}


def placed(root: Path, case: Case, submission: bytes | None) -> Bench:
    """The evaluator of a case on disk, with its truth and a submission."""
    made = Bench(root, case.contract)
    made.truth.parent.mkdir(parents=True)
    made.submission.parent.mkdir(parents=True)
    made.truth.write_bytes(case.truth_file())
    (root / "evaluation" / "evaluator.py").write_text(render_evaluator(case.contract), encoding="utf-8")
    if submission is not None:
        made.submission.write_bytes(submission)
    return made


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_evaluator_says_what_the_registry_says(kind: OutputKind, seed: int, tmp_path: Path) -> None:
    case = case_of(kind, seed)
    scores = placed(tmp_path, case, case.file()).evaluate()
    scores.pop("error", None)
    if kind is OutputKind.ORACLE_ANSWERS:
        reached = [oracles()["branin"].compute({}, answer) for answer in case.prediction]
        assert scores == {m: pytest.approx(registry()[m].compute(case.truth, reached)) for m in case.contract.metrics}
        return
    assert scores == {
        name: None if value is None else pytest.approx(value, rel=1e-9, abs=1e-9)
        for name, value in case.values().items()
    }
    assert any(value is not None for value in scores.values())


@pytest.mark.parametrize("kind", KINDS)
def test_the_truth_is_perfect(kind: OutputKind, tmp_path: Path) -> None:
    case = case_of(kind)
    rows = case.perfect()
    if rows is None:
        return
    scores = placed(tmp_path, case, case.file(rows)).evaluate()
    for name in set(case.contract.metrics) - NOT_A_PERFECT_ONE:
        if scores[name] is not None:
            assert scores[name] == pytest.approx(registry()[name].optimum, abs=1e-9), name


@pytest.mark.parametrize("kind", KINDS)
def test_the_order_of_entries_does_not_matter(kind: OutputKind, tmp_path: Path) -> None:
    case = case_of(kind)
    made = placed(tmp_path, case, case.file())
    expected = made.evaluate()
    ids = [str(number + 1) for number in range(len(case.prediction))]
    made.submission.write_bytes(case.file(case.prediction[::-1], ids[::-1]))
    scores = made.evaluate()
    assert scores == {
        name: pytest.approx(value) if isinstance(value, float) else value for name, value in expected.items()
    }


@pytest.mark.parametrize("kind", KINDS)
def test_the_source_stands_alone_and_is_plain(kind: OutputKind) -> None:
    source = render_evaluator(case_of(kind).contract)
    own = {node.name for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)}
    functions = {spec.function.__name__ for spec in registry().values()}
    assert own & functions == {registry()[name].function.__name__ for name in case_of(kind).contract.metrics}
    assert all(len(line) <= 120 and line == line.rstrip() for line in source.splitlines())
    assert "papergym" not in source and "pipeline" not in source
    assert set(third_party_imports(source)) <= {"numpy", "scipy", "sklearn"} | (
        {"rdkit"} if kind is OutputKind.MOLECULES else set()
    )


@pytest.mark.parametrize("kind", KINDS)
def test_it_runs_in_an_interpreter_of_its_own(kind: OutputKind, tmp_path: Path) -> None:
    if FORMATS[kind] is FileFormat.TABLE and kind not in (OutputKind.MULTI_LABEL, OutputKind.EMBEDDINGS):
        return  # one of each format is enough: a process takes a second
    code, report = placed(tmp_path, case_of(kind), case_of(kind).file()).run()
    assert code == 0 and any(isinstance(value, float) for value in report["one"].values())


def wrong_in_any_kind(case: Case) -> dict[str, bytes]:
    """What no kind accepts."""
    rows, ids = case.prediction, [str(number + 1) for number in range(len(case.prediction))]
    found = {
        "empty": b"",
        "white space": b" \n\n",
        "HTML": b"<html><body>404</body></html>",
        "bytes": bytes(range(256)) * 3,
        "pickle": pickle.dumps(rows),
        "pickled array": _pickled(),
        "table of another task": table(("key", "y"), [("1", "2")]),
        "lines of another task": b'{"key": 1}\n' * len(rows),
        "array of another task": arrays({"weights": np.zeros(3)}),
        "zip of something else": _zipped({"readme.txt": b"hello"}),
    }
    if case.kind is OutputKind.SAMPLES:
        return found
    found |= {
        "an entry too few": case.file(rows[:-1], ids[:-1]),
        "an entry too many": case.file([*rows, rows[0]], [*ids, "more"]),
        "a foreign id": case.file(rows, ["x", *ids[1:]]),
        "a path for an id": case.file(rows, ["../../ground_truth/one", *ids[1:]]),
    }
    if FORMATS[case.kind] is not FileFormat.ARRAYS:
        found["an id twice"] = case.file([*rows[:-1], rows[0]], [*ids[:-1], ids[0]])
    return found


def _pickled() -> bytes:
    stream = io.BytesIO()
    np.save(stream, np.array([{"a": 1}], dtype=object), allow_pickle=True)
    return stream.getvalue()


def _zipped(entries: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return stream.getvalue()


@pytest.mark.parametrize("kind", KINDS)
def test_what_no_kind_accepts(kind: OutputKind, tmp_path: Path) -> None:
    case = case_of(kind)
    made = placed(tmp_path, case, None)
    assert_refused(made, "missing file")
    for name, content in wrong_in_any_kind(case).items():
        made.submission.write_bytes(content)
        assert_refused(made, name)
    made.submission.unlink()
    made.submission.symlink_to(made.truth)
    assert_refused(made, "link to the truth")
    made.submission.unlink()
    os.link(made.truth, made.submission)
    assert_refused(made, "hard link to the truth")
    made.submission.unlink()
    with made.submission.open("wb") as file:
        file.truncate(case.contract.instances[0].byte_limit + 1)
    assert_refused(made, "too large")


def assert_refused(made: Bench, name: str) -> dict[str, Any]:
    scores = made.evaluate()
    assert {scores[metric] for metric in made.contract.metrics} == {None}, name
    assert scores["error"] and scores["error"].isascii() and len(scores["error"]) < 300, name
    return scores


def row_changed(case: Case, row: Any) -> bytes:
    """The right submission with another first row."""
    return case.file([row, *case.prediction[1:]])


def line_changed(case: Case, line: str) -> bytes:
    """The right submission with another first line."""
    return b"\n".join([line.encode(), *case.file().split(b"\n")[1:]])


def first_array(case: Case, change: Any) -> bytes:
    """The right submission with a changed first array."""
    named = {str(number + 1): np.asarray(row) for number, row in enumerate(case.prediction)}
    return arrays({**named, "1": change(named["1"])})


K = OutputKind
WRONG_ROWS: list[tuple[OutputKind, Any, str]] = [
    *((kind, "nan", "finite") for kind in (K.SCORES, K.VALUES)),
    (K.PROBABILITIES, 1.5, "probability"),
    (K.CLASS_PROBABILITIES, [0.5, 0.5, 0.5, 0.0], "sum to 1"),
    (K.CLASS_PROBABILITIES, ["", 0.5, 0.5, 0.0], "finite number"),
    (K.CLASS_PROBABILITIES, [-0.5, 0.5, 0.5, 0.5], "probability"),
    (K.MULTI_LABEL, [0.5, 2.0, 0.5], "probability"),
    (K.MULTI_LABEL, [0.5, "", 0.5], "finite number"),
    (K.MULTI_TARGET, [0.5, "inf", 0.5], "finite number"),
    (K.MULTI_TARGET, [0.5, "1_0", 0.5], "finite number"),
    (K.DISTRIBUTIONS, [0.9, 0.9, 0.1], "sum to 1"),
    (K.EMBEDDINGS, [0.5, "nan"], "finite number"),
    (K.CLUSTERINGS, "", "name of a cluster"),
    (K.CLUSTERINGS, "x" * 101, "name of a cluster"),
    (K.RANKINGS, ["a", "a"], "differ"),
    (K.RANKINGS, [1, 2], "texts"),
    (K.RANKINGS, {"a": 1}, "texts"),
    (K.SETS, ["a", "a"], "differ"),
    (K.SETS, "abc", "texts"),
    (K.GRAPHS, [["a", "a"]], "pairs"),
    (K.GRAPHS, [["a", "b", "c"]], "pairs"),
    (K.GRAPHS, [["a", "b"], ["a", "b"]], "repeated"),
    (K.CUTS, {"a": 1}, "nodes"),
    (K.CUTS, dict.fromkeys("abcdef", 1.5), "no part"),
    (K.CUTS, dict.fromkeys("abcdef", True), "no part"),
    (K.DETECTIONS, [["a", 0.5, 9, 0, 3, 5]], "order"),
    (K.DETECTIONS, [["z", 0.5, 0, 0, 3, 5]], "no box"),
    (K.DETECTIONS, [["a", 0.5, 0, 0, 3]], "no box"),
    (K.DETECTIONS, [["a", "0.5", 0, 0, 3, 5]], "finite number"),
    (K.DETECTIONS, [["a", True, 0, 0, 3, 5]], "finite number"),
    (K.DETECTIONS, [["a", 10**400, 0, 0, 3, 5]], "too large"),
    (K.DETECTIONS, 5, "list"),
    (K.ORACLE_ANSWERS, [99, 99], "not feasible"),
    (K.ORACLE_ANSWERS, "anything", "not feasible"),
    (K.ORACLE_ANSWERS, None, "not feasible"),
    (K.ORACLE_ANSWERS, {"x": [1]}, "not feasible"),
]


@pytest.mark.parametrize(("kind", "row", "reason"), WRONG_ROWS)
def test_a_wrong_row(kind: OutputKind, row: Any, reason: str, tmp_path: Path) -> None:
    case = case_of(kind)
    made = placed(tmp_path, case, row_changed(case, row))
    assert reason in assert_refused(made, reason)["error"]


@pytest.mark.parametrize(
    "line",
    [
        '{"id": "1", "value": NaN}',
        '{"id": "1", "value": [], "value": []}',
        '{"id": "1", "value": [], "more": 1}',
        '{"id": 1, "value": []}',
        '{"id": "1"}',
        '["1", []]',
        '{"id": "1", "value": ' + "[" * 100_000 + "]" * 100_000 + "}",
        '{"id": "1", "value": ' + "9" * 5_000 + "}",
        "{'id': '1'}",
        "null",
    ],
    ids=[
        "NaN",
        "key twice",
        "another key",
        "number for an id",
        "no value",
        "list",
        "deep",
        "long number",
        "quotes",
        "null",
    ],
)
def test_a_line_that_is_no_entry(line: str, tmp_path: Path) -> None:
    case = case_of(K.SETS)
    assert "line 1" in assert_refused(placed(tmp_path, case, line_changed(case, line)), line[:20])["error"]


WRONG_ARRAYS = {
    "NaN": (K.IMAGES, lambda array: array * np.nan, "NaN"),
    "another shape": (K.IMAGES, lambda array: array[1:], "shape"),
    "text": (K.IMAGES, lambda array: array.astype("U4"), "right type"),
    "complex": (K.IMAGES, lambda array: array.astype(complex), "right type"),
    "fields": (K.IMAGES, lambda array: np.zeros(array.shape, dtype=[("a", "f8")]), "right type"),
    "floats for classes": (K.MASKS, lambda array: array.astype(float), "right type"),
    "negative classes": (K.MASKS, lambda array: array - 1, "negative"),
    "objects one map short": (K.SEGMENTS, lambda array: array[:1], "shape"),
    "whole numbers for coordinates": (K.STRUCTURES, lambda array: array.astype(int), "right type"),
    "an atom that is missing": (K.STRUCTURES, lambda array: array[:-1], "shape"),
    "an infinite coordinate": (K.STRUCTURES, lambda array: array * np.inf, "NaN or infinite"),
}


@pytest.mark.parametrize("name", WRONG_ARRAYS)
def test_a_wrong_array(name: str, tmp_path: Path) -> None:
    kind, change, reason = WRONG_ARRAYS[name]
    case = case_of(kind)
    with np.errstate(invalid="ignore"):
        content = first_array(case, change)
    assert reason in assert_refused(placed(tmp_path, case, content), name)["error"]


def test_samples_of_another_number_or_dimension(tmp_path: Path) -> None:
    case = case_of(K.SAMPLES)
    made = placed(tmp_path, case, None)
    for rows in (case.prediction[:-1], [row[:1] for row in case.prediction]):
        made.submission.write_bytes(arrays({"samples": np.array(rows)}))
        assert "shape" in assert_refused(made, "shape")["error"]


def test_an_array_of_pickled_objects_is_not_unpickled(tmp_path: Path) -> None:
    class Bomb:
        def __reduce__(self) -> tuple[object, ...]:
            return os.mkdir, (str(tmp_path / "exploded"),)

    case = case_of(K.MASKS)
    stream = io.BytesIO()
    np.save(stream, np.array([Bomb()], dtype=object), allow_pickle=True)
    entries = {f"{number + 1}.npy": stream.getvalue() for number in range(len(case.prediction))}
    assert "right type" in assert_refused(placed(tmp_path, case, _zipped(entries)), "objects")["error"]
    assert not (tmp_path / "exploded").exists()


def test_an_archive_that_promises_more_than_it_holds(tmp_path: Path) -> None:
    case = case_of(K.MASKS)
    whole = case.file()
    made = placed(tmp_path, case, whole[: len(whole) // 2])
    assert_refused(made, "cut")
    stream = io.BytesIO()
    np.lib.format.write_array_header_1_0(
        stream, {"shape": np.asarray(case.prediction[0]).shape, "fortran_order": False, "descr": "<i8"}
    )
    entries = {f"{number + 1}.npy": stream.getvalue() + b"12345678" for number in range(len(case.prediction))}
    made.submission.write_bytes(_zipped(entries))
    assert "not as long" in assert_refused(made, "header only")["error"]


def test_an_archive_with_an_entry_twice(tmp_path: Path) -> None:
    case = case_of(K.MASKS)
    stream = io.BytesIO(case.file())
    with zipfile.ZipFile(stream, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("1.npy", archive.read("1.npy"))
    made = placed(tmp_path, case, stream.getvalue())
    assert_refused(made, "twice")


def test_an_embedding_may_have_any_number_of_columns(tmp_path: Path) -> None:
    case = case_of(K.EMBEDDINGS)
    ids = [str(number + 1) for number in range(len(case.prediction))]
    made = placed(
        tmp_path, case, table(("id", "only"), ((i, row[0]) for i, row in zip(ids, case.prediction, strict=True)))
    )
    assert isinstance(made.evaluate()["asw_label"], float)
    made.submission.write_bytes(table(("id",), ((i,) for i in ids)))
    assert "columns" in assert_refused(made, "no column")["error"]
    made.submission.write_bytes(table(("id", "x", "x"), ((i, 1, 1) for i in ids)))
    assert "columns" in assert_refused(made, "a column twice")["error"]


def test_a_solver_may_round_its_probabilities(tmp_path: Path) -> None:
    case = case_of(K.CLASS_PROBABILITIES)
    rounded = [[round(value, 4) for value in row] for row in case.prediction]
    scores = placed(tmp_path, case, case.file(rounded)).evaluate()
    assert scores["log_loss_multiclass"] == pytest.approx(case.values()["log_loss_multiclass"], abs=1e-3)


def test_a_broken_truth_is_the_evaluators_fault(tmp_path: Path) -> None:
    for kind, content in (
        (K.SETS, lines(["1"], [["a"]])),
        (K.MASKS, arrays({"1": np.zeros(3)})),
        (K.MULTI_TARGET, b"id\n"),
    ):
        case = case_of(kind)
        made = placed(tmp_path / kind.value, case, case.file())
        made.truth.write_bytes(content)
        code, report = made.run()
        assert code == 1 and "ground truth of one" in report["evaluator_error"]
