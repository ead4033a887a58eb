"""What the result tables of a paper say: the task tuple, or what is missing of it and where a human would find it."""

from pipeline.results.curated import with_curation
from pipeline.results.model import Results
from pipeline.results.reading import results_in
from schemas.curation import CuratedAlgorithm, Curation
from schemas.paper import Paper

__all__ = ["Results", "read_results"]


def read_results(paper: Paper, curation: Curation | None = None, named: CuratedAlgorithm | None = None) -> Results:
    """Read algorithm, settings, metrics and scores. Never raises for what a paper holds; see `Results.gaps`.

    `named` is the algorithm where somebody else than these rules named it; a human's name wins over it.
    """
    by_human = curation.algorithm if curation else None
    read = results_in(paper, by_human or named)
    return with_curation(paper, read, curation) if curation else read
