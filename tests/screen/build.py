"""Hand-made papers, results and data sources for the tests of screening."""

from collections.abc import Mapping
from pathlib import Path

from pipeline.hosts import HostRecord, identify
from pipeline.ports import Answer
from pipeline.results.model import Results
from schemas.data import LinkStatus
from schemas.evidence import Evidence, Place
from schemas.paper import Block, Link, Paper, Section, SectionRole, SourceFile, SourceFormat
from schemas.task import Protocol, Setting

DATA = Path(__file__).parents[1] / "data"
REPOSITORY = "https://github.com/someone/windows"

PROPOSAL = (
    "We propose SiteNet, a novel convolutional neural network for predicting modification sites from sequence windows."
)
COMPARISON = "SiteNet outperforms the existing predictors on the independent test set."
TRAINING = (
    "The model is trained on 4,750 sequences with a cross-entropy loss function. "
    "Training data were balanced by random undersampling. "
    "The classifier is evaluated on an independent test set of 254 sequences."
)
STATEMENT = f"The data sets are available at {REPOSITORY}."

Text = tuple[str, SectionRole, str]
METHOD_PAPER: tuple[Text, ...] = (
    ("Abstract", SectionRole.ABSTRACT, f"{PROPOSAL} {COMPARISON}"),
    ("Methods", SectionRole.METHODS, TRAINING),
    ("Data availability", SectionRole.DATA_AVAILABILITY, STATEMENT),
)


def paper(*texts: Text, title: str = "Predicting sites with a neural network", **fields: object) -> Paper:
    """A paper with one block per text. Links are the repository, where a text names it."""
    sections = tuple(
        Section(path=name, title=name, role=role, blocks=(Block(text=text),)) for name, role, text in texts
    )
    links = tuple(
        Link(url=REPOSITORY, host="github", sentence=text, section=name, role=role)
        for name, role, text in texts
        if REPOSITORY in text
    )
    source = SourceFile(name="paper.pdf", format=SourceFormat.PDF, sha256="0" * 64, bytes=1)
    made = {"links": links, **fields}
    return Paper(paper_id="hand-made", source=source, title=title, sections=sections, **made)


def method_paper(*replaced: Text, **fields: object) -> Paper:
    """The paper that every rule of levels 1 and 3 passes, with the given sections in place of its own or added."""
    names = {name: (name, role, text) for name, role, text in (*METHOD_PAPER, *replaced)}
    return paper(*(text for text in names.values() if text[2]), **fields)


class Links:
    """A data source that knows some records and answers `unknown` for the rest."""

    def __init__(self, known: Mapping[str, Answer]) -> None:
        self._known: dict[HostRecord, Answer] = {identify(url): answer for url, answer in known.items()}
        self.asked: list[str] = []

    def answer(self, url: str) -> Answer:
        """See `pipeline.ports.DataSource`."""
        self.asked.append(url)
        return self._known.get(identify(url), Answer(LinkStatus.UNKNOWN, "offline"))


def answering(status: LinkStatus, size: int | None = 10**6) -> Links:
    """A source in which the repository has this status."""
    return Links({REPOSITORY: Answer(status, str(status), bytes=size)})


KNOWN_LINKS = {
    url: Answer(LinkStatus.OPEN, "mirrored", bytes=10**8)
    for url in ("https://github.com/KCLabMTU/LMSuccSite", "https://github.com/anthony-wang/CrabNet")
}
"""The data of the two examples, as a mirror map would answer for them."""

OFFLINE = Links({})
NO_RESULTS = Results()


def setting(protocol: Protocol, quote: str, *sources: str) -> Setting:
    """An evaluation setting that rests on a quote."""
    evidence = (Evidence(quote=quote, place=Place(section="Methods")),)
    return Setting(
        paper_id="hand-made", setting_id="main", name="main", protocol=protocol, sources=sources, evidence=evidence
    )
