"""A PDF as two readers see it: sections, front matter and references from GROBID, tables and places from pymupdf."""

from pipeline.intake.assemble import assemble, source_of
from pipeline.intake.hidden_text import without_hidden
from pipeline.intake.merge import merge
from pipeline.intake.tei import read_tei
from pipeline.intake.xml import parse
from schemas.errors import UnreadableError
from schemas.paper import Paper, SourceFormat

_NOT_USED = "GROBID made nothing of this file"


def with_structure(pdf: Paper, tei: bytes | None) -> Paper:
    """The reading of a PDF with what a TEI document of the same file adds.

    The source stays the PDF. Text that is hidden on its pages is taken out of the TEI too. A TEI that cannot be read,
    or that has less than half of the text, adds nothing but a warning.
    """
    if tei is None:
        return _warned(pdf)
    try:
        draft = read_tei(parse(tei))
    except UnreadableError:
        return _warned(pdf)
    other = without_hidden(assemble(source_of(f"{pdf.source.name}.tei.xml", tei, SourceFormat.TEI), draft), pdf)
    merged = merge([pdf, other])
    if merged.source != other.source:
        return _warned(pdf)
    return merged.model_copy(update={"source": pdf.source, "also_read": (), "paper_id": _identifier(pdf, merged)})


def _identifier(pdf: Paper, merged: Paper) -> str:
    """The identifier comes from the PDF's bytes where neither reading has a DOI."""
    return merged.paper_id if merged.doi else pdf.paper_id


def _warned(pdf: Paper) -> Paper:
    return pdf.model_copy(update={"warnings": (*pdf.warnings, _NOT_USED)})
