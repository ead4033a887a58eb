"""Root mean square deviation of atoms after the best superposition (Kabsch, 1976), in angstrom."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def rmsd(truth: Any, prediction: Any) -> float:
    """Mean over structures of the root mean squared distance of resolved atoms, the prediction laid over the truth."""
    import numpy as np

    def laid_over(mobile: Any, fixed: Any, chosen: Any) -> Any:
        """`mobile` moved so that its chosen points lie on those of `fixed` (Kabsch, 1976)."""
        centres = mobile[chosen].mean(axis=0), fixed[chosen].mean(axis=0)
        left, _, right = np.linalg.svd((mobile[chosen] - centres[0]).T @ (fixed[chosen] - centres[1]))
        flip = np.diag([1.0, 1.0, np.sign(np.linalg.det(left @ right))])
        return (mobile - centres[0]) @ (left @ flip @ right) + centres[1]

    if len(truth) == 0:
        raise ValueError("no rows")
    values = []
    for one, other in zip(truth, prediction, strict=True):
        actual, predicted = np.asarray(one, dtype=float), np.asarray(other, dtype=float)
        if actual.shape != predicted.shape or actual.ndim != 2 or actual.shape[1] != 3:
            raise ValueError("coordinates of another shape than those of the truth")
        seen = ~np.isnan(actual).any(axis=1)
        actual, predicted = actual[seen], predicted[seen]
        if len(actual) < 3:
            raise ValueError("fewer than three resolved atoms in the truth")
        moved = laid_over(predicted, actual, slice(None))
        values.append(np.sqrt(np.mean(np.sum((moved - actual) ** 2, axis=1))))
    return float(np.mean(values))


_LINE = ((0.0, 0.0, 0.0), (2.0, 0.0, 0.0), (4.0, 0.0, 0.0))
_SHORTER = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (2.0, 0.0, 0.0))
_TETRA = ((0.0, 0.0, 0.0), (3.0, 0.0, 0.0), (0.0, 4.0, 0.0), (0.0, 0.0, 5.0))
_TURNED = tuple((1 - y, 2 + x, 3 + z) for x, y, z in _TETRA)
_MIRRORED = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, -1.0))
_UNIT = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
_GAP = (float("nan"),) * 3

METRIC = MetricSpec(
    metric_id="rmsd",
    title="RMSD after superposition",
    aliases=("RMSD", "r.m.s.d.", "Cα RMSD", "CA RMSD", "backbone RMSD", "root-mean-square deviation of atoms"),
    direction=Direction.LOWER,
    low=0.0,
    high=None,
    optimum=0.0,
    input_kind=InputKind.STRUCTURES,
    reference="formula",
    compute=rmsd,
    known=(
        KnownValue((_TETRA,), (_TURNED,), 0.0, "turned by a quarter and moved"),
        KnownValue((_LINE,), (_SHORTER,), (2 / 3) ** 0.5, "centred: 1, 0, 1 apart"),
        KnownValue((_LINE, _TETRA), (_SHORTER, _TURNED), (2 / 3) ** 0.5 / 2, "mean of the two above"),
        KnownValue(((*_LINE, _GAP),), ((*_SHORTER, (9.0, 9.0, 9.0)),), (2 / 3) ** 0.5, "an atom is not resolved"),
        KnownValue((_UNIT,), (_MIRRORED,), 0.5, "a mirror image: (9/2 - 2 (1 + 1 - 1/4)) / 4 squared"),
        KnownValue((_LINE[:2],), (_LINE[:2],), None, "two atoms"),
        KnownValue((_LINE,), (_LINE[:2],), None, "another shape"),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("per structure", "superposed"),
)
