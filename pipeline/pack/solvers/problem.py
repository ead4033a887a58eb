"""What the solvers share: read problem/, call a model for every instance, write predictions. Stands alone."""

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

VALUES, PROBABILITIES = "values", "probabilities"


@dataclass(frozen=True)
class Split:
    """One instance: input tables with equal columns, and the training target of shape (n,)."""

    train: pd.DataFrame
    target: Any
    test: pd.DataFrame


Predictor = Callable[[Split, bool], tuple[Any, Any]]
"""From a split, and whether the target is a class, to (classes, scores (n, classes)), or (None, values (n,))."""


def read(path: Path) -> pd.DataFrame:
    """A table with empty cells as missing and nothing else."""
    return pd.read_csv(path, keep_default_na=False, na_values=[""])


def solve(predict: Predictor) -> None:
    """Run a predictor on every instance, as the command line says."""
    problem, output, asked = Path(sys.argv[1]), Path(sys.argv[2]), json.loads(sys.argv[3])
    for sample in sorted((problem / "sample_submission").glob("*/*.csv")):
        frame = read(sample)
        id_column, target_column = frame.columns
        kind, positive = asked[sample.parent.name]
        split, ids = load(problem / "data" / sample.parent.name, id_column, target_column, kind)
        frame = pd.DataFrame({id_column: ids, target_column: answers(predict, split, kind, positive)})
        folder = output / sample.parent.name
        folder.mkdir(parents=True, exist_ok=True)
        frame.to_csv(folder / sample.name, index=False)


def load(folder: Path, id_column: str, target_column: str, kind: str) -> tuple[Split, Any]:
    """The split of an instance and its test ids; validation rows are used for training."""
    parts = [read(folder / name) for name in ("train.csv", "validation.csv") if (folder / name).is_file()]
    train, test = pd.concat(parts, ignore_index=True), read(folder / "test.csv")
    inputs = [column for column in test.columns if column != id_column]
    target = train[target_column]
    values = target.to_numpy(dtype=float) if kind == VALUES else target.astype(str).to_numpy()
    return Split(train[inputs], values, test[inputs]), test[id_column]


def answers(predict: Predictor, split: Split, kind: str, positive: str) -> Any:
    """What goes into the target column."""
    classes, scores = predict(split, kind != VALUES)
    if kind == VALUES:
        return scores
    if kind == PROBABILITIES:
        return np.clip(scores[:, list(classes).index(positive)], 0, 1)
    return np.asarray(classes)[np.argmax(scores, axis=1)]
