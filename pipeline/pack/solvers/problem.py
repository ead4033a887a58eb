"""What the solvers share: read problem/, call a model for every instance, write predictions. Stands alone."""

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

VALUES, PROBABILITIES, CLASS_PROBABILITIES = "values", "probabilities", "class_probabilities"
MULTI_TARGET, MULTI_LABEL, SEQUENCES = "multi_target", "multi_label", "sequences"


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
        id_column, *columns = frame.columns
        kind, positive = asked[sample.parent.name]
        train, test = load(problem / "data" / sample.parent.name, kind)
        frame = test[[id_column]].assign(**answers(predict, train, test, id_column, columns, kind, positive))
        folder = output / sample.parent.name
        folder.mkdir(parents=True, exist_ok=True)
        frame.to_csv(folder / sample.name, index=False)


def load(folder: Path, kind: str) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The training and test tables of an instance; validation rows are used for training."""
    parts = [read(folder / name) for name in ("train.csv", "validation.csv") if (folder / name).is_file()]
    return pd.concat(parts, ignore_index=True), read(folder / "test.csv")


def answers(
    predict: Predictor,
    train: pd.DataFrame,
    test: pd.DataFrame,
    id_column: str,
    columns: list[str],
    kind: str,
    positive: str,
) -> dict[str, Any]:
    """What goes into each column of the submission."""
    inputs = [column for column in test.columns if column != id_column]
    if kind in (MULTI_TARGET, MULTI_LABEL):
        return {name: one_of_many(predict, train, test, inputs, name, kind) for name in columns}
    (target,) = (column for column in train.columns if column not in test.columns)
    values = train[target].to_numpy(dtype=float) if kind == VALUES else train[target].fillna("").astype(str).to_numpy()
    classes, scores = predict(Split(train[inputs], values, test[inputs]), kind != VALUES)
    if kind == VALUES:
        return {target: scores}
    if kind == PROBABILITIES:
        return {target: np.clip(scores[:, list(classes).index(positive)], 0, 1)}
    if kind == CLASS_PROBABILITIES:
        return of_each_class(classes, scores, columns, target)
    return {target: np.asarray(classes)[np.argmax(scores, axis=1)]}


def of_each_class(classes: Any, scores: Any, columns: list[str], target: str) -> dict[str, Any]:
    """Shares that sum to 1; a class that no training row has gets 0. A column is called `<target>_<class>`."""
    places = {f"{target}_{label}": at for at, label in enumerate(classes)}
    shares = np.clip(scores, 0, 1)
    shares = shares / shares.sum(axis=1, keepdims=True)
    return {name: shares[:, places[name]] if name in places else np.zeros(len(shares)) for name in columns}


def one_of_many(
    predict: Predictor, train: pd.DataFrame, test: pd.DataFrame, inputs: list[str], target: str, kind: str
) -> Any:
    """One target, learnt from the rows where it is known. Shape (n,)."""
    known = train[train[target].notna()].reset_index(drop=True)
    values = known[target].to_numpy(dtype=float)
    if len(np.unique(values)) < 2:
        return np.full(len(test), values[0] if len(values) else 0.0)
    classes, scores = predict(Split(known[inputs], values, test[inputs]), kind == MULTI_LABEL)
    return np.clip(scores[:, list(classes).index(1.0)], 0, 1) if kind == MULTI_LABEL else scores
