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

    store, source = data_tools(settings)
    with (
        _open_chat(settings, judging, ledger) as chat,
        PdfDocuments(
            seconds=settings.read_timeout_seconds, memory=settings.read_memory_mb << 20, workers=settings.workers
        ) as documents,
    ):
        yield Tools(
            documents=documents,
            source=source,
            store=store,
            packs_root=settings.packs_root,
            structure=_grobid(),
            chat=chat,
            thresholds=settings.thresholds,
        )


def data_tools(settings: Settings) -> tuple[Store, DataSource]:
    """Where data is kept, and where it comes from."""
    from pipeline.adapters.mirror import MirrorSource
    from pipeline.adapters.store import FileStore

    return FileStore(settings.store_root), MirrorSource(settings.mirrors)


def _open_chat(settings: Settings, judging: Judging, ledger: Ledger) -> AbstractContextManager[Chat | None]:
    """The models, live or from a recording; nobody where rules alone decide."""
    if judging.judge == "rules":
        return nullcontext(None)
    from pipeline.adapters.chat.connect import live_chat, replayed_chat

    if judging.replay is not None:
        return nullcontext(replayed_chat(settings.models, ledger, judging.replay))
    return live_chat(settings.models, ledger, settings.cache_root, judging.record)


def _grobid() -> Structure | None:
    """GROBID beside our own PDF reader, where `GROBID_URL` names a server."""
    url = os.environ.get("GROBID_URL")
    if not url:
        return None
    from pipeline.adapters.grobid import Grobid

    return Grobid(url)
