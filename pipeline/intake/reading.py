"""The stage: one document in, one `Paper` and a decision out. Whatever the document is, nothing is raised for it."""

import hashlib
from dataclasses import replace
from pathlib import Path

from pipeline.intake.archives import Files
from pipeline.intake.assemble import assemble, source_of
from pipeline.intake.completeness import what_is_missing
from pipeline.intake.detect import Detected, detect
from pipeline.intake.draft import Draft
from pipeline.intake.failures import FAILURES, failure
from pipeline.intake.identity import paper_id
from pipeline.intake.language import SUPPORTED
from pipeline.intake.packed import is_packed, unpacked
from pipeline.intake.structured import with_structure
from pipeline.ports import Documents, Produced, Structure
from schemas.errors import StalledError, UnreadableError
from schemas.outcome import Decision, Question, Stage, advance, ask
from schemas.paper import Paper, SourceFormat

_LARGEST = 200_000_000
_XML = {SourceFormat.JATS, SourceFormat.ELSEVIER, SourceFormat.TEI}


def read(path: Path, documents: Documents, structure: Structure | None = None) -> Produced:
    """Read a document of any supported format. With a `structure`, it adds what it sees in a PDF.

    A document that cannot be used ends in a question to a human with a category of `failures`, without a `Paper`;
    one that is not the full text ends so with an incomplete one. Raises StalledError for faults of the machine.
    """
    try:
        size = path.stat().st_size
        data = path.read_bytes() if size <= _LARGEST else b""
    except OSError as error:
        raise StalledError(f"{path.name} cannot be read: {error.strerror}", "check its permissions") from error
    try:
        if size > _LARGEST:
            raise failure("too_large", f"{size:,} bytes")
        paper = _paper(path, data, documents, structure)
    except UnreadableError as error:
        return _unusable(path, data, error)
    return Produced(_decision(path, paper), (paper,))


def _decision(path: Path, paper: Paper) -> Decision:
    """On with a full text in English; else a question."""
    if paper.language not in (SUPPORTED, None):
        return _question(paper.paper_id, path.name, "unsupported_language", f"its language is {paper.language!r}")
    missing = what_is_missing(paper)
    return _question(paper.paper_id, path.name, "incomplete_document", missing) if missing else _advance(paper)


def _paper(path: Path, data: bytes, documents: Documents, structure: Structure | None) -> Paper:
    found = detect(data)
    if found.format is SourceFormat.PDF:
        paper = _of_pdf(path, data, documents)
        return with_structure(paper, structure.tei(path)) if structure else paper
    content = unpacked(data) if is_packed(data) else data
    if not isinstance(content, bytes):
        return assemble(source_of(path.name, data, SourceFormat.LATEX), _of_latex(content))
    inner = detect(content)
    return assemble(source_of(path.name, data, inner.format), _draft(path, content, inner))


def _of_pdf(path: Path, data: bytes, documents: Documents) -> Paper:
    from pipeline.intake.pdf import read_pdf

    layout = documents.layout(path)
    return assemble(source_of(path.name, data, SourceFormat.PDF, len(layout["pages"])), read_pdf(layout))


def _of_latex(files: Files) -> Draft:
    from pipeline.intake.latex import read_latex

    return read_latex(files)


def _draft(path: Path, data: bytes, found: Detected) -> Draft:
    """The draft of a format that is read from text."""
    if path.suffix.lower() == ".pdf":
        raise failure(
            "damaged" if found.seen == "binary data" else "not_a_paper",
            f"named .pdf, but it is {found.seen or found.format}",
        )
    if found.format in _XML:
        return _of_xml(data, found)
    if found.format is SourceFormat.HTML:
        from pipeline.intake.html import read_html, table_pages

        return read_html(data, table_pages(path))
    if found.format is SourceFormat.MARKDOWN:
        from pipeline.intake.markdown import read_markdown

        return read_markdown(data)
    if found.format is SourceFormat.LATEX:
        return _of_latex({path.name: data})
    raise failure("unsupported_format", found.seen or str(found.format))


def _of_xml(data: bytes, found: Detected) -> Draft:
    """The draft of an XML document, with what its entities point to."""
    from pipeline.intake.elsevier import read_elsevier
    from pipeline.intake.jats import read_jats
    from pipeline.intake.tei import read_tei
    from pipeline.intake.xml import external_entities, parse

    readers = {SourceFormat.JATS: read_jats, SourceFormat.ELSEVIER: read_elsevier, SourceFormat.TEI: read_tei}
    draft = readers[found.format](parse(data))
    return replace(draft, suspicions=(*draft.suspicions, *external_entities(data)))


def _advance(paper: Paper) -> Decision:
    counts = f"{len(paper.sections)} sections, {len(paper.tables)} tables, {len(paper.figures)} figures"
    return advance(paper.paper_id, Stage.INTAKE, f"read {paper.source.format} with {counts}, {len(paper.links)} links")


def _unusable(path: Path, data: bytes, error: UnreadableError) -> Produced:
    identifier = paper_id(None, hashlib.sha256(data or path.name.encode()).hexdigest())
    return Produced(_question(identifier, path.name, error.category, error.message))


def _question(identifier: str, name: str, category: str, detail: str) -> Decision:
    known = FAILURES[category]
    text = detail if detail.startswith(known.message) else f"{known.message} ({detail})"
    return ask(identifier, Stage.INTAKE, category, (Question(field="source", question=f"{name} {text}: {known.hint}"),))
