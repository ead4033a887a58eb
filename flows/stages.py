"""How each stage is called: which records it takes, which tools, and what else its answer depends on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TypeVar

from flows.curation_file import digest_of
from flows.versions import stage_version
from flows.work import Document, Work
from pipeline.containers import NO_SANDBOX, Sandbox
from pipeline.hosts.known_sets import place_of
from pipeline.offers import asked_links
from pipeline.ports import Chat, DataSource, Documents, Produced, Store, Structure
from pipeline.verify.thresholds import DEFAULT_THRESHOLDS, Thresholds
from schemas.base import Record
from schemas.data import DataCheck, DataComponent, DataFile, LinkCheck, Recipe
from schemas.judging import Role
from schemas.outcome import Call, Stage
from schemas.pack import Pack
from schemas.paper import Paper
from schemas.screening import Verdict
from schemas.task import Setting

ORDER: tuple[Stage, ...] = tuple(Stage)
_ROLES: dict[Stage, tuple[Role, ...]] = {
    Stage.SCREEN: (Role.SCREENER,),
    Stage.EXTRACT: (Role.EXTRACTOR,),
    Stage.REVIEW: (Role.REVIEWER, Role.JUDGE),
    Stage.VERIFY: (Role.EXTRACTOR,),
    Stage.PACK: (Role.WRITER,),
}
"""Which models have a say in which stage."""
R = TypeVar("R", bound=Record)


@dataclass(frozen=True)
class Tools:
    """The adapters a run works with; `flows.wiring` fills them in."""

    documents: Documents
    source: DataSource
    store: Store
    packs_root: Path
    structure: Structure | None = None
    chat: Chat | None = None
    reads_scans: bool = False
    thresholds: Thresholds = DEFAULT_THRESHOLDS
    sandbox: Callable[[], Sandbox] = lambda: NO_SANDBOX
    engine: str = ""
    """An engine that the settings name: a pack without its checks is not what was asked for."""


def of_kind(work: Work, kind: type[R]) -> tuple[R, ...]:
    """The records of one kind that the stages have made so far."""
    made = (record for records in work.records.values() for record in records or ())
    return tuple(record for record in made if isinstance(record, kind))


def combined_key(paper_id: str, keys: Sequence[str]) -> str:
    """The unit key of the merged reading of several files of one paper, by the keys of their own readings."""
    return f"{Stage.INTAKE}:{paper_id}:{_digest(sorted(keys))}:{stage_version(Stage.INTAKE)}"


def intake_key(document: Document, tools: Tools) -> str:
    """The unit key of the first stage, where the paper's id is not known yet. With GROBID or OCR it is another one."""
    helpers = ("-grobid" if tools.structure else "") + ("-ocr" if tools.reads_scans else "")
    reader = stage_version(Stage.INTAKE) + helpers
    return f"{Stage.INTAKE}:{document.sha256[:16]}:{document.sha256[:12]}:{reader}"


def unit_key(work: Work, stage: Stage, tools: Tools) -> str:
    """`stage : paper : input : version`. The input is the stage before, so a change runs on through all that follow."""
    if stage is Stage.INTAKE:
        return intake_key(work.document, tools)
    before = work.keys[ORDER[ORDER.index(stage) - 1]]
    parts = [before, digest_of(work.document.curation)]
    if stage is Stage.SCREEN:
        parts += sorted(tools.source.signature(url) for url in links_of(work))
    if stage is Stage.VERIFY:
        parts += sorted(tools.source.signature(place) for place in named_sets(work))
    if stage is Stage.VERIFY and tools.thresholds != DEFAULT_THRESHOLDS:
        parts.append(repr(tools.thresholds))
    if tools.chat and stage in _ROLES:
        parts.append(tools.chat.signature(*_ROLES[stage]))
    if stage is Stage.PACK and tools.engine:
        parts.append(tools.engine)
    return f"{stage}:{work.paper_id}:{_digest(parts)}:{stage_version(stage)}"


