"""Which paper a person means: by id, DOI, file, file name, or the start of an id."""

import re
from collections import defaultdict
from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path, PurePosixPath

from schemas.errors import UsageError
from warehouse.manifest import Manifest

_DOI_PREFIX = re.compile(r"^(?:https?://(?:dx\.)?doi\.org/|doi:\s*)", re.IGNORECASE)
Names = dict[str, set[str]]


def find_paper(manifest: Manifest, text: str) -> str:
    """The id of the paper. Raises UsageError, with close names, where no paper or more than one fits."""
    names = _names(manifest)
    for papers in (_exact(names, text), _by_file(manifest, text), _by_name(names, text), _by_prefix(names, text)):
        if len(papers) == 1:
            return papers.pop()
        if papers:
            raise UsageError(f"{text!r} fits {len(papers)} papers", f"say which: {', '.join(sorted(papers)[:8])}")
    close = get_close_matches(text, names, n=5, cutoff=0.4)
    hint = f"close: {', '.join(close)}" if close else f"{len(names)} names are known; `papergym funnel` lists papers"
    raise UsageError(f"no paper in the warehouse is called {text!r}", hint)


def _names(manifest: Manifest) -> Names:
    """Every name a paper goes by. A fault before a paper was read stands under its file's name."""
    names: Names = defaultdict(set)
    for paper_id, name in manifest.rows("SELECT DISTINCT paper_id, name FROM sources"):
        names[name].add(paper_id)
        names[paper_id].add(paper_id)
    for paper_id, doi in manifest.rows("SELECT paper_id, doi FROM identities"):
        names[paper_id].add(paper_id)
        if doi:
            names[doi].add(paper_id)
    for (paper_id,) in manifest.rows("SELECT paper_id FROM journal UNION SELECT paper_id FROM faults"):
        if paper_id not in names:
            names[paper_id].add(paper_id)
    return names


def _exact(names: Names, text: str) -> set[str]:
    wanted = {text.casefold(), _DOI_PREFIX.sub("", text.strip()).casefold()}
    return {paper for name, papers in names.items() if name.casefold() in wanted for paper in papers}


def _by_file(manifest: Manifest, text: str) -> set[str]:
    """A file on disk is known by its bytes, whatever it is called."""
    path = Path(text)
    if not path.is_file():
        return set()
    try:
        digest = sha256(path.read_bytes()).hexdigest()
    except OSError:
        return set()  # its name may still be known
    return {paper for (paper,) in manifest.rows("SELECT DISTINCT paper_id FROM sources WHERE sha256 = ?", (digest,))}


def _by_name(names: Names, text: str) -> set[str]:
    """A file name, its stem, or the end of its path; of a longer path the last two parts count."""
    wanted = PurePosixPath(Path(text).as_posix())
    ends = {wanted.as_posix(), "/".join(wanted.parts[-2:])}
    return {paper for name, papers in names.items() if _ends(PurePosixPath(name)) & ends for paper in papers}


def _ends(name: PurePosixPath) -> set[str]:
    return {name.as_posix(), name.name, name.stem, name.with_suffix("").as_posix() if name.name else ""}


def _by_prefix(names: Names, text: str) -> set[str]:
    start = _DOI_PREFIX.sub("", text.strip()).casefold()
    if not start:
        return set()
    return {paper for name, papers in names.items() if name.casefold().startswith(start) for paper in papers}
