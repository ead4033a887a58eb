"""What a reader of one format hands over before it becomes a `Paper`: the same for every format."""

from dataclasses import dataclass, field

from schemas.evidence import Box
from schemas.paper import Figure, SectionRole, Suspicion, Table

Anchor = tuple[str, str]


@dataclass(frozen=True)
class Passage:
    """A block of text, with the links that the markup declares in it as (target, anchor text)."""

    text: str
    page: int | None = None
    box: Box | None = None
    anchors: tuple[Anchor, ...] = ()


@dataclass
class DraftSection:
    """A section under construction. `titles` is the path from the top."""

    titles: tuple[str, ...]
    role: SectionRole
    level: int = 1
    passages: list[Passage] = field(default_factory=list)

    @property
    def path(self) -> str:
        """The path that evidence names."""
        return " > ".join(title for title in self.titles if title) or "Main text"


@dataclass(frozen=True)
class Front:
    """What stands above the text of a paper."""

    doi: str | None = None
    title: str = ""
    authors: tuple[str, ...] = ()
    journal: str | None = None
    year: int | None = None
    licence: str | None = None
    article_type: str | None = None
    subjects: tuple[str, ...] = ()
    first_page_labels: tuple[str, ...] = ()
    language: str | None = None


@dataclass(frozen=True)
class Draft:
    """Everything a reader found in one document."""

    front: Front
    sections: tuple[DraftSection, ...]
    tables: tuple[Table, ...] = ()
    figures: tuple[Figure, ...] = ()
    suspicions: tuple[Suspicion, ...] = ()
    warnings: tuple[str, ...] = ()
