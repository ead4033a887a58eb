"""Pictures of parts of PDF pages. A hostile file may crash what draws it, so that happens in a process of its own."""

import multiprocessing
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from pebble import ProcessPool

from pipeline.adapters.pdf_worker import prepare
from schemas.errors import StalledError
from schemas.evidence import Box

_SECONDS, _MEMORY = 60.0, 760 << 20
_DOTS_PER_INCH = 144
_MARGIN = 6.0

Part = tuple[int, Box]


def pictures(path: Path, parts: Sequence[Part]) -> list[bytes]:
    """A PNG for each (page, box); pages count from 1, boxes are in points, and get a small margin.

    Raises StalledError where the file cannot be drawn within a minute.
    """
    boxes = [(page, (box.x0, box.y0, box.x1, box.y1)) for page, box in parts]
    context = multiprocessing.get_context("spawn")
    with ProcessPool(max_workers=1, context=context, initializer=prepare, initargs=(_MEMORY,)) as pool:
        future = pool.schedule(_draw, args=(str(path), boxes), timeout=_SECONDS)
        error = future.exception()
        if error is not None:
            reason = " ".join(f"{type(error).__name__}: {error}".split())[:200]
            raise StalledError(f"{path.name} cannot be drawn ({reason})", "look at it in a viewer of your own")
        drawn: list[bytes] = future.result()
        return drawn


def _draw(path: str, parts: Sequence[tuple[int, tuple[float, float, float, float]]]) -> list[bytes]:
    pymupdf = import_module("pymupdf")
    with pymupdf.open(path, filetype="pdf") as document:
        return [_picture(document[page - 1], box) for page, box in parts]


def _picture(page: Any, box: tuple[float, float, float, float]) -> bytes:
    x0, y0, x1, y1 = box
    wide = (x0 - _MARGIN, y0 - _MARGIN, x1 + _MARGIN, y1 + _MARGIN)
    drawn: bytes = page.get_pixmap(clip=page.rect & wide, dpi=_DOTS_PER_INCH).tobytes("png")
    return drawn
