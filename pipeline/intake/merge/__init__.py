"""Several readings of one paper become one: text and cells from the most structured, places from the PDF.

Readings that are not complete are left out; a supplement is attached. Which files are one paper, `groups` says.
"""

from collections.abc import Sequence
from itertools import chain

from pipeline.intake.completeness import body_length, is_supplement, what_is_missing
from pipeline.intake.identity import paper_id
from pipeline.intake.merge.copies import groups
from pipeline.intake.merge.floats import merged_figures, merged_tables
from pipeline.intake.merge.links import united
from pipeline.intake.merge.places import placed
from pipeline.intake.merge.supplements import attached
from schemas.paper import Paper, SourceFormat

__all__ = ["groups", "merge"]

_TEXT_ORDER = (
    SourceFormat.JATS,
    SourceFormat.ELSEVIER,
    SourceFormat.HTML,
    SourceFormat.LATEX,
    SourceFormat.TEI,
    SourceFormat.PDF,
    SourceFormat.MARKDOWN,
    SourceFormat.UNKNOWN,
)
"""Whose text is taken. TEI comes from a model that reads the PDF: better prose, worse tables than ours."""

_FRONT = ("doi", "title", "authors", "journal", "year", "licence", "article_type", "subjects", "language")
_SHORTEST_SHARE = 0.5


def merge(papers: Sequence[Paper]) -> Paper:
    """One paper from readings of its files, in any order. At least one; a single one is given back as it is.

    The `source` is the most structured complete reading, `also_read` are the others that went in. Cells come from the
    most structured reading that has the table, pages and boxes from the PDF. A number that two readings give
    differently is `disputed`. Readings without the full text are named in `warnings` and not used; if none is
    complete, the one with the most text stands alone. Pure: the same readings give the same paper.
    """
    if len(papers) == 1:
        return papers[0]
    ordered = sorted(papers, key=_rank)
    supplements = [paper for paper in ordered if is_supplement(paper)]
    main = [paper for paper in ordered if not is_supplement(paper)] or supplements
    used, left_out = _complete(main)
    whole = attached(_united(used), [paper for paper in supplements if paper not in used])
    warnings = [f"{paper.source.name} is not the full text and was not used" for paper in left_out]
    return whole.model_copy(
        update={
            "is_complete": what_is_missing(whole) is None,
            "warnings": tuple(dict.fromkeys((*whole.warnings, *warnings))),
        }
    )


def _rank(paper: Paper) -> tuple[int, int, str]:
    return _TEXT_ORDER.index(paper.source.format), -body_length(paper), paper.source.sha256


def _complete(papers: Sequence[Paper]) -> tuple[list[Paper], list[Paper]]:
    """The readings with the full text, and the others. A copy with half the text of another is cut off."""
    longest = max(body_length(paper) for paper in papers)
    used = [p for p in papers if p.is_complete and body_length(p) >= _SHORTEST_SHARE * longest]
    used = used or [max(papers, key=body_length)]
    return used, [paper for paper in papers if paper not in used]


def _united(papers: Sequence[Paper]) -> Paper:
    """The first reading with what the others add."""
    base, *others = papers
    if not others:
        return base
    pdf = next((paper for paper in papers if paper.source.format is SourceFormat.PDF), None)
    tables, warnings = merged_tables(papers)
    front = {name: next((v for paper in papers if (v := getattr(paper, name))), getattr(base, name)) for name in _FRONT}
    doi = front["doi"]
    return base.model_copy(
        update={
            **front,
            "paper_id": paper_id(doi, base.source.sha256),
            "also_read": tuple(paper.source for paper in others),
            "first_page_labels": tuple(dict.fromkeys(chain.from_iterable(p.first_page_labels for p in papers))),
            "sections": placed(base.sections, pdf) if pdf is not None and pdf is not base else base.sections,
            "tables": tables,
            "figures": merged_figures(papers),
            "links": united(papers),
            "suspicions": tuple(dict.fromkeys(chain.from_iterable(paper.suspicions for paper in papers))),
            "warnings": (*chain.from_iterable(paper.warnings for paper in papers), *warnings),
        }
    )
