"""The format of a document by its signature and root element. The name of a file says nothing."""

import re
from dataclasses import dataclass

from schemas.paper import SourceFormat

_JUNK = 1024
_HEAD = 8192
_ARCHIVES = {
    b"PK\x03\x04": "ZIP archive",
    b"\x1f\x8b": "gzip",
    b"BZh": "bzip2",
    b"\xfd7zXZ": "xz",
    b"7z\xbc\xaf": "7-Zip",
}
_ROOT = re.compile(rb"<(?![?!])(?:[\w.-]+:)?([\w.-]+)([^>]*)")
_COMMENTS = re.compile(rb"<!--.*?-->|<\?.*?\?>|<!DOCTYPE[^\[>]*(?:\[.*?\]\s*)?>", re.DOTALL)
_HTML = re.compile(rb"<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)
_LATEX = re.compile(rb"\\documentclass|\\begin\{document\}|\\documentstyle")
_MARKDOWN = re.compile(rb"^#{1,6} \S", re.MULTILINE)
_WRAPPED = re.compile(
    rb"<article\b[^>]*\barticle-type=[^>]*>\s*<(?:processing-meta|front)\b|<article\b[^>]*jats\.nlm\.nih\.gov"
)
_ROOTS = {
    b"full-text-retrieval-response": SourceFormat.ELSEVIER,
    b"converted-article": SourceFormat.ELSEVIER,
    b"simple-article": SourceFormat.ELSEVIER,
    b"TEI": SourceFormat.TEI,
    b"teiCorpus": SourceFormat.TEI,
    b"html": SourceFormat.HTML,
}


@dataclass(frozen=True)
class Detected:
    """A format, and a word for what was seen where no reader takes it."""

    format: SourceFormat
    seen: str = ""


def detect(data: bytes) -> Detected:
    """The format of a document; `unknown` with what was seen where it is none that is read."""
    if not data.strip():
        return Detected(SourceFormat.UNKNOWN, "an empty file")
    if b"%PDF-" in data[:_JUNK]:
        return Detected(SourceFormat.PDF)
    archive = next((label for magic, label in _ARCHIVES.items() if data.startswith(magic)), None)
    if archive:
        return Detected(SourceFormat.UNKNOWN, archive)
    return _of_text(data.lstrip(b"\xef\xbb\xbf \t\r\n"))


def _of_text(data: bytes) -> Detected:
    head = data[:_HEAD]
    if head.startswith(b"<"):
        return _of_markup(data)
    if b"\x00" in head:
        return Detected(SourceFormat.UNKNOWN, "binary data")
    if _LATEX.search(data[:100_000]):
        return Detected(SourceFormat.LATEX)
    if _MARKDOWN.search(data):
        return Detected(SourceFormat.MARKDOWN)
    return Detected(SourceFormat.UNKNOWN, "plain text")


def _of_markup(data: bytes) -> Detected:
    bare = _COMMENTS.sub(b"", data[: _HEAD * 4])
    root = _ROOT.search(bare)
    if root is None or (_HTML.match(data) and not data.startswith(b"<?xml")):
        return Detected(SourceFormat.HTML if _HTML.search(data[:_HEAD]) else SourceFormat.UNKNOWN, "markup")
    name = root.group(1)
    if name == b"article":
        return _article(root.group(2), data)
    if _WRAPPED.search(data):
        return Detected(SourceFormat.JATS)
    if b"www.elsevier.com/xml" in root.group(2) and name in {b"doc", b"article"}:
        return Detected(SourceFormat.ELSEVIER)
    found = _ROOTS.get(name) or (SourceFormat.HTML if name.lower() == b"html" else SourceFormat.UNKNOWN)
    return Detected(found, f"XML with root {name.decode('ascii', 'replace')}")


def _article(attributes: bytes, data: bytes) -> Detected:
    """JATS, Elsevier (`ja:article`) and DocBook share the name of their root."""
    if b"elsevier.com" in attributes:
        return Detected(SourceFormat.ELSEVIER)
    if re.search(rb"<(?:front|article-meta|body)\b", data):
        return Detected(SourceFormat.JATS)
    return Detected(SourceFormat.UNKNOWN, "an article element that is not JATS")
