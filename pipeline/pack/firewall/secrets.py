"""What a solver must not learn: kept in `firewall.json` on the operator's side of the pack."""

import re
from pathlib import Path

from pydantic import ValidationError

from pipeline.leakage.folding import squeezed, words
from pipeline.pack.firewall.shingles import shingles
from schemas.base import Part
from schemas.errors import UsageError
from schemas.paper import Paper
from schemas.task import MethodRole, Task

FILE = "firewall.json"

_ARXIV = re.compile(r"(?<![\d.])\d{4}\.\d{4,5}(?!\d)")
_REPOSITORY = re.compile(
    r"(?:github\.com|gitlab\.com|bitbucket\.org|huggingface\.co(?:/datasets|/spaces)?|codeocean\.com/capsule|"
    r"zenodo\.org/records?|figshare\.com/articles(?:/dataset)?|osf\.io|kaggle\.com/datasets)/[\w.-]+(?:/[\w.-]+)?",
    re.IGNORECASE,
)
_BRACKETS = re.compile(r"[()\[\]]")
_GENERIC = frozenset(
    re.findall(
        r"\w+",
        "a an the our ours proposed this work method methods model models algorithm approach framework network system "
        "new novel full final best variant version with without and of paper study et al",
    )
)


class Secrets(Part):
    """The identity of a paper, the names of its method, and its text as hashes of thirteen words."""

    title: str = ""
    doi: str = ""
    authors: tuple[str, ...] = ()
    journal: str = ""
    year: int | None = None
    arxiv: tuple[str, ...] = ()
    repositories: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()
    shingles: tuple[str, ...] = ()


def gather(paper: Paper, task: Task, allowed: tuple[str, ...]) -> Secrets:
    """The secrets of one paper. `allowed` are phrases of the field that the problem may share with the paper."""
    urls = " ".join(link.url for link in paper.links)
    captions = (*(f.caption for f in paper.figures), *(text for t in paper.tables for text in (t.caption, t.notes)))
    blocks = (block.text for section in paper.sections for block in section.blocks)
    return Secrets(
        title=paper.title,
        doi=paper.doi or "",
        authors=paper.authors,
        journal=paper.journal or "",
        year=paper.year,
        arxiv=tuple(sorted(set(_ARXIV.findall(urls)))) if "arxiv" in urls.lower() else (),
        repositories=tuple(sorted({match.rstrip(".") for match in _REPOSITORY.findall(urls)})),
        methods=method_names(task),
        allowed=allowed,
        shingles=tuple(sorted({digest for text in (*blocks, *captions) for _, digest in shingles(text, allowed)})),
    )


def method_names(task: Task) -> tuple[str, ...]:
    """Every name A goes by; of `ANN (Name)` also its parts. Names made of generic words alone are no secret."""
    scored = (s.method for s in task.scores if s.role in (MethodRole.PROPOSED, MethodRole.VARIANT, MethodRole.ABLATION))
    whole = (task.algorithm.name, *task.algorithm.variants, *scored)
    parts = (part.strip() for name in whole for part in (name, *_BRACKETS.split(name)))
    return tuple(sorted({name for name in parts if len(squeezed(name)) > 1 and set(words(name)) - _GENERIC}))


def load(pack_dir: Path) -> Secrets:
    """The secrets of a pack. Raises UsageError where the file is missing or broken."""
    path = pack_dir / FILE
    try:
        return Secrets.model_validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        hint = "Without it nothing can be said about leaks; build the pack again."
        raise UsageError(f"{path} cannot be read: {type(error).__name__}", hint) from error
