"""Shares and agreement with their uncertainty: Wilson intervals, and Cohen's kappa with a bootstrap interval."""

from collections.abc import Sequence

from schemas.evaluation import Agreement, Rate

RESAMPLES = 1000
SEED = 20240229
CONFIDENCE = 0.95


def rate(hits: int, total: int) -> Rate:
    """A share with its Wilson score interval (Wilson 1927, doi:10.1080/01621459.1927.10502953)."""
    if not total:
        return Rate(hits=hits, total=total, low=0.0, high=1.0)
    from scipy.stats import binomtest

    interval = binomtest(hits, total).proportion_ci(CONFIDENCE, method="wilson")
    return Rate(hits=hits, total=total, low=round(float(interval.low), 4), high=round(float(interval.high), 4))


def agreement(pairs: Sequence[tuple[str, str]]) -> Agreement:
    """Cohen's kappa of two raters (Cohen 1960, doi:10.1177/001316446002000104), resampling papers for the interval."""
    import numpy as np

    kappa = _kappa(pairs)
    observed = round(sum(one == other for one, other in pairs) / len(pairs), 4) if pairs else 0.0
    if kappa is None:
        return Agreement(observed=observed, kappa=None, low=None, high=None, n=len(pairs))
    draws = np.random.default_rng(SEED).integers(0, len(pairs), size=(RESAMPLES, len(pairs)))
    resampled = [value for draw in draws if (value := _kappa([pairs[i] for i in draw])) is not None]
    low, high = np.quantile(resampled, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return Agreement(
        observed=observed, kappa=round(kappa, 4), low=round(float(low), 4), high=round(float(high), 4), n=len(pairs)
    )


def _kappa(pairs: Sequence[tuple[str, str]]) -> float | None:
    """None where chance alone agrees on everything: one class on both sides."""
    from sklearn.metrics import cohen_kappa_score

    if len({name for pair in pairs for name in pair}) < 2:
        return None
    return float(cohen_kappa_score([one for one, _ in pairs], [other for _, other in pairs]))
