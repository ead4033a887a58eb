"""What runs in the process that reads PDF files: pymupdf4llm's layout, and the characters inside its tables."""

import ctypes
import errno
import gc
import json
import os
import re
import resource
from importlib import import_module
from pathlib import Path
from typing import Any

from pipeline.adapters import pdf_ocr

Layout = dict[str, Any]

NO_MEMORY = errno.ENOMEM
FULL = errno.EAGAIN

_MOST_PAGES = 400
_FEWEST_CHARACTERS = 200
_WHITE = 0xF4
_TURNS = {(0, -1): 90, (-1, 0): 180, (0, 1): 270}
_TINY = 3.0
_MOST_BEFORE = 0.65
_CAPTION = re.compile(r"\s*(?:\w+\s+){0,2}tab(?:le|\.)\s*[A-Z]?\.?\s?[\dIVX]", re.IGNORECASE)
_NO_MEMORY = re.compile(r"[mc]?alloc(?:ate)?\b.*\bfail|fail\w* to allocate|bad_alloc|out of memory", re.IGNORECASE)


def prepare(memory: int) -> None:
    """Limit the data a process may hold, and silence both streams: the libraries print to them.

    The data limit, not that of the address space: programs and models that are only mapped are shared and cost little.
    """
    resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)


def layout_of(path: str) -> Layout:
    """The layout of a file, or `category` and `detail` of why there is none. Plain JSON types throughout.

    Raises whatever the libraries raise for a damaged file. A process that ran out of memory ends with `NO_MEMORY`: the
    libraries go on after a failed allocation, and would find no text in the next file. One that has grown too large
    to take another file ends with `FULL`.
    """
    onnx = import_module("onnxruntime.capi.onnxruntime_pybind11_state")
    if _data() > _MOST_BEFORE * resource.getrlimit(resource.RLIMIT_DATA)[0] > 0:
        os._exit(FULL)
    try:
        found = _layout(path)
    except MemoryError:
        os._exit(NO_MEMORY)
    except (RuntimeError, onnx.Fail, onnx.RuntimeException) as error:
        if _NO_MEMORY.search(str(error)):
            os._exit(NO_MEMORY)
        raise
    if _NO_MEMORY.search(_pymupdf().TOOLS.mupdf_warnings()):
        os._exit(NO_MEMORY)
    _tidy()
    return found


def _data() -> int:
    """The bytes of data this process holds; 0 where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[5])
    except OSError:
        return 0
    return pages * resource.getpagesize()


def _tidy() -> None:
    """Give memory back: the libraries leave cycles and a fragmented heap behind, and grow from paper to paper."""
    gc.collect()
    _pymupdf().TOOLS.store_shrink(100)
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def _layout(path: str) -> Layout:
    import pymupdf4llm

    pymupdf = _pymupdf()
    pymupdf.TOOLS.mupdf_display_errors(False)
    pymupdf.TOOLS.reset_mupdf_warnings()
    try:
        document = pymupdf.open(path, filetype="pdf")
    except (pymupdf.FileDataError, pymupdf.EmptyFileError) as error:
        return _refusal("damaged", str(error))
    with document:
        problem = _problem(document)
        if problem:
            return problem
        is_scan = not _has_text(document)
        ocr = pdf_ocr.options() if is_scan else {"use_ocr": False}
        if ocr is None or (is_scan and document.page_count > pdf_ocr.MOST_PAGES):
            return _refusal("no_text_layer", f"{document.page_count} pages without text")
        for page in document:
            _turn_upright(page)
        parsed = json.loads(pymupdf4llm.to_json(document, **ocr))
        if is_scan and not _has_text(document):
            return _refusal("no_text_layer", f"OCR finds no text on its {document.page_count} pages")
        return {
            "metadata": {key: value or "" for key, value in parsed["metadata"].items()},
            "outline": [[level, title, number] for level, title, number in parsed["toc"]],
            "is_repaired": bool(document.is_repaired),
            "pages": [_page(document[page["page_number"] - 1], page) for page in parsed["pages"]],
        }


def _pymupdf() -> Any:
    """The library, which is typed in parts only, loaded in the worker and nowhere else."""
    import pymupdf

    return pymupdf


def _refusal(category: str, detail: str) -> Layout:
    return {"category": category, "detail": " ".join(detail.split())[:200]}


def _problem(document: Any) -> Layout | None:
    """Why a file cannot be read, before the slow part."""
    if document.needs_pass:
        return _refusal("encrypted", "a password is asked for")
    count = document.page_count
    if count == 0:
        return _refusal("damaged", "it has no pages")
    if count > _MOST_PAGES:
        return _refusal("too_large", f"{count} pages")
    return None


def _has_text(document: Any) -> bool:
    """True for a file with more text than a stamp on scanned pages has."""
    characters = 0
    for page in document:
        characters += len(page.get_text("text").strip())
        if characters >= _FEWEST_CHARACTERS:
            return True
    return False


def _turn_upright(page: Any) -> None:
    """Turn a page so that most of its text runs from left to right, whatever its rotation says."""
    page.remove_rotation()
    lengths: dict[tuple[int, int], int] = {}
    for block in page.get_text("dict", flags=0)["blocks"]:
        for line in block["lines"]:
            direction = (round(line["dir"][0]), round(line["dir"][1]))
            lengths[direction] = lengths.get(direction, 0) + sum(len(span["text"]) for span in line["spans"])
    turn = _TURNS.get(max(lengths, key=lambda direction: lengths[direction], default=(1, 0)), 0)
    if turn:
        page.set_rotation(turn)
        page.remove_rotation()


def _page(page: Any, parsed: Layout) -> Layout:
    """One page: boxes with lines, tables with characters and rules, links, and text that a reader may not see.

    Where a table may have been missed, the characters and rules of the whole page stand beside its boxes.
    """
    boxes = [_box(box) for box in parsed["boxes"]]
    tables = [box for box in boxes if box["grid"]]
    captions = sum(map(_starts_like_a_caption, boxes))
    whole = {"box": [0.0, 0.0, parsed["width"], parsed["height"]], "spans": [], "rules": []}
    if captions or tables:
        _add_characters(page, [*tables, *([whole] if captions > len(tables) else [])])
    spans = [span for block in parsed["fulltext"] or [] for line in block["lines"] for span in line["spans"]]
    return {
        "number": parsed["page_number"],
        "width": parsed["width"],
        "height": parsed["height"],
        "boxes": boxes,
        "links": [{"uri": link["uri"], "box": list(link["from"])} for link in parsed["links"] if link.get("uri")],
        "odd_spans": _odd_spans(page, spans),
        "spans": whole["spans"],
        "rules": whole["rules"],
    }


def _starts_like_a_caption(box: Layout) -> bool:
    """True for a box that may be the caption of a table; a page with more of them than tables is looked at again."""
    return bool(box["lines"]) and bool(_CAPTION.match("".join(span["text"] for span in box["lines"][0]["spans"])))


def _box(box: Layout) -> Layout:
    table = box["table"]
    return {
        "kind": box["boxclass"],
        "box": [box["x0"], box["y0"], box["x1"], box["y1"]],
        "level": box["header_level"] or 0,
        "lines": [_line(line) for line in box["textlines"] or []],
        "grid": _grid(table) if table and table.get("cells") else None,
    }


def _line(line: Layout) -> Layout:
    return {"box": line["bbox"], "spans": [_span(span) for span in line["spans"]]}


def _span(span: Layout) -> Layout:
    keys = ("text", "size", "flags", "font", "color")
    return {**{key: span[key] for key in keys}, "box": span["bbox"], "origin": span["origin"]}


def _grid(table: Layout) -> Layout:
    """The model's reading of a table: its row and column lines, and the text it puts into each cell."""
    cells = table["cells"]
    return {
        "rows": [row[0][1] for row in cells] + [cells[-1][0][3]],
        "columns": [cell[0] for cell in cells[0]] + [cells[0][-1][2]],
        "texts": [[text or "" for text in row] for row in table["extract"]],
    }


