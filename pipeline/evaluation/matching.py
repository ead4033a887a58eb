"""Which paper of a run a gold line means."""

from collections.abc import Iterable

from schemas.gold import GoldPaper
from schemas.snapshot import JudgedPaper


def paper_of(gold: GoldPaper, papers: Iterable[JudgedPaper]) -> JudgedPaper | None:
    """By a file's name without its endings, else by the DOI or its end. Case does not count."""
    wanted = gold.id.casefold()
    found = list(papers)
    by_file = (paper for paper in found if any(_is_named(wanted, name.casefold()) for name in paper.names))
    by_doi = (paper for paper in found if _is_doi_of(wanted, paper))
    return next(by_file, None) or next(by_doi, None)


def _is_doi_of(wanted: str, paper: JudgedPaper) -> bool:
    doi = (paper.doi or "").casefold()
    return bool(doi) and (doi == wanted or doi.partition("/")[2] == wanted)


def _is_named(wanted: str, stem: str) -> bool:
    """A stem may keep a first ending: `paper.els` of `paper.els.xml`."""
    return stem == wanted or stem.startswith(f"{wanted}.")
