"""Why a document cannot be used: categories, and what a person can do about each. None of them is a rejection."""

from dataclasses import dataclass

from schemas.errors import UnreadableError


@dataclass(frozen=True)
class Failure:
    """A category with the sentence a reader of the queue sees and what to do next."""

    message: str
    hint: str


FAILURES: dict[str, Failure] = {
    "not_a_paper": Failure("is not a paper", "supply the article itself as PDF or JATS XML"),
    "encrypted": Failure("is locked with a password", "supply a copy that opens without a password"),
    "damaged": Failure("is damaged", "download the file again"),
    "no_text_layer": Failure(
        "has no text layer: its pages are pictures", "supply a copy with text, or install Tesseract"
    ),
    "incomplete_document": Failure("is not the full text", "supply the full text of the paper"),
    "unsupported_language": Failure("is not in English", "supply an English version of the paper"),
    "unsupported_format": Failure("is in a format that cannot be read", "supply the paper as PDF or JATS XML"),
    "too_large": Failure("is too large to be read safely", "supply a smaller copy of the paper"),
    "hostile": Failure("is built to harm its reader", "check where the file came from before it is opened"),
}


def failure(category: str, detail: str = "") -> UnreadableError:
    """The error of a category; `detail` says what was seen."""
    known = FAILURES[category]
    return UnreadableError(category, f"{known.message}{f' ({detail})' if detail else ''}", known.hint)
