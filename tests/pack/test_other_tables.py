"""Packs of other tables than those of the examples: many columns, a correlation alone, answers inside of answers."""

import base64
import gzip
import io
import random
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.adapters.store import FileStore
from pipeline.leakage.hidden import inside
from pipeline.pack.checks.check import Finding
from pipeline.pack.describe import value_range
from schemas.data import CheckStatus
from schemas.task import Protocol
from tests.pack.cases import Case, metric, scores
from tests.pack.test_build import written

Run = Callable[[Path, str], Finding]


def numeric(case: Case, store: FileStore, folder: Path, inputs: Sequence[str]) -> Case:
    """The small case with numeric inputs and a numeric target that one of them is close to."""
    draw = random.Random(5)
    shas = []
    for part in ("train", "test"):
        rows = [[draw.gauss(0, 1) for _ in inputs] for _ in range(40)]
        lines = [",".join(f"{v:.4f}" for v in (*row, row[0] + draw.gauss(0, 0.5))) for row in rows]
        (folder / f"{part}.csv").write_text("\n".join([",".join([*inputs, "yield"]), *lines]) + "\n")
        shas.append(store.add(folder / f"{part}.csv"))
    recipe = case.recipes[0].model_copy(
        update={
            "sources": tuple(
                s.model_copy(update={"sha256": sha}) for s, sha in zip(case.recipes[0].sources, shas, strict=True)
            ),
            "inputs": tuple(inputs),
            "target": "yield",
            "target_kind": "regression",
            "classes": (),
        }
    )
    found = scores("enzyme_screen", "pearson", {"ZymoFormer": 0.95, "Lookup": 0.6}, "ZymoFormer")
    task = case.task.model_copy(update={"metrics": (metric("pearson", primary=True),), "scores": tuple(found)})
    return replace(case, task=task, recipes=(recipe,))


@pytest.fixture
def wide(case: Case, store: FileStore, tmp_path: Path) -> Path:
    return written(numeric(case, store, tmp_path, [f"gene_{at}" for at in range(60)]), store, tmp_path / "packs")


def test_a_readme_does_not_name_sixty_inputs_in_a_sentence(wide: Path) -> None:
    readme = (wide / "problem/README.md").read_text()
    assert "from its 60 inputs, which are described below." in readme
    assert "Of the inputs 48 more are left out here" in readme
    assert "| `gene_11` |" in readme and "| `gene_12` |" not in readme
    assert "| `gene_59` |" in (wide / "problem/data_description.md").read_text()


@pytest.mark.parametrize("check_id", ["K1.8", "K4.3", "K4.4", "K4.7", "K4.8"])
def test_a_correlation_alone_is_undefined_for_a_constant_and_no_fault(wide: Path, check: Run, check_id: str) -> None:
    finding = check(wide, check_id)
    assert finding.status is CheckStatus.PASS, finding.reason


def test_one_fold_of_several_is_said_to_be_one(case: Case, store: FileStore, tmp_path: Path, check: Run) -> None:
    settings = tuple(s.model_copy(update={"protocol": Protocol.KFOLD}) for s in case.task.settings)
    crossed = replace(case, task=case.task.model_copy(update={"settings": settings}))
    pack = written(crossed, store, tmp_path)
    finding = check(pack, "K3.6")
    assert finding.status is CheckStatus.WARN and "mean over folds" in finding.reason
    assert "mean over folds" in (pack / "metadata.json").read_text()
    assert "fold" not in (pack / "problem/README.md").read_text()


def test_whole_numbers_stand_in_their_order() -> None:
    assert value_range(["0", "12", "2", "2"], "integer") == "`0`, `2`, `12`"


def test_what_is_inside_of_what_is_inside_is_found() -> None:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as zipped:
        zipped.writestr("a.txt", base64.b64encode(gzip.compress(b"the very answers " * 9)))
    found = dict(inside("x.zip", archive.getvalue()))
    assert found["x.zip!a.txt!base640!base640"] == b"the very answers " * 9


@pytest.mark.parametrize(
    "text", [b"MKVLAT" * 40, b"acgtacgt\n" * 40, b"plain Words of a Text\n" * 10, b"0,1.5,2\n" * 40]
)
def test_sequences_words_and_numbers_spell_no_bytes(text: bytes) -> None:
    assert list(inside("a.csv", text)) == []


def test_broken_archives_hold_nothing() -> None:
    assert list(inside("a", b"\x1f\x8b broken")) == []
    assert list(inside("a", b"PK\x03\x04 broken")) == []
    assert list(inside("a.png", b"\x89PNG\r\n\x1a\n" + b"\0\0\0\x05zTXtno\0\0x" + bytes(4))) == []
