"""The composition root: settings in, adapters out. The only module that knows which adapter fills which port."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from flows.settings import Settings
from flows.stages import Tools
from pipeline.ports import Structure


@contextmanager
def open_tools(settings: Settings) -> Iterator[Tools]:
    """The tools of a run; the PDF reader's processes end with the context."""
    from pipeline.adapters.mirror import MirrorSource
    from pipeline.adapters.pdf import PdfDocuments
    from pipeline.adapters.store import FileStore

    with PdfDocuments(
        seconds=settings.read_timeout_seconds, memory=settings.read_memory_mb << 20, workers=settings.workers
    ) as documents:
        yield Tools(
            documents=documents,
            source=MirrorSource(settings.mirrors),
            store=FileStore(settings.store_root),
            packs_root=settings.packs_root,
            structure=_grobid(),
            reads_scans=reads_scans(),
        )


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
