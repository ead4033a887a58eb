"""The composition root: settings in, adapters out. The only module that knows which adapter fills which port."""

import os
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from dataclasses import replace
from datetime import timedelta
from functools import cache
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING

from flows.judging import Judging
from flows.settings import ContainerSettings, Settings
from flows.stages import Tools
from pipeline.containers import Containers, Limits, Sandbox
from pipeline.ports import Chat, DataSource, Ledger, Structure
from schemas.endpoints import Endpoint
from schemas.errors import ContainerFaultError
from schemas.evidence import Box
from schemas.judging import Role

if TYPE_CHECKING:
    from pipeline.adapters.store import FileStore


def check_judging(settings: Settings, judging: Judging) -> None:
    """Raises UsageError that names the setting or the key that a run with models lacks."""
    if judging.judge == "rules":
        return
    from pipeline.adapters.chat.keys import key_of

    is_replaying = judging.replay is not None
    for role in Role:
        endpoint = settings.models.endpoint(role, is_replaying)
        if not is_replaying:
            key_of(endpoint, os.environ)


def probe(endpoint: Endpoint, role: Role) -> str:
    """How an endpoint answers one tiny call. Raises StalledError or UsageError."""
    from pipeline.adapters.chat.probe import probe

    return probe(endpoint, role)


@contextmanager
def open_tools(settings: Settings, judging: Judging, ledger: Ledger) -> Iterator[Tools]:
    """The tools of a run; the PDF reader's processes and the models' connections end with the context."""
    with _open_chat(settings, judging, ledger) as chat, open_reading(settings) as tools:
        yield replace(tools, chat=chat)


@contextmanager
def open_reading(settings: Settings) -> Iterator[Tools]:
    """The same without models."""
    from pipeline.adapters.pdf import PdfDocuments

    store = open_store(settings)
    with (
        PdfDocuments(
            seconds=settings.read_timeout_seconds, memory=settings.read_memory_mb << 20, workers=settings.workers
        ) as documents,
        open_source(settings, store) as source,
    ):
        yield Tools(
            documents=documents,
            source=source,
            store=store,
            packs_root=settings.packs_root,
            structure=_grobid(),
            reads_scans=reads_scans(),
            thresholds=settings.thresholds,
            sandbox=cache(lambda: open_sandbox(settings.containers)),
            engine=settings.containers.engine if settings.containers.engine not in ("auto", "none") else "",
        )


def draw(path: Path, parts: Sequence[tuple[int, Box]]) -> list[bytes]:
    """Pictures of parts of a PDF; see `pipeline.adapters.pdf_pictures`."""
    from pipeline.adapters.pdf_pictures import pictures

    return pictures(path, parts)


def _open_chat(settings: Settings, judging: Judging, ledger: Ledger) -> AbstractContextManager[Chat | None]:
    """The models, live or from a recording; nobody where rules alone decide."""
    if judging.judge == "rules":
        return nullcontext(None)
    from pipeline.adapters.chat.connect import live_chat, replayed_chat

    if judging.replay is not None:
        return nullcontext(replayed_chat(settings.models, ledger, judging.replay))
    return live_chat(settings.models, ledger, settings.cache_root, judging.record)


def reads_scans() -> bool:
    """True where Tesseract is installed."""
    from pipeline.adapters.pdf_ocr import is_installed

    return is_installed()


def open_sandbox(settings: ContainerSettings) -> Sandbox:
    """The sandbox that the settings ask for, or with `auto` the first that works; without one, the reasons.

    What a killed papergym left in the engine is removed. Raises ContainerFaultError where a named engine does not work.
    """
    limits = Limits(
        memory_bytes=settings.memory_mb << 20,
        cpus=settings.cpus,
        processes=settings.processes,
        seconds=settings.seconds,
        output_bytes=settings.output_mb << 20,
    )
    if settings.engine == "none":
        return Sandbox(None, "containers.engine is none", limits)
    if settings.engine != "auto":
        return Sandbox(_containers(settings.engine, settings), "", limits, is_required=True)
    reasons = []
    for name in ("docker", "podman", "bwrap"):
        if which(name) is None:
            reasons.append(f"{name} is not installed")
            continue
        try:
            return Sandbox(_containers(name, settings), "", limits)
        except ContainerFaultError as fault:
            reasons.append(" ".join(fault.message.split()))
    return Sandbox(None, "; ".join(reasons), limits)


def _containers(name: str, settings: ContainerSettings) -> Containers:
    if name == "bwrap":
        from pipeline.adapters import bubblewrap

        return bubblewrap.find()
    from pipeline.adapters.engine import Engine
    from pipeline.adapters.engine_build import BuildSettings
    from pipeline.adapters.engine_facts import ask

    certificates = settings.certificates or _path("PIP_CERT") or _path("SSL_CERT_FILE")
    pip_config = settings.pip_config or _path("PIP_CONFIG_FILE")
    engine = Engine(ask(name), BuildSettings(settings.base_image, settings.build_seconds, pip_config, certificates))
    if engine.weaknesses and not settings.allow_weak_limits:
        hint = "Set containers.allow_weak_limits to use it all the same, or choose another engine."
        raise ContainerFaultError(f"{engine.name} cannot hold programs back: {', '.join(engine.weaknesses)}", hint)
    engine.remove_orphans()
    return engine


def _path(variable: str) -> Path | None:
    value = os.environ.get(variable)
    return Path(value).resolve() if value else None


def open_store(settings: Settings) -> "FileStore":
    """The store of downloaded and mirrored data."""
    from pipeline.adapters.store import FileStore

    return FileStore(settings.store_root, quota=_bytes(settings.max_store_gb) if settings.max_store_gb else None)


@contextmanager
def open_source(settings: Settings, store: "FileStore") -> Iterator[DataSource]:
    """The mirror map alone, or the hosts behind it where the network is on."""
    from pipeline.adapters.mirror import MirrorSource

    mirrors = MirrorSource(settings.mirrored_paths)
    if not settings.network:
        yield mirrors
        return
    from pipeline.adapters.clock import SystemClock
    from pipeline.adapters.downloads import Caps, Downloads
    from pipeline.adapters.facts import FactsFile
    from pipeline.adapters.network import NetworkSource
    from pipeline.adapters.politeness import Politeness
    from pipeline.adapters.web import HttpWeb

    web = HttpWeb(
        contact=settings.contact,
        allowed=settings.private_hosts,
        forbidden=settings.never_ask,
        routes=settings.routes,
        seconds=settings.host_timeout_seconds,
        politeness=Politeness(settings.host_interval_seconds),
    )
    caps = Caps(_bytes(settings.max_file_gb), _bytes(settings.max_setting_gb), _bytes(settings.max_run_gb))
    with closing(web):
        yield NetworkSource(
            mirrors,
            web,
            FactsFile(settings.facts_root),
            Downloads(web, store, caps),
            SystemClock(),
            elsewhere=settings.mirrored_urls,
            max_age=timedelta(days=settings.link_max_age_days),
        )


def _bytes(gigabytes: float) -> int:
    return int(gigabytes * 10**9)


def _grobid() -> Structure | None:
    """GROBID beside our own PDF reader, where `GROBID_URL` names a server."""
    url = os.environ.get("GROBID_URL")
    if not url:
        return None
    from pipeline.adapters.grobid import Grobid

    return Grobid(url)
