"""Sentences in which a paper says of itself that it is a review, a perspective, a protocol or a replication."""

import re

from pipeline.screen.prefilter.signal import Hit, Signal
from pipeline.screen.proposal import is_proposal
from pipeline.screen.sentences import Sentence, quote, sentences
from schemas.paper import Paper, SectionRole
from schemas.screening import VerdictCall

_KINDS = (
    r"(?:(?:mini-?|systematic|scoping|narrative|literature|critical|short|brief|comprehensive|present)\s*)*"
    r"(?:review|perspective|editorial|commentary|viewpoint|essay|tutorial|primer|case\s+report|(?:study\s+|trial\s+)?protocol"
    r"|reproducibility\s+(?:report|study)|opinion\s+(?:piece|article))(?:\s+(?:article|paper))?"
)
_DECLARES = re.compile(
    rf"\bin\s+this\s+{_KINDS}\s*,"
    rf"|\bin\s+this\s+{_KINDS}\s+(?:we|i|the\s+authors)\b"
    rf"|^(?:the\s+aim\s+of\s+)?this\s+{_KINDS}\s+(?:aims|addresses|covers|describes|discusses|examines|explores|focuses|highlights"
    r"|is|outlines|presents|provides|summari[sz]es|surveys|will)\b"
    r"|\bwe\s+(?:systematically\s+)?review(?:ed)?\s+(?:the\s+)?(?:current\s+|existing\s+|recent\s+|published\s+)?literature\b",
    re.IGNORECASE,
)
_REVIEWS = re.compile(
    r"\bwe\s+(?:\w+ly\s+)?(?:review|survey|summari[sz]e)(?:ed)?\s+(?:the\s+)?(?:[\w-]+\s+){0,3}?(?:progress|advances?|developments?"
    r"|literature|approaches|methods|techniques|applications|studies|state|trends|principles|research|works?|evidence)\b",
    re.IGNORECASE,
)
"""What a research paper says as well, before its own method: it counts where the abstract proposes none."""

_FRONT = 40
"""Sentences from the start that count as the front of a paper whose abstract was not recognised."""


def look(paper: Paper) -> Hit | None:
    """Reject on a declaration in abstract, introduction or front, unless the paper proposes a method there."""
    front = _front(paper)
    abstract = [sentence for sentence in front if sentence.role is SectionRole.ABSTRACT]
    found = next((sentence for sentence in front if _DECLARES.search(sentence.text)), None) or _reviewing(abstract)
    if found is None or any(is_proposal(s.text) and s is not found for s in abstract):
        return None
    reason = "The paper calls itself something other than original research."
    return Hit(VerdictCall.REJECT, "article_type", reason, quote(paper, found.text))


def _reviewing(abstract: list[Sentence]) -> Sentence | None:
    """The sentence of an abstract that reviews the work of others, unless it proposes a method in the same breath."""
    return next((s for s in abstract if _REVIEWS.search(s.text) and not is_proposal(s.text)), None)


def _front(paper: Paper) -> tuple[Sentence, ...]:
    abstract = sentences(paper, SectionRole.ABSTRACT)
    return abstract or sentences(paper)[:_FRONT]


SIGNAL = Signal("self_declaration", look)
