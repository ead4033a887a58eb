"""The composition root: settings in, adapters out. The only module that knows which adapter fills which port."""

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from flows.judging import Judging
from flows.settings import Settings
from flows.stages import Tools
from pipeline.ports import Chat, DataSource, Ledger, Store, Structure
from schemas.endpoints import Endpoint
from schemas.judging import Role


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
    from pipeline.adapters.pdf import PdfDocuments

    with (
        _open_chat(settings, judging, ledger) as chat,
        PdfDocuments(
            seconds=settings.read_timeout_seconds, memory=settings.read_memory_mb << 20, workers=settings.workers
        ) as documents,
    ):
        yield Tools(
            documents=documents,
            source=source_of(settings),
            store=store_of(settings),
            packs_root=settings.packs_root,
            structure=_grobid(),
            chat=chat,
            reads_scans=reads_scans(),
            thresholds=settings.thresholds,
        )


def source_of(settings: Settings) -> DataSource:
    """What answers for links."""
    from pipeline.adapters.mirror import MirrorSource

    return MirrorSource(settings.mirrors)


def store_of(settings: Settings) -> Store:
    """Where bytes are kept by their hash."""
    from pipeline.adapters.store import FileStore

    return FileStore(settings.store_root)


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


def _grobid() -> Structure | None:
    """GROBID beside our own PDF reader, where `GROBID_URL` names a server."""
    url = os.environ.get("GROBID_URL")
    if not url:
        return None
    from pipeline.adapters.grobid import Grobid

    return Grobid(url)
