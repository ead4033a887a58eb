"""Each rule of the firewall finds what is planted for it, and nothing in a clean pack."""

import base64
import gzip
import hashlib
import json
import os
import pickle
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.pack.firewall import firewall_rules
from pipeline.pack.firewall.answers import read_truth, truths
from pipeline.pack.firewall.associations import Truth, telling_feature, telling_order
from pipeline.pack.firewall.folding import fold, name_pattern
from pipeline.pack.firewall.hit import Hit
from pipeline.pack.firewall.secrets import Secrets, gather, load
from pipeline.pack.firewall.shingles import shingles
from tests.pack.cases import BODY, Case

RULES = {rule.rule: rule for rule in firewall_rules()}
DATA = Path("problem/data/enzyme_screen")


def hits(pack: Path, rule: str) -> tuple[Hit, ...]:
    return RULES[rule].scan(pack, load(pack))


def add(pack: Path, path: str, text: str) -> None:
    target = pack / path
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("a", encoding="utf-8") as stream:
        stream.write(text)


def truth_of(pack: Path) -> Truth:
    return truths(pack)["enzyme_screen"]


def test_there_is_a_module_for_every_rule() -> None:
    assert list(RULES) == ["F1", "F2", "F3", "F4", "F5", "F6", "F7"]


@pytest.mark.parametrize("rule", RULES)
def test_a_clean_pack_has_no_hits(clean: Path, rule: str) -> None:
    assert hits(clean, rule) == ()


PROSE = {
    "title": ("F1", "See: Zymoformer reads the activity of engineered enzymes from sparse plate measurements alone"),
    "title in capitals, broken over lines": (
        "F1",
        "ZYMOFORMER READS THE ACTIVITY\nOF ENGINEERED ENZYMES FROM SPARSE\nPLATE MEASUREMENTS",
    ),
    "DOI": ("F1", "doi 10.9999/zymo.2024.17"),
    "author": ("F1", "Thanks to Ada B. Quillfeather."),
    "author, family name first": ("F1", "Quillfeather, Ada B."),
    "author by initials": ("F1", "after A. B. Quillfeather"),
    "author without the middle initial": ("F1", "Ada Quillfeather"),
    "journal": ("F1", "Journal of Invented Enzymes"),
    "arXiv id": ("F1", "2401.12345v2"),
    "repository": ("F1", "code at https://github.com/quill/zymoformer/tree/main"),
    "et al.": ("F1", "as Smith et al. did"),
    "attribution": ("F1", "as described in the original paper"),
    "method": ("F2", "ZymoFormer does this well."),
    "method with a space": ("F2", "Zymo Former does this well."),
    "method with a hyphen, in capitals": ("F2", "ZYMO-FORMER"),
    "method inside a word": ("F2", "prezymoformers"),
    "method with a zero-width space": ("F2", "Zymo\u200bFor\u200bmer"),
    "method in look-alike letters": ("F2", "Zym\u043eF\u043erm\u0435r"),
    "short variant": ("F2", "the ZF model"),
    "13 words of the body": ("F3", " ".join(BODY.split()[3:18])),
    "13 words, other case and punctuation": ("F3", ", ".join(BODY.upper().split()[2:16])),
    "architecture": ("F4", "Use a transformer with attention."),
    "optimiser": ("F4", "We recommend that you train with Adam."),
    "hyper-parameter": ("F4", "learning rate 3e-4"),
    "path of the truth": ("F5", "look at evaluation/ground_truth"),
    "hidden test set": ("F5", "scored on the hidden test set"),
    "SOTA": ("F5", "the SOTA is 0.9"),
}


@pytest.mark.parametrize("kind", PROSE)
@pytest.mark.parametrize("path", ["problem/README.md", "problem/notes/extra.txt"])
def test_a_leak_in_prose_is_found_with_its_file_and_text(pack: Path, kind: str, path: str) -> None:
    rule, text = PROSE[kind]
    add(pack, path, f"\n{text}\n")
    found = hits(pack, rule)
    assert [hit.file for hit in found if hit.file == path]
    assert any(word in found[0].snippet for word in text.split())
    content = (pack / path).read_text()
    assert 0 <= found[0].offset < len(content)


@pytest.mark.parametrize(
    ("rule", "path", "text"),
    [
        ("F2", "problem/data/zymoformer_v2.csv", "a,b\n1,2\n"),
        ("F2", "problem/data/extra.csv", "id,ZF_score\n1,2\n"),
        ("F2", "problem/data/extra.csv", "id,note\n1,made by zymoformer\n"),
        ("F1", "problem/data/quill/extra.csv", "id,source\n1,10.9999/zymo.2024.17\n"),
        ("F1", "environment/Dockerfile", "\n# https://github.com/quill/zymoformer\n"),
        ("F5", "problem/ground_truth.csv", "a\n1\n"),
    ],
)
def test_a_leak_in_names_and_data_is_found(pack: Path, rule: str, path: str, text: str) -> None:
    add(pack, path, text)
    assert any(hit.file == path for hit in hits(pack, rule))


