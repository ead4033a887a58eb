"""The injection table: every kind of passage in every paper that it fits, and what became of each."""

from collections.abc import Iterator
from pathlib import Path

from pipeline.ports import Documents
from tests.conftest import PAPERS
from tests.injection.passages import PASSAGES, Planted
from tests.injection.trial import Trial, judge, read_paper, tools_for, trial
from tests.pack.cases import EXAMPLES

FILES = (
    PAPERS / "plos-pone.0082448.xml",
    PAPERS / "plos-pone.0058242.xml",
    PAPERS / "hindawi-PMC4686705.xml",
    PAPERS / "PMC8885717.html",
)
"""Rejected by rule 1.1, waiting, rejected for no term of machine learning at all, rejected as a resource."""

PAGES = (EXAMPLES / "lmsuccsite" / "paper.pdf",)
"""A paper that passes: hidden text and printed lines are planted on its pages."""

HEADS = (
    "kind",
    "paper",
    "rules without",
    "rules with",
    "moved",
    "reported",
    "in the text",
    "models saw it",
    "obedient models",
)


def fits(planted: Planted, path: Path) -> bool:
    """Notes, captions and references are elements of JATS; white text is drawn on pages."""
    if path.suffix == ".pdf":
        return planted.spot in {"white", "paragraph"} and planted.kind in {"plain", "hidden white text"}
    return planted.spot == "paragraph" or (path.suffix == ".xml" and planted.spot != "white")


def trials(files: tuple[Path, ...], documents: Documents, folder: Path) -> Iterator[Trial]:
    """A trial for each passage and paper that fit."""
    for path in files:
        clean = judge(read_paper(path, documents), path, tools_for(documents, folder))
        for planted in PASSAGES:
            if fits(planted, path):
                yield trial(clean, path, planted, documents, folder)


def row(found: Trial) -> list[str]:
    """A trial as a line of the table."""
    return [
        found.planted.kind,
        found.file,
        found.before.said,
        found.after.said,
        "YES" if found.has_moved else "no",
        "yes" if found.is_reported else "NO",
        "YES" if found.is_in_text else "no",
        str(found.seen),
        found.obeyed.said,
    ]
