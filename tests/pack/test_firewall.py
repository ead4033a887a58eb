"""Each rule of the firewall finds what is planted for it, and nothing in a clean pack."""

import gzip
import json
import pickle
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.leakage.folding import fold, name_pattern
from pipeline.pack.firewall.secrets import Secrets, gather, load
from pipeline.pack.firewall.shingles import shingles
from tests.pack.cases import BODY, Case
from tests.pack.leaks import RULES, add, hits


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


NAMES_AND_DATA = [
    ("F2", "problem/data/zymoformer_v2.csv", "a,b\n1,2\n"),
    ("F2", "problem/data/extra.csv", "id,ZF_score\n1,2\n"),
    ("F2", "problem/data/extra.csv", "id,note\n1,made by zymoformer\n"),
    ("F1", "problem/data/quill/extra.csv", "id,source\n1,10.9999/zymo.2024.17\n"),
    ("F1", "environment/Dockerfile", "\n# https://github.com/quill/zymoformer\n"),
    ("F5", "problem/ground_truth.csv", "a\n1\n"),
]


@pytest.mark.parametrize(("rule", "path", "text"), NAMES_AND_DATA)
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


# F7 -------------------------------------------------------------------------------------------------------------------


TRACES = [
    "problem/model.pt",
    "problem/data/clf.joblib",
    "problem/data/enzyme_screen/test_predictions.csv",
    "problem/data/embeddings.npy",
    "problem/train.log",
    "problem/__pycache__/run.cpython-311.pyc",
    "problem/.git/config",
    "problem/checkpoints/a.txt",
    "problem/data/results.csv",
]


@pytest.mark.parametrize("path", TRACES)
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
