"""Ten data sets that come with scikit-learn or are drawn by it, split and written as a solver would see them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from sklearn import datasets
from sklearn.model_selection import train_test_split

from pipeline.leakage import Answers, Truth

SEED = 7


@dataclass(frozen=True)
class CleanSet:
    """Inputs (n, d), a target (n,), and whether the target is a class."""

    name: str
    inputs: pd.DataFrame
    target: Any
    is_class: bool


def _bundled(load: Callable[..., Any], is_class: bool) -> CleanSet:
    found = load(as_frame=True)
    return CleanSet(load.__name__.removeprefix("load_"), found.data, found.target.to_numpy(), is_class)


def _drawn(make: Callable[..., Any], is_class: bool, **settings: Any) -> CleanSet:
    inputs, target = make(random_state=SEED, **settings)[:2]
    names = [f"x{at}" for at in range(inputs.shape[1])]
    return CleanSet(make.__name__, pd.DataFrame(inputs, columns=names), target, is_class)


def clean_sets() -> Iterator[CleanSet]:
    """Five real sets and five drawn ones; in none does one column tell the target."""
    yield from (
        _bundled(load, True) for load in (datasets.load_wine, datasets.load_breast_cancer, datasets.load_digits)
    )
    yield _bundled(datasets.load_diabetes, False)
    yield _bundled(datasets.load_iris, True)
    yield _drawn(datasets.make_classification, True, n_samples=2000, n_features=20)
    yield _drawn(datasets.make_regression, False, n_samples=1000, n_features=20, noise=5.0)
    yield _drawn(datasets.make_friedman1, False, n_samples=1000)
    yield _drawn(datasets.make_hastie_10_2, True, n_samples=2000)
    yield _drawn(datasets.make_moons, True, n_samples=1000, noise=0.3)


def write_set(one: CleanSet, folder: Path) -> dict[str, Answers]:
    """`problem/data/<name>/{train,test}.csv` below a folder, rows shuffled; returns the answers of the test rows."""
    train_x, test_x, train_y, test_y = train_test_split(one.inputs, one.target, test_size=0.3, random_state=SEED)
    data = folder / "problem" / "data" / one.name
    data.mkdir(parents=True)
    ids = np.array([f"test_{at:06d}" for at in range(len(test_x))])
    train_x.assign(target=train_y).to_csv(data / "train.csv", index_label="id")
    test_x.set_axis(ids).to_csv(data / "test.csv", index_label="id")
    values = np.array([str(value) for value in test_y])
    return {one.name: Answers(Truth(ids, values, one.is_class))}
