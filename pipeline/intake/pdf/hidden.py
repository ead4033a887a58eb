"""Text of a PDF that a reader would not see: invisible, white on white, or too small; and zero-width runs."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from pipeline.intake.pdf.model import Page
from pipeline.intake.suspicions import addressed, zero_width
from schemas.paper import Suspicion

_FEWEST_LETTERS = 20
_LONGEST = 300


def hidden(pages: Sequence[Page]) -> tuple[Suspicion, ...]:
    """The suspicions of a document. Shorter stretches are the traces of typesetting that many papers carry."""
    return tuple(suspicion for page in pages for suspicion in _of_page(page))


def _of_page(page: Page) -> Iterator[Suspicion]:
    for kind, spans in groupby(page.odd_spans, key=lambda span: span["kind"]):
        text = " ".join(" ".join(span["text"] for span in spans).split())
        if sum(c.isalpha() for c in text) >= _FEWEST_LETTERS and text.count(" ") >= 3:
            yield Suspicion(kind=kind, text=text[:_LONGEST], page=page.number)
            yield from addressed(text, page.number)
    for region in page.regions:
        for line in region.lines:
            yield from zero_width("".join(span.text for span in line.spans), page.number)
