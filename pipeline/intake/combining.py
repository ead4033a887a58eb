"""Several files of one paper, read one by one, as one paper with one decision."""

from collections.abc import Sequence

from pipeline.intake.completeness import what_is_missing
from pipeline.intake.failures import FAILURES
from pipeline.intake.merge import merge
from pipeline.ports import Produced
from schemas.outcome import Question, Stage, advance, ask
from schemas.paper import Paper


def combine(papers: Sequence[Paper]) -> Produced:
    """The merged paper, and the decision that fits it: even several files may lack the full text."""
    paper = merge(papers)
    names = ", ".join(sorted(source.name for source in (paper.source, *paper.also_read)))
    missing = what_is_missing(paper)
    if missing is None:
        reason = f"merged {names}: {len(paper.sections)} sections, {len(paper.tables)} tables, {len(paper.links)} links"
        return Produced(advance(paper.paper_id, Stage.INTAKE, reason), (paper,))
    known = FAILURES["incomplete_document"]
    question = Question(field="source", question=f"{names} {known.message} ({missing}): {known.hint}")
    return Produced(ask(paper.paper_id, Stage.INTAKE, "incomplete_document", (question,)), (paper,))
