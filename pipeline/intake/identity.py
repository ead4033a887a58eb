"""Who a paper is: its DOI where it has one, else the hash of its bytes."""

import re

_DOI = re.compile(r"10\.\d{4,9}/[^\s\"<>{}|\\^`]+", re.IGNORECASE)
_UNSAFE = re.compile(r"[^a-z0-9._-]+")
_PREFIX = re.compile(r"^(?:https?://)?(?:dx\.)?doi\.org/|^doi:\s*", re.IGNORECASE)
_CLOSERS = {")": "(", "]": "["}


def clean_doi(text: str) -> str | None:
    """The DOI in a text, lower case, without resolver and without the punctuation after it; None without one."""
    found = _DOI.search(_PREFIX.sub("", text.strip()))
    return _trimmed(found.group()).lower() if found else None


def _trimmed(doi: str) -> str:
    """Drop what a sentence puts after a DOI; brackets that the DOI itself opened stay."""
    while doi and (
        doi[-1] in ".,;:'’”*" or (doi[-1] in _CLOSERS and doi.count(_CLOSERS[doi[-1]]) < doi.count(doi[-1]))
    ):
        doi = doi[:-1]
    return doi


def paper_id(doi: str | None, sha256: str) -> str:
    """A name that is safe as a path: `10.1038/s41598-022-21366-2` becomes `10.1038_s41598-022-21366-2`."""
    if doi:
        return _UNSAFE.sub("_", doi.lower()).strip("_.")
    return f"sha256-{sha256[:16]}"
