"""Collecting what a model claimed and code could not bear out, one entry per place."""

from dataclasses import dataclass, field

from schemas.claims import UngroundedClaim
from schemas.evidence import Decider
from schemas.outcome import Stage
from schemas.paper import Paper


@dataclass
class Claims:
    """The claims about one paper by one answer."""

    paper: Paper
    decider: Decider
    _found: dict[str, UngroundedClaim] = field(default_factory=dict)

    def add(self, path: str, claimed: str, problem: str) -> None:
        """Keep a claim; the first one about a place stands for it."""
        claim = UngroundedClaim(
            paper_id=self.paper.paper_id,
            stage=Stage.EXTRACT,
            field_path=path,
            claimed=claimed,
            problem=problem,
            decider=self.decider,
        )
        self._found.setdefault(path, claim)

    def all(self) -> tuple[UngroundedClaim, ...]:
        """The claims so far."""
        return tuple(self._found.values())


def told(claims: tuple[UngroundedClaim, ...]) -> tuple[str, ...]:
    """Claims as a model is told of them."""
    return tuple(f"{claim.field_path} ({claim.claimed}): {claim.problem}" for claim in claims)
