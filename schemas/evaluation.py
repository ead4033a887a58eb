"""What comes out when a run is held against careful readers, or against another run."""

from schemas.base import Part
from schemas.gold import GoldCall
from schemas.snapshot import End


class Rate(Part):
    """`hits` of `total`, and the interval that holds the true share with 95 % confidence."""

    hits: int
    total: int
    low: float
    high: float

    def __str__(self) -> str:
        if not self.total:
            return "-"
        return f"{self.hits / self.total:.2f} ({self.low:.2f}-{self.high:.2f}, {self.hits} of {self.total})"


class Agreement(Part):
    """Cohen's kappa over `n` papers with a bootstrap interval; None where it is not defined.

    `observed` is the plain share on which both say the same: where nearly all is one class, kappa is near 0.
    """

    observed: float
    kappa: float | None
    low: float | None
    high: float | None
    n: int

    def __str__(self) -> str:
        if self.kappa is None or self.low is None or self.high is None:
            return f"not defined (n = {self.n}, {self.observed:.0%} the same)"
        return f"{self.kappa:.2f} ({self.low:.2f} to {self.high:.2f}, n = {self.n}, {self.observed:.0%} the same)"


class ConfusionCell(Part):
    """The papers that a reader called `gold` and that ended as `end` here."""

    gold: GoldCall
    end: End
    papers: tuple[str, ...]


class Mistake(Part):
    """An acceptable paper that was rejected, or an unsuitable one that was let through."""

    paper: str
    gold: GoldCall
    end: End
    rule: str | None
    category: str | None
    reason: str


class NamedRate(Part):
    """A share by name, with the cases that missed it."""

    name: str
    rate: Rate
    missed: tuple[str, ...] = ()


class RuleLine(Part):
    """One rule or level: how often it said what, and how often a reader said the same when it decided."""

    rule: str
    passed: int
    rejected: int
    unknown: int
    agrees: Rate
    against: tuple[str, ...]


class Spent(Part):
    """What models cost in a run: calls that went out, tokens, US dollars."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    dollars: float = 0.0


class Evaluation(Part):
    """A run against gold. `unmatched` gold papers have no file in the run; `unfinished` ones failed or are under way.

    `readers` is how far the readers agree among themselves, as the yardstick for `agreement`.
    """

    run: str
    papers: int
    unmatched: tuple[str, ...]
    unfinished: tuple[str, ...]
    confusion: tuple[ConfusionCell, ...]
    agreement: Agreement
    readers: Agreement
    classes: tuple[NamedRate, ...]
    mistakes: tuple[Mistake, ...]
    rules: tuple[RuleLine, ...]
    categories: NamedRate
    fields: tuple[NamedRate, ...]
    deciders: tuple[NamedRate, ...]
    spent: Spent = Spent()


class Difference(Part):
    """Something about the runs themselves that is not the same: code, a model, a prompt, a setting."""

    kind: str
    name: str
    before: str
    after: str


class Move(Part):
    """A paper that ended differently, with the decision of each run and its evidence."""

    paper: str
    before: End
    after: End
    reason_before: str
    reason_after: str


class Change(Part):
    """A field of a record that is not the same in both runs; empty where a run has no such record."""

    paper: str
    field: str
    before: str
    after: str
    evidence_before: tuple[str, ...] = ()
    evidence_after: tuple[str, ...] = ()
    decider_before: str = ""
    decider_after: str = ""


class Comparison(Part):
    """Two runs side by side. Rates: see `pipeline.evaluation.compare`."""

    run_before: str
    run_after: str
    papers: int
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]
    differences: tuple[Difference, ...]
    moves: tuple[Move, ...]
    fixed: Rate
    forgotten: Rate
    changes: tuple[Change, ...]
    spent_before: Spent = Spent()
    spent_after: Spent = Spent()

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of differences between the runs. With more than one, no change can be put down to any of them."""
        return tuple(dict.fromkeys(difference.kind for difference in self.differences))
