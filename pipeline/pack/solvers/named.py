"""A well-known model by its name, with the settings of its library: `python -m solvers.named` and the model last.

It learns from at most so many rows, drawn at random, as the slowest of the models allows.
"""

import sys
from typing import Any

import numpy as np
from sklearn.ensemble import (
    HistGradientBoostingClassifier,
    HistGradientBoostingRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.svm import SVC, SVR
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from .features import matrices
from .problem import Split, solve

MOST_ROWS = {"support_vectors": 3_000}
MOST_ROWS_ELSE = 20_000
CODED = {"random_forest", "decision_tree", "gradient_boosting"}
CLASSIFIERS = {
    "logistic_regression": lambda: LogisticRegression(max_iter=1000),
    "random_forest": lambda: RandomForestClassifier(random_state=0),
    "nearest_neighbours": KNeighborsClassifier,
    "decision_tree": lambda: DecisionTreeClassifier(random_state=0),
    "support_vectors": lambda: SVC(random_state=0),
    "naive_bayes": GaussianNB,
    "gradient_boosting": lambda: HistGradientBoostingClassifier(random_state=0),
}
REGRESSORS = {
    "linear_regression": LinearRegression,
    "ridge_regression": Ridge,
    "random_forest": lambda: RandomForestRegressor(random_state=0),
    "nearest_neighbours": KNeighborsRegressor,
    "decision_tree": lambda: DecisionTreeRegressor(random_state=0),
    "support_vectors": SVR,
    "gradient_boosting": lambda: HistGradientBoostingRegressor(random_state=0),
}


def named(name: str) -> Any:
    """The predictor of a model by its name."""

    def predict(split: Split, is_class: bool) -> tuple[Any, Any]:
        train, test = (_dense(part) for part in matrices(split.train, split.test, is_coded=name in CODED))
        rows = _drawn(len(split.target), MOST_ROWS.get(name, MOST_ROWS_ELSE))
        model = (CLASSIFIERS if is_class else REGRESSORS)[name]().fit(train[rows], split.target[rows])
        return (model.classes_, _shares(model, test)) if is_class else (None, model.predict(test))

    return predict


def _dense(part: Any) -> Any:
    return np.asarray(part.todense()) if hasattr(part, "todense") else part


def _drawn(count: int, most: int) -> Any:
    return np.sort(np.random.default_rng(0).permutation(count)[:most])


def _shares(model: Any, test: Any) -> Any:
    """Class probabilities; of a model that has none, 1 for the class that it names, or a squeezed distance of two."""
    if hasattr(model, "predict_proba"):
        return model.predict_proba(test)
    if len(model.classes_) == 2:
        second = 1 / (1 + np.exp(-model.decision_function(test)))
        return np.column_stack([1 - second, second])
    return (model.predict(test)[:, None] == model.classes_[None, :]).astype(float)


if __name__ == "__main__":
    solve(named(sys.argv[4]))
