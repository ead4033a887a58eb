"""What the result tables of a paper say, as far as they can be read."""

from dataclasses import dataclass

from schemas.outcome import Question
from schemas.task import Algorithm, Metric, Score, Setting, Task


@dataclass(frozen=True)
class Results:
    """A task tuple with holes. `gaps` says what could not be read, and where a human would find it; each one blocks.
    `notes` says what was left out for a reason that needs no answer: an ablation, a cross-validation beside a test.

    Screening judges by it (2.1, 2.2, 3.5), and extraction makes it a `Task` when nothing is missing.
    """

    algorithm: Algorithm | None = None
    settings: tuple[Setting, ...] = ()
    metrics: tuple[Metric, ...] = ()
    scores: tuple[Score, ...] = ()
    gaps: tuple[Question, ...] = ()
    notes: tuple[str, ...] = ()

    def task(self) -> Task | None:
        """The whole tuple, or None while a part is missing."""
        if self.algorithm is None or not (self.settings and self.metrics and self.scores):
            return None
        if sum(metric.is_primary for metric in self.metrics) != 1:
            return None
        return Task(algorithm=self.algorithm, settings=self.settings, metrics=self.metrics, scores=self.scores)
