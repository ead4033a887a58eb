"""Root mean square deviation of a pose as it lies, without superposition, in angstrom."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def pose_rmsd(truth: Any, prediction: Any) -> float:
    """Mean over structures of the root mean squared distance of resolved atoms, neither side moved."""
    import numpy as np

    if len(truth) == 0:
        raise ValueError("no rows")
    values = []
    for one, other in zip(truth, prediction, strict=True):
        actual, predicted = np.asarray(one, dtype=float), np.asarray(other, dtype=float)
        if actual.shape != predicted.shape or actual.ndim != 2 or actual.shape[1] != 3:
            raise ValueError("coordinates of another shape than those of the truth")
        seen = ~np.isnan(actual).any(axis=1)
        actual, predicted = actual[seen], predicted[seen]
        if len(actual) < 1:
            raise ValueError("fewer than one resolved atoms in the truth")
        values.append(np.sqrt(np.mean(np.sum((predicted - actual) ** 2, axis=1))))
    return float(np.mean(values))


_LINE = ((0.0, 0.0, 0.0), (2.0, 0.0, 0.0), (4.0, 0.0, 0.0))
_SHORTER = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (2.0, 0.0, 0.0))
_RAISED = ((0.0, 0.0, 3.0), (2.0, 0.0, 3.0), (4.0, 0.0, 3.0))
_GAP = (float("nan"),) * 3

METRIC = MetricSpec(
    metric_id="pose_rmsd",
    title="RMSD of a pose",
    aliases=("ligand RMSD", "L-RMSD", "pose RMSD", "heavy-atom RMSD", "docking RMSD"),
    direction=Direction.LOWER,
    low=0.0,
    high=None,
    optimum=0.0,
    input_kind=InputKind.STRUCTURES,
    reference="formula",
    compute=pose_rmsd,
    known=(
        KnownValue((_LINE,), (_SHORTER,), (5 / 3) ** 0.5, "0, 1, 2 apart"),
        KnownValue((_LINE, _LINE), (_SHORTER, _RAISED), ((5 / 3) ** 0.5 + 3) / 2, "and 3 above"),
        KnownValue(((*_LINE, _GAP),), ((*_SHORTER, (9.0, 9.0, 9.0)),), (5 / 3) ** 0.5, "an atom is not resolved"),
        KnownValue((_LINE,), (_LINE,), 0.0, "equal"),
        KnownValue((_LINE,), (_LINE[:2],), None, "another shape"),
        KnownValue(
            (_LINE, _RAISED),
            (tuple((x + 1, y + 2, z - 2) for x, y, z in _LINE), _LINE),
            3.0,
            "moved by (1, 2, -2); 3 below",
        ),
        KnownValue((_RAISED, _LINE), (_LINE, _LINE), 1.5, "3 below; equal"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("per structure", "not superposed"),
    family="rmsd",
)
