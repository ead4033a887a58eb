"""Links read from papers against what JATS files print, and against those that careful readers named."""

from dataclasses import dataclass, field
from pathlib import Path

from schemas.paper import Paper
from tests.intake.link_truth import Truth, score, truth_of_gold, truth_of_jats


@dataclass
class LinkCount:
    """True links, those of them that were read, and those read that stand nowhere in the truth."""

    true: int = 0
    found: int = 0
    extra: int = 0
    missed: list[str] = field(default_factory=list)

    @property
    def recall(self) -> float:
        """Share of the true links that were read."""
        return self.found / self.true if self.true else 1.0

    @property
    def precision(self) -> float:
        """Share of the links read that are true; careful readers do not name all, so it is 1 against theirs."""
        return self.found / (self.found + self.extra) if self.found + self.extra else 1.0

    def add(self, paper: Paper, truth: Truth) -> None:
        """Count one paper."""
        found = score([link.url for link in paper.links], truth)
        self.true += len(truth.printed)
        self.found += len(found.found)
        self.extra += len(found.extra)
        self.missed += sorted(found.missed)


def count_jats(read: dict[Path, Paper]) -> LinkCount:
    """Papers against JATS files; `read` maps the JATS file to the paper as it, or its PDF, was read."""
    total = LinkCount()
    for path, paper in read.items():
        total.add(paper, truth_of_jats(path))
    return total


def count_gold(gold: Path, papers: dict[str, Paper]) -> LinkCount:
    """Papers, by the stem of their file, against the links that readers named."""
    total = LinkCount()
    for name, truth in truth_of_gold(gold).items():
        if name in papers:
            total.add(papers[name], truth)
    return total