def test_the_name_of_the_pack_is_searched(clean: Path, tmp_path: Path) -> None:
    named = tmp_path / "zymoformer_task"
    named.symlink_to(clean, target_is_directory=True)
    assert hits(named, "F2")


def test_members_of_archives_are_searched(pack: Path) -> None:
    (pack / "problem/data/a.csv.gz").write_bytes(gzip.compress(b"note\nby ZymoFormer\n"))
    with zipfile.ZipFile(pack / "problem/data/b.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("inner/readme.txt", "spare " * 50 + "doi 10.9999/zymo.2024.17")
    assert [hit.file for hit in hits(pack, "F2")] == ["problem/data/a.csv.gz!a.csv"]
    assert {hit.file for hit in hits(pack, "F1")} == {"problem/data/b.zip!inner/readme.txt"}


def test_words_of_the_field_are_no_leak(pack: Path) -> None:
    add(pack, "problem/README.md", "\nEnzyme activity on plates, measured by Ada and by Okonkwo in a journal.\n")
    assert not any(hits(pack, rule) for rule in RULES)


def test_a_phrase_that_is_allowed_makes_no_overlap() -> None:
    body = "we study the prediction of enzyme activity under stress in many cells of the very same kind at night today"
    with_phrase = {digest for _, digest in shingles(body, ())}
    without = {digest for _, digest in shingles(body, ("prediction of enzyme activity",))}
    assert len(with_phrase) == len(body.split()) - 12
    assert len(without) == len(with_phrase) - 3


def test_the_secrets_hold_no_text_of_the_paper(clean: Path) -> None:
    text = (clean / "firewall.json").read_text()
    assert "catalytic turnover" not in text
    assert set(load(clean).methods) == {"ZF", "ZymoFormer", "ZymoFormer-XL"}


def test_generic_names_are_no_secret(case: Case) -> None:
    task = case.task.model_copy(
        update={"algorithm": case.task.algorithm.model_copy(update={"variants": ("Our model",)})}
    )
    assert "Our model" not in gather(case.paper, task, ()).methods


# F6 -------------------------------------------------------------------------------------------------------------------

Plant = Callable[[Path, Truth], None]


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
    assert read_truth(path).is_class is is_class


# F7 -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "problem/model.pt",
        "problem/data/clf.joblib",
        "problem/data/enzyme_screen/test_predictions.csv",
        "problem/data/embeddings.npy",
        "problem/train.log",
        "problem/__pycache__/run.cpython-311.pyc",
        "problem/.git/config",
        "problem/checkpoints/a.txt",
        "problem/data/results.csv",
    ],
)
def test_outputs_and_traces_are_found_by_name(pack: Path, path: str) -> None:
    add(pack, path, "x")
    assert hits(pack, "F7")


def test_pickles_and_notebooks_with_outputs_are_found_by_content(pack: Path) -> None:
    (pack / "problem/data/blob.bin").write_bytes(pickle.dumps([1, 2, 3]))
    notebook = {"cells": [{"cell_type": "code", "outputs": [{"text": "0.93"}]}]}
    (pack / "problem/look.ipynb").write_text(json.dumps(notebook))
    assert {hit.file for hit in hits(pack, "F7")} == {"problem/data/blob.bin", "problem/look.ipynb"}


def test_a_notebook_without_outputs_is_fine(pack: Path) -> None:
    (pack / "problem/look.ipynb").write_text(json.dumps({"cells": [{"cell_type": "code", "outputs": []}]}))
    assert hits(pack, "F7") == ()


# folding --------------------------------------------------------------------------------------------------------------


@given(st.text())
def test_folding_keeps_offsets(text: str) -> None:
    assert len(fold(text)) == len(text)


@given(
    st.from_regex(r"[A-Z][a-z]{1,5}[A-Z][a-z]{1,5}[0-9]?", fullmatch=True),
    st.sampled_from(["", "-", " ", "_", "\u200b"]),
)
def test_a_name_is_found_however_its_parts_are_joined(name: str, glue: str) -> None:
    at = next(at for at, letter in enumerate(name) if at and letter.isupper())
    assert name_pattern(name, whole=True).search(fold(f"see {name[:at]}{glue}{name[at:]}."))


def test_short_names_need_their_own_case_and_borders() -> None:
    assert Secrets().methods == ()
    assert not name_pattern("ZF", whole=True).search(fold("azfb"))
