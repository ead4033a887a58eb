"""What the result tables of a paper say: the task tuple, or what is missing of it and where a human would find it."""

from pipeline.results.curated import with_curation
from pipeline.results.model import Results
from pipeline.results.reading import results_in
from schemas.curation import Curation
from schemas.paper import Paper

__all__ = ["Results", "read_results"]


def read_results(paper: Paper, curation: Curation | None = None) -> Results:
    """Read algorithm, settings, metrics and scores. Never raises for what a paper holds; see `Results.gaps`."""
    named = curation.algorithm if curation else None
    read = results_in(paper, named)
    return with_curation(paper, read, curation) if curation else read
