"""The forms over confusion tables say what the metrics of the registry say of the rows behind the table."""

import math
import random

import numpy as np
import pytest

from pipeline.metrics import registry
from pipeline.metrics.two_by_two import FORMS, values_of

DRAW = random.Random(3)
TABLES = [tuple(DRAW.randint(0, 9) for _ in range(4)) for _ in range(60)]
TABLES += [(0, 4, 0, 6), (4, 0, 6, 0), (4, 0, 0, 6), (0, 4, 6, 0), (1, 3, 0, 6)]
BOTH_CLASSES = [(tp, fn, fp, tn) for tp, fn, fp, tn in TABLES if tp + fn and fp + tn]


def of_rows(metric_id: str, tp: int, fn: int, fp: int, tn: int) -> float:
    truth, prediction = [1] * (tp + fn) + [0] * (fp + tn), [1] * tp + [0] * fn + [1] * fp + [0] * tn
    try:
        return registry()[metric_id].compute(truth, prediction)
    except ValueError:
        return math.nan


@pytest.mark.parametrize("metric_id", FORMS)
def test_a_form_is_the_metric(metric_id: str) -> None:
    made = values_of(metric_id, tuple(np.array(column) for column in zip(*BOTH_CLASSES, strict=True)))
    wanted = [of_rows(metric_id, *table) for table in BOTH_CLASSES]
    assert np.allclose(made, wanted, equal_nan=True)