def _add_characters(page: Any, tables: list[Layout]) -> None:
    """Put every character of a table, and the rules drawn in it, beside the model's reading."""
    pymupdf = _pymupdf()
    flags = pymupdf.TEXT_ACCURATE_BBOXES | pymupdf.TEXT_COLLECT_VECTORS | pymupdf.TEXT_COLLECT_STYLES
    blocks = page.get_text("rawdict", flags=flags)["blocks"]
    spans = [span for block in blocks if block["type"] == 0 for line in block["lines"] for span in line["spans"]]
    vectors = [list(block["bbox"]) for block in blocks if block["type"] == 3]
    for table in tables:
        x0, y0, x1, y1 = table["box"]
        area = pymupdf.Rect(x0 - 3, y0 - 3, x1 + 3, y1 + 3)
        table["spans"] = [_characters(span) for span in spans if area.intersects(pymupdf.Rect(span["bbox"]))]
        table["rules"] = [v for v in vectors if v[3] - v[1] < 3 and v[2] - v[0] > 8 and y0 - 6 < v[1] < y1 + 6]


def _characters(span: Layout) -> Layout:
    characters = [[c["c"], *c["bbox"], c["origin"][0], c["origin"][1]] for c in span["chars"]]
    return {"size": span["size"], "flags": span["flags"], "font": span["font"], "characters": characters}


def _odd_spans(page: Any, spans: list[Layout]) -> list[Layout]:
    """Spans that are transparent, white or tiny, with the kind. White text on a filled area or a picture is seen."""
    odd = [(kind, span) for span in spans if span["text"].strip() and (kind := _oddity(span))]
    if any(kind == "white_text" for kind, _ in odd):
        covers = _covers(page)
        odd = [(kind, span) for kind, span in odd if kind != "white_text" or not _is_inside(span["bbox"], covers)]
    return [{"kind": kind, "text": span["text"], "box": span["bbox"]} for kind, span in odd]


def _oddity(span: Layout) -> str | None:
    if span["alpha"] == 0:
        return "invisible_text"
    if span["size"] < _TINY:
        return "tiny_text"
    channels = ((span["color"] >> shift) & 0xFF for shift in (16, 8, 0))
    return "white_text" if all(channel >= _WHITE for channel in channels) else None


def _covers(page: Any) -> list[list[float]]:
    pymupdf = _pymupdf()
    blocks = page.get_text("dict", flags=pymupdf.TEXT_COLLECT_VECTORS | pymupdf.TEXT_PRESERVE_IMAGES)["blocks"]
    return [list(block["bbox"]) for block in blocks if block["type"] in (1, 3)]


def _is_inside(box: list[float], covers: list[list[float]]) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return any(c[0] <= x <= c[2] and c[1] <= y <= c[3] for c in covers)
