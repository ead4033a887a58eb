"""Knows nothing of the inputs: the share of each class, or the mean."""

from typing import Any

import numpy as np

from .problem import Split, solve


def predict(split: Split, is_class: bool) -> tuple[Any, Any]:
    """The same for every row; of equally frequent classes the last."""
    if not is_class:
        return None, np.full(len(split.test), split.target.mean())
    classes, counts = np.unique(split.target, return_counts=True)
    shares = counts / counts.sum() + np.arange(len(counts)) * 1e-12
    return classes, np.tile(shares, (len(split.test), 1))


if __name__ == "__main__":
    solve(predict)
