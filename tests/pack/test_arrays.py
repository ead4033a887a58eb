"""Keyed arrays go all the way: found by a proposer, checked, and packed with every check of the pack passed."""

import io
from collections.abc import Mapping
from pathlib import Path

import h5py
import numpy as np
import pandas as pd
import pytest

from pipeline.adapters.mirror import MirrorSource
from pipeline.adapters.store import FileStore
from pipeline.pack import build
from pipeline.verify import verify
from schemas.data import CheckStatus, DataFile, LinkCheck, LinkStatus, Recipe
from schemas.outcome import Call
from schemas.pack import PackCheck
from tests.pack.cases import Case, metric, scores

URL = "https://zenodo.org/records/1234567"


def arrays(kind: str) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(11)
    found: dict[str, np.ndarray] = {}
    for part, count in (("train", 80), ("test", 60)):
        x = rng.normal(size=(count, 4)).round(4)
        signal = x[:, 0] + rng.normal(size=count)
        found[f"x_{part}"] = x.astype("float32")
        found[f"y_{part}"] = signal.round(3) if kind == "values" else (signal > 0).astype("int64")
    return found


def npz(found: Mapping[str, np.ndarray]) -> bytes:
    target = io.BytesIO()
    np.savez(target, **found)
    return target.getvalue()


def hdf5(found: Mapping[str, np.ndarray]) -> bytes:
    target = io.BytesIO()
    with h5py.File(target, "w") as file:
        for name, array in found.items():
            role, part = name.split("_")
            file[f"{part}/{role}"] = array
    return target.getvalue()


@pytest.mark.parametrize(
    ("kind", "metric_id", "name", "pack"),
    [("values", "mae", "data.npz", npz), ("labels", "accuracy", "data.h5", hdf5), ("labels", "auroc", "data.npz", npz)],
)
def test_arrays_become_a_verified_pack(
    case: Case, store: FileStore, tmp_path: Path, kind: str, metric_id: str, name: str, pack: object
) -> None:
    data = tmp_path / "data"
    data.mkdir()
    found = arrays(kind)
    (data / name).write_bytes(pack(found))  # type: ignore[operator]
    (data / "LICENSE").write_text(
        "MIT License\n\nPermission is hereby granted, free of charge. Without warranty of any kind.\n"
    )
    score = {"ZymoFormer": 0.4 if kind == "values" else 0.97, "Lookup": 0.9 if kind == "values" else 0.6}
    metrics = (metric(metric_id, primary=True, lower=kind == "values"),)
    task = case.task.model_copy(
        update={"metrics": metrics, "scores": tuple(scores("enzyme_screen", metric_id, score, "ZymoFormer"))}
    )
    link = LinkCheck(paper_id="p", url=URL, host="zenodo", status=LinkStatus.OPEN, detail="")
    verified = verify(case.paper, task, [link], MirrorSource({URL: data}), store)
    assert verified.decision.call is Call.ADVANCE, verified.decision.reason
    recipes = [record for record in verified.records if isinstance(record, Recipe)]
    files = [record for record in verified.records if isinstance(record, DataFile)]
    produced = build(case.paper, task, recipes, files, store, tmp_path / "packs")
    failed = [c for c in produced.records if isinstance(c, PackCheck) and c.status is CheckStatus.FAIL]
    assert [(check.check_id, check.reason) for check in failed] == []
    assert produced.decision.call is Call.ADVANCE
    (made,) = (tmp_path / "packs").glob("prediction_*")
    shown = pd.read_csv(made / "problem/data/enzyme_screen/test.csv")
    truth = pd.read_csv(made / "evaluation/ground_truth/enzyme_screen/truth.csv")
    base = "x"
    wanted = {tuple(np.float32(v) for v in row): y for row, y in zip(found["x_test"], found["y_test"], strict=True)}
    inputs = shown[[f"{base}_{n}" for n in range(4)]].to_numpy().astype("float32")
    assert {tuple(row): y for row, y in zip(inputs, truth["y"], strict=True)} == wanted
