"""Boosted trees on histograms."""

from typing import Any

from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor

from .features import matrices
from .problem import Split, solve


def predict(split: Split, is_class: bool) -> tuple[Any, Any]:
    """Class probabilities, or values."""
    train, test = matrices(split.train, split.test, is_coded=True)
    if is_class:
        model = HistGradientBoostingClassifier(random_state=0).fit(train, split.target)
        return model.classes_, model.predict_proba(test)
    return None, HistGradientBoostingRegressor(random_state=0).fit(train, split.target).predict(test)


if __name__ == "__main__":
    solve(predict)
