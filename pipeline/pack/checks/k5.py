"""K5: the container. Nothing of it is run here, and so nothing of it is passed."""

from pipeline.pack.checks.check import Check, Finding, skipped
from pipeline.pack.checks.view import PackView

_TITLES = {
    "K5.1": "Image builds with a pinned base",
    "K5.2": "Solver runs offline, non-root, read-only and within limits",
    "K5.3": "A probe finds network and evaluation/ out of reach",
    "K5.4": "Evaluator runs in its own container, offline",
    "K5.5": "Second build from the lock gives the same bytes",
}


def _skip(view: PackView) -> Finding:
    return skipped("containers are not run here")


CHECKS = tuple(Check(check_id, title, _skip) for check_id, title in _TITLES.items())
