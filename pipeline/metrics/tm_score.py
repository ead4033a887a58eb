"""TM-score of a model of the same chain, residue by residue (Zhang and Skolnick, 2004)."""

from math import cos, sin
from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def tm_score(truth: Any, prediction: Any) -> float:
    """Mean over structures of the highest mean of 1 / (1 + (distance / d0) squared) over superpositions.

    d0 = 1.24 (n - 15)^(1/3) - 1.8, at least 0.5 angstrom, for n residues of the truth. The superposition is searched
    from fragments of n, n/2, n/4 ... residues, refined with those within d0 (4.5 to 8 angstrom).
    """
    import numpy as np

    def laid_over(mobile: Any, fixed: Any, chosen: Any) -> Any:
        """`mobile` moved so that its chosen points lie on those of `fixed` (Kabsch, 1976)."""
        centres = mobile[chosen].mean(axis=0), fixed[chosen].mean(axis=0)
        left, _, right = np.linalg.svd((mobile[chosen] - centres[0]).T @ (fixed[chosen] - centres[1]))
        flip = np.diag([1.0, 1.0, np.sign(np.linalg.det(left @ right))])
        return (mobile - centres[0]) @ (left @ flip @ right) + centres[1]

    def positions(mobile: Any, fixed: Any, radius: float) -> Any:
        """Distances of all atoms after superpositions seeded by fragments, each refined until its atoms settle."""
        n = len(fixed)
        sizes = sorted({max(n >> level, min(4, n)) for level in range(6)}, reverse=True)
        for size in sizes:
            for start in range(0, n - size + 1, max(1, size // 8)):
                chosen = np.arange(start, start + size)
                for _ in range(20):
                    apart = np.linalg.norm(laid_over(mobile, fixed, chosen) - fixed, axis=1)
                    yield apart
                    limit = max(radius, np.partition(apart, 2)[2])
                    following = np.flatnonzero(apart <= limit)
                    if np.array_equal(following, chosen):
                        break
                    chosen = following

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
        d0 = max(1.24 * np.cbrt(len(actual) - 15) - 1.8, 0.5)
        tries = positions(predicted, actual, min(max(d0, 4.5), 8.0))
        values.append(max(np.mean(1 / (1 + (apart / d0) ** 2)) for apart in tries))
    return float(np.mean(values))


_STEPS = (3.8, 1.4, 2.1)
_CHAIN = tuple((_STEPS[0] * at, _STEPS[1] * (at % 3), _STEPS[2] * (at % 2)) for at in range(12))
_TURNED = tuple((1 - y, 2 + x, 3 + z) for x, y, z in _CHAIN)
_BROKEN = (*_CHAIN[:6], *((x + 5e7, y + 90.0, z) for x, y, z in _CHAIN[6:]))
_GAP = (float("nan"),) * 3
_LINE = tuple((4.0 * at, 0.0, 0.0) for at in range(5))
_STRETCHED = tuple((4.5 * at, 0.0, 0.0) for at in range(5))
_BENT = ((0.0, 0.0, 0.0), (3.0, 2.0, 0.0), (3.0, 5.0, 3.0), (7.0, 5.0, 1.0), (9.0, 9.0, 0.0))
_NOISY = tuple(
    (x + 2 * sin(7 * at), y + 2 * cos(5 * at), z + 2 * sin(3 * at * at)) for at, (x, y, z) in enumerate(_CHAIN)
)
_SCATTERED = tuple((1e6 * 3.0**at, 7e5 * 5.0 ** (at % 7), 1e7 * (at % 2)) for at in range(12))
_D0 = 1.24 * 9 ** (1 / 3) - 1.8
_LONG = tuple((4.0 * at, 0.0, 0.0) for at in range(24))
_LONG_STRETCHED = tuple(((4.0 + _D0 / 2) * at, 0.0, 0.0) for at in range(24))
_SPREAD = sum(1 / (1 + ((at - 11.5) / 2) ** 2) for at in range(24)) / 24

METRIC = MetricSpec(
    metric_id="tm_score",
    title="TM-score",
    aliases=("TM score", "TMscore", "template modeling score", "template modelling score"),
    direction=Direction.HIGHER,
    low=0.0,
    high=1.0,
    optimum=1.0,
    input_kind=InputKind.STRUCTURES,
    reference="formula",
    compute=tm_score,
    known=(
        KnownValue((_CHAIN,), (_TURNED,), 1.0, "turned by a quarter and moved"),
        KnownValue(
            (_CHAIN,),
            (_BROKEN,),
            0.5,
            "half of the chain lies far away",
        ),
        KnownValue((_CHAIN, _CHAIN), (_BROKEN, _TURNED), 0.75, "mean of the two above"),
        KnownValue(((*_CHAIN, _GAP),), ((*_TURNED, (9.0, 9.0, 9.0)),), 1.0, "a residue is not resolved"),
        KnownValue((_CHAIN[:2],), (_CHAIN[:2],), None, "two atoms"),
        KnownValue((_CHAIN,), (_CHAIN[:9],), None, "another shape"),
        KnownValue((_LINE,), (_STRETCHED,), (2 / 5 + 2 / 2 + 1) / 5, "d0 = 0.5: centred, 1, 0.5, 0, 0.5 and 1 apart"),
        KnownValue((_LINE, _BENT), (_STRETCHED, _BENT), 0.74, "and an exact one"),
        KnownValue(
            (_LONG,), (_LONG_STRETCHED,), _SPREAD, "24 residues: d0 = 0.779, centred, d0 / 4, 3 d0 / 4 ... apart"
        ),
        KnownValue((_CHAIN,), ((*_CHAIN[:4], *_SCATTERED[4:]),), 1 / 3, "only the first four residues"),
        KnownValue((_CHAIN,), ((*_SCATTERED[:8], *_CHAIN[8:]),), 1 / 3, "only the last four residues"),
        KnownValue((_CHAIN,), (_NOISY,), 0.0927821022549399, "pins the search: as computed here, by no other program"),
        KnownValue((), (), None, "no rows"),
    ),
    ambiguous=("TM",),
    companions=(
        "lddt",
        "gdt_ts",
        "rmsd",
    ),
    averaging=("per structure", "length of the truth"),
    is_fraction=True,
)
