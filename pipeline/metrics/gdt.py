"""Global distance test, total score and high accuracy (Zemla, 2003)."""

from functools import partial
from math import cos, sin
from typing import Any

from pipeline.metrics.spec import InputKind, KnownValue, MetricSpec
from schemas.task import Direction


def gdt(truth: Any, prediction: Any, cutoffs: tuple[float, ...]) -> float:
    """Mean over structures and cut-offs of the largest share of residues within it, over superpositions.

    Each cut-off has its own superposition, searched from fragments of n, n/2, n/4 ... residues.
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
        shares = []
        for cutoff in cutoffs:
            tries = positions(predicted, actual, cutoff)
            shares.append(max(np.mean(apart <= cutoff) for apart in tries))
        values.append(np.mean(shares))
    return float(np.mean(values))


_STEPS = (3.8, 1.4, 2.1)
_CHAIN = tuple((_STEPS[0] * at, _STEPS[1] * (at % 3), _STEPS[2] * (at % 2)) for at in range(12))
_TURNED = tuple((1 - y, 2 + x, 3 + z) for x, y, z in _CHAIN)
_BROKEN = (*_CHAIN[:6], *((x + 5e7, y + 90.0, z) for x, y, z in _CHAIN[6:]))
_GAP = (float("nan"),) * 3
_LINE = tuple((4.0 * at, 0.0, 0.0) for at in range(5))
_LONGER = (*_LINE[:4], (18.3, 0.0, 0.0))
_BENT = ((0.0, 0.0, 0.0), (3.0, 2.0, 0.0), (3.0, 5.0, 3.0), (7.0, 5.0, 1.0), (9.0, 9.0, 0.0))


def _noisy(size: float) -> tuple[tuple[float, ...], ...]:
    shifts = ((sin(7 * at), cos(5 * at), sin(3 * at * at)) for at in range(12))
    return tuple(tuple(a + size * b for a, b in zip(*pair, strict=True)) for pair in zip(_CHAIN, shifts, strict=True))


_SCATTERED = tuple((1e6 * 3.0**at, 7e5 * 5.0 ** (at % 7), 1e7 * (at % 2)) for at in range(12))
_LIFTED = (*_CHAIN[:9], *((x, y, z + 60.0) for x, y, z in _CHAIN[9:]))


def _of(
    name: str, title: str, aliases: tuple[str, ...], cutoffs: tuple[float, ...], pinned: tuple[float, float]
) -> MetricSpec:
    return MetricSpec(
        metric_id=name,
        title=title,
        aliases=aliases,
        direction=Direction.HIGHER,
        low=0.0,
        high=1.0,
        optimum=1.0,
        input_kind=InputKind.STRUCTURES,
        reference="formula",
        compute=partial(gdt, cutoffs=cutoffs),
        known=(
            KnownValue((_CHAIN,), (_TURNED,), 1.0, "turned by a quarter and moved"),
            KnownValue((_CHAIN,), (_BROKEN,), 0.5, "half of the chain lies far away"),
            KnownValue((_CHAIN,), (_LIFTED,), 0.75, "9 of 12"),
            KnownValue((_CHAIN, _CHAIN), (_BROKEN, _TURNED), 0.75, "mean of the first two"),
            KnownValue(((*_CHAIN, _GAP),), ((*_BROKEN, (9.0, 9.0, 9.0)),), 0.5, "a residue is not resolved"),
            KnownValue((_CHAIN[:2],), (_CHAIN[:2],), None, "two atoms"),
            KnownValue((_CHAIN,), (_CHAIN[:9],), None, "another shape"),
            KnownValue(
                (_LINE,),
                (_LONGER,),
                sum(4 / 5 if cutoff < 2 else 1 for cutoff in cutoffs) / 4,
                "4 exact, one 2.3 too far",
            ),
            KnownValue(
                (_LINE, _BENT),
                (_LONGER, _BENT),
                sum(4 / 5 if c < 2 else 1 for c in cutoffs) / 8 + 0.5,
                "and an exact one",
            ),
            KnownValue((_CHAIN,), ((*_CHAIN[:4], *_SCATTERED[4:]),), 1 / 3, "only the first four residues"),
            KnownValue((_CHAIN,), ((*_SCATTERED[:8], *_CHAIN[8:]),), 1 / 3, "only the last four residues"),
            KnownValue(
                (_LINE,),
                ((*_LINE[:4], (17.1, 0.0, 0.0)),),
                sum(4 / 5 if c < 1 else 1 for c in cutoffs) / 4,
                "4 exact, one 1.1 too far",
            ),
            KnownValue((_CHAIN,), (_noisy(2.0),), pinned[0], "pins the search: as computed here, by no other program"),
            KnownValue((_CHAIN,), (_noisy(4.0),), pinned[1], "pins the search: as computed here, by no other program"),
            KnownValue((), (), None, "no rows"),
        ),
        averaging=("per structure", "cut-offs " + " ".join(f"{cutoff:g}" for cutoff in cutoffs)),
        is_fraction=True,
    )


METRICS = (
    _of("gdt_ts", "GDT-TS", ("GDT", "GDT TS", "GDT_TS", "global distance test"), (1.0, 2.0, 4.0, 8.0), (0.6875, 0.5)),
    _of("gdt_ha", "GDT-HA", ("GDT HA", "GDT_HA"), (0.5, 1.0, 2.0, 4.0), (0.5, 0.3125)),
)
