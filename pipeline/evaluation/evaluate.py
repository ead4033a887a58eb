"""A run against gold."""

from collections.abc import Sequence

from pipeline.evaluation.decisions import SAID, classes, confusion, kappa, kappa_of_readers, mistakes
from pipeline.evaluation.fields import fields
from pipeline.evaluation.levels import categories, deciders, rules
from pipeline.evaluation.matching import paper_of
from schemas.evaluation import Evaluation, Spent
from schemas.gold import GoldPaper
from schemas.snapshot import Snapshot


def evaluate(snapshot: Snapshot, golds: Sequence[GoldPaper], spent: Spent | None = None) -> Evaluation:
    """Hold every paper of a run that readers know against their word."""
    found = [(gold, paper_of(gold, snapshot.papers.values())) for gold in golds]
    pairs = [(gold, paper) for gold, paper in found if paper is not None]
    return Evaluation(
        run=snapshot.run,
        papers=len(pairs),
        unmatched=tuple(gold.id for gold, paper in found if paper is None),
        unfinished=tuple(gold.id for gold, paper in pairs if paper.end not in SAID),
        confusion=confusion(pairs),
        agreement=kappa(pairs),
        readers=kappa_of_readers([gold for gold, _ in pairs]),
        classes=classes(pairs),
        mistakes=mistakes(pairs),
        rules=rules(pairs),
        categories=categories(pairs),
        fields=fields(pairs),
        deciders=deciders(pairs),
        spent=spent or Spent(),
    )
