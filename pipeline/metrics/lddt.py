"""Local distance difference test of one atom per residue, without superposition (Mariani et al., 2013)."""

from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def lddt(truth: Any, prediction: Any) -> float:
    """Mean over structures of the share of distances below 15 angstrom that are kept within 0.5, 1, 2 and 4."""
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
        if len(actual) < 2:
            raise ValueError("fewer than two resolved atoms in the truth")
        gaps = [np.linalg.norm(side[:, None] - side[None, :], axis=2) for side in (actual, predicted)]
        near = (gaps[0] < 15) & ~np.eye(len(actual), dtype=bool)
        change = np.abs(gaps[0] - gaps[1])
        kept = np.mean([change < limit for limit in (0.5, 1.0, 2.0, 4.0)], axis=0)
        if not near.any():
            raise ValueError("no two atoms of the truth within 15 angstrom")
        values.append(np.sum(kept * near) / np.sum(near))
    return float(np.mean(values))


_LINE = ((0.0, 0.0, 0.0), (6.0, 0.0, 0.0), (12.0, 0.0, 0.0))
_MOVED = ((0.0, 0.0, 0.0), (6.7, 0.0, 0.0), (15.0, 0.0, 0.0))
_FAR = ((0.0, 0.0, 0.0), (10.0, 0.0, 0.0), (20.0, 0.0, 0.0))
_ROW = tuple((10.0 * at, 0.0, 0.0) for at in range(4))
_GAP = (float("nan"),) * 3

METRIC = MetricSpec(
    metric_id="lddt",
    title="lDDT",
    aliases=("lDDT-Cα", "lDDT-CA", "local distance difference test", "LDDT score", "lDDT Cα"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.STRUCTURES,
    reference="biotite.structure.lddt",
    compute=lddt,
    known=(
        KnownValue((_LINE,), (_MOVED,), (2 / 4 + 2 / 4 + 1 / 4) / 3, "changes 0.7, 2.3 and 3.0: kept 3/4, 1/4, 1/4"),
        KnownValue(
            (_FAR,),
            (((0.0, 0.0, 0.0), (10.6, 0.0, 0.0), (20.0, 9.0, 0.0)),),
            0.5,
            "changes 0.6 and 3.01: 3/4 and 1/4; the 20 angstrom do not count",
        ),
        KnownValue((_LINE, _LINE), (_MOVED, _LINE), (1.25 / 3 + 1) / 2, "and an equal one"),
        KnownValue(((*_LINE, _GAP),), ((*_MOVED, (1.0, 1.0, 1.0)),), 1.25 / 3, "an atom is not resolved"),
        KnownValue((((0.0, 0.0, 0.0), (99.0, 0.0, 0.0)),), (((0.0, 0.0, 0.0), (99.0, 0.0, 0.0)),), None, "far apart"),
        KnownValue((_LINE,), (_LINE[:2],), None, "another shape"),
        KnownValue(
            (((0.0, 0.0, 0.0), (6.0, 0.0, 0.0), (21.5, 0.0, 0.0)),),
            (((0.0, 0.0, 0.0), (12.0, 0.0, 0.0), (30.0, 0.0, 0.0)),),
            0.0,
            "changed by 6; 15.5 does not count",
        ),
        KnownValue((_LINE, _FAR), (_MOVED, _FAR), (1.25 / 3 + 1) / 2, "and another that is equal"),
        KnownValue(
            (_ROW,), (((-6.0, 0.0, 0.0), *_ROW[1:]),), 2 / 3, "2 of 3 distances: not the mean over residues, 5/8"
        ),
        KnownValue((), (), None, "no rows"),
    ),
    averaging=("per structure", "over all distances", "15 angstrom"),
    is_fraction=True,
)
