"""From lines to running text: spaces set, citation marks left out, words and addresses joined over line ends."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from pipeline.intake.grids import raised
from pipeline.intake.pdf.model import Line, Region, Span
from pipeline.intake.texts import ZERO_WIDTH, clean

_GAP = 0.13
_DROP_LINES = 4
_DROP_SIZE = 1.8
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_CITATION = re.compile(r"\s?\[(\d{1,3}(?:\s*[,;–—-]\s*\d{1,3})*)\]")
_INTERVAL_BEFORE = re.compile(r"(?:\bin|\brange|\binterval|\bbetween|\bto|∈|=|within|\bof)\s*$")
_HYPHENS = ("-", "‐", "\u00ad", "\u2011")
_ADDRESS_END = re.compile(r"(?:https?://|www\.|doi\.org|github\.com|10\.\d{4,9}/)\S*$", re.IGNORECASE)
_ADDRESS_NEXT = re.compile(r"[\w./?=&%#~@:+-]+")


@dataclass
class Vocabulary:
    """The words of a document that stand inside lines, to tell `self-attention` from a hyphenated `attention`."""

    words: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, regions: Iterable[Region]) -> "Vocabulary":
        """The words of all regions but those at line ends, which may be halves."""
        found: set[str] = set()
        for region in regions:
            for line in region.lines:
                found.update(word.lower() for word in _WORD.findall(text_of(line.spans, keep_marks=True))[1:-1])
        return cls(found)

    def joined(self, left: str, right: str) -> str:
        """A word that was broken at a hyphen: with the hyphen where the document writes it so."""
        first, second = _WORD.findall(left)[-1:], _WORD.findall(right)[:1]
        if first and second and f"{first[0]}-{second[0]}".lower() in self.words:
            together = f"{first[0]}{second[0]}".lower()
            return f"{left}{right}" if together in self.words else f"{left}-{right}"
        return f"{left}{right}"


def text_of(spans: Sequence[Span], keep_marks: bool = False) -> str:
    """The text of a line. A gap between spans is a space; raised numbers that cite or note are left out."""
    text, before = "", None
    for span in spans:
        piece = _bare(span.text)
        if not piece:
            continue
        if before is not None and span.box.x0 - before.box.x1 > _GAP * min(span.size, before.size):
            text += " "
        if span.is_raised and not keep_marks:
            piece = raised(text, piece)[0]
        text += piece
        before = span
    return text


def _bare(text: str) -> str:
    """Without zero-width characters, but a soft hyphen at the end still breaks a word."""
    end = "-" if text.rstrip().endswith("\u00ad") else ""
    return "".join(c for c in text if c not in ZERO_WIDTH) + end


def paragraph(lines: Sequence[Line], vocabulary: Vocabulary, keep_marks: bool = False) -> str:
    """The lines of a block as one line of text."""
    text = ""
    for line in _without_drop_cap(lines):
        text = join(text, clean(text_of(line.spans, keep_marks)), vocabulary)
    return text if keep_marks else without_citations(text)


def _without_drop_cap(lines: Sequence[Line]) -> Sequence[Line]:
    """The lines of a block with a first letter that is set over several lines back at the front of its word."""
    for index, line in enumerate(lines[:_DROP_LINES]):
        for span in line.spans:
            letter = span.text.strip()
            if len(letter) == 1 and letter.isupper() and span.size > _DROP_SIZE * lines[-1].size:
                rest = tuple(other for other in line.spans if other is not span)
                kept = [*lines[:index], replace(line, spans=rest), *lines[index + 1 :]]
                first = kept[0].spans[0] if kept[0].spans else span
                word = replace(first, text=letter + first.text.lstrip()) if first is not span else span
                return [replace(kept[0], spans=(word, *kept[0].spans[1:])), *kept[1:]]
    return lines


def join(text: str, more: str, vocabulary: Vocabulary) -> str:
    """Two stretches of text on both sides of a line end."""
    if not text or not more:
        return text or more
    if _ADDRESS_END.search(text) and _continues_address(text, more):
        return text + more
    if text.endswith(_HYPHENS) and len(text) > 1 and text[-2].isalpha() and more[0].islower():
        return vocabulary.joined(text[:-1], more)
    if text.endswith(_HYPHENS) and len(text) > 1 and text[-2].isalnum() and more[0].isalnum():
        return text + more
    return f"{text} {more}"


def _continues_address(text: str, more: str) -> bool:
    """True where the next line goes on with a URL: it was cut at a separator, or more of a path follows."""
    following = _ADDRESS_NEXT.match(more)
    if following is None:
        return False
    if text[-1] in "/_=?&%#~-" or more[0] in "/?&=#_":
        return True
    token = following.group()
    return (text[-1] == "." and token[0].islower() and ("/" in token or len(token) < 5)) or (
        "/" in token and "." in token[:-1]
    )


def without_citations(text: str) -> str:
    """Without `[12]` and `[3, 5–7]`. What may be an interval stays."""

    def drop(found: re.Match[str]) -> str:
        numbers = [int(n) for n in re.findall(r"\d+", found.group(1))]
        is_interval = 0 in numbers or (len(numbers) == 2 and _INTERVAL_BEFORE.search(text[: found.start()]))
        return found.group() if is_interval or numbers != sorted(numbers) else ""

    return _CITATION.sub(drop, text)


def closed_addresses(text: str, targets: Iterable[str]) -> str:
    """Addresses printed with spaces (`https:// doi. org/ 10.`) as the page's links spell them, or closed by rule."""
    for target in targets:
        if "://" in target and len(target) < 300:
            bare = target.split("://", 1)[1].rstrip("/")
            pattern = r"\s?".join(re.escape(c) for c in bare)
            text = re.sub(rf"(https?:\s?/\s?/\s?)?{pattern}", partial(_whole, bare), text)
    return re.sub(r"(https?://) (?=\w)", r"\1", text)


def _whole(bare: str, found: re.Match[str]) -> str:
    scheme = re.sub(r"\s", "", found.group(1) or "")
    return f"{scheme}{bare}"
