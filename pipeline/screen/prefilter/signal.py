"""What a pre-filter signal declares."""

from collections.abc import Callable
from dataclasses import dataclass

from schemas.evidence import Evidence
from schemas.paper import Paper
from schemas.screening import VerdictCall


@dataclass(frozen=True)
class Hit:
    """What a signal found. `reject` ends the screening, `unknown` sends the paper to a human."""

    call: VerdictCall
    category: str
    reason: str
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True)
class Signal:
    """A signal of the pre-filter. `pipeline/screen/prefilter/<name>.py` holds one `SIGNAL`."""

    name: str
    look: Callable[[Paper], Hit | None]