def links_of(work: Work) -> tuple[str, ...]:
    """The links that the later stages may ask for: what the paper offers, and what its curator names."""
    curated = work.document.curation.settings if work.document.curation else ()
    return (*asked_links(of_kind(work, Paper)[0]), *(url for setting in curated for url in setting.sources))


def named_sets(work: Work) -> set[str]:
    """The places of the well-known data sets that the settings name without a link: verification asks for them too."""
    settings = of_kind(work, Setting)
    places = (place_of(name) for setting in settings for name in (*setting.sources, setting.name))
    return {place for place in places if place}


def pack_folders(work: Work, packs_root: Path) -> list[Path]:
    """Where the packs of a paper lie: under `packs_root`, or under `_unverified` in it while a check fails."""
    packs = [record for record in work.records.get(Stage.PACK) or () if isinstance(record, Pack)]
    is_verified = work.decision is not None and work.decision.call is Call.ADVANCE
    return [(packs_root if is_verified else packs_root / "_unverified") / pack.pack_id for pack in packs]


def pack_is_there(work: Work, tools: Tools) -> bool:
    """True if every pack the warehouse knows of this paper still lies in its folder."""
    return all((folder / "pack.lock.json").is_file() for folder in pack_folders(work, tools.packs_root))


def _digest(parts: Sequence[str]) -> str:
    from hashlib import sha256

    return sha256("\0".join(parts).encode()).hexdigest()[:12]


def run_stage(work: Work, stage: Stage, tools: Tools) -> Produced:
    """Run one stage. Everything that goes wrong inside is an exception, and so a stalled paper, never a rejection."""
    started = perf_counter()
    produced = _STAGES[stage](work, tools)
    work.seconds[stage] = perf_counter() - started
    return produced


def _intake(work: Work, tools: Tools) -> Produced:
    from pipeline.intake import read

    return read(work.document.path, tools.documents, tools.structure)


def _screen(work: Work, tools: Tools) -> Produced:
    from pipeline.results import read_results
    from pipeline.screen import screen

    paper, curation = of_kind(work, Paper)[0], work.document.curation
    return screen(paper, read_results(paper, curation), tools.source, curation, tools.chat)


def _extract(work: Work, tools: Tools) -> Produced:
    from pipeline.extract import extract

    return extract(of_kind(work, Paper)[0], work.document.curation, tools.chat)


def _review(work: Work, tools: Tools) -> Produced:
    from pipeline.extract import task_of
    from pipeline.review import review

    paper, task = of_kind(work, Paper)[0], task_of(of_kind(work, Record))
    last_words = {verdict.rule: verdict for verdict in of_kind(work, Verdict)}
    components = of_kind(work, DataComponent)
    return review(paper, task, tuple(last_words.values()), tools.chat, work.document.curation, components=components)


def _verify(work: Work, tools: Tools) -> Produced:
    from pipeline.extract import task_of
    from pipeline.verify import verify

    paper, task = of_kind(work, Paper)[0], task_of(of_kind(work, Record))
    links = of_kind(work, LinkCheck)
    curation = work.document.curation
    return verify(paper, task, links, tools.source, tools.store, curation, tools.chat, thresholds=tools.thresholds)


def _pack(work: Work, tools: Tools) -> Produced:
    from pipeline.extract import task_of
    from pipeline.pack import build

    paper, task = of_kind(work, Paper)[0], task_of(of_kind(work, Record))
    recipes, files = of_kind(work, Recipe), of_kind(work, DataFile)
    curation, checks, sandbox = work.document.curation, of_kind(work, DataCheck), tools.sandbox()
    return build(paper, task, recipes, files, tools.store, tools.packs_root, curation, checks, sandbox, tools.chat)


_STAGES: dict[Stage, Callable[[Work, Tools], Produced]] = {
    Stage.INTAKE: _intake,
    Stage.SCREEN: _screen,
    Stage.EXTRACT: _extract,
    Stage.REVIEW: _review,
    Stage.VERIFY: _verify,
    Stage.PACK: _pack,
}
