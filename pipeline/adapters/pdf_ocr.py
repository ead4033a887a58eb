"""Scanned pages, read by Tesseract where it is installed: its text lies invisible on the page, as scanners put it."""

import os
import shutil
from pathlib import Path
from typing import Any

MOST_PAGES = 40
_LANGUAGE = "eng"
_DOTS_PER_INCH = 300


def is_installed() -> bool:
    """True where Tesseract seems to be there. Cheap; whether it has the data for English, `options` finds out."""
    return bool(os.environ.get("TESSDATA_PREFIX") or shutil.which("tesseract"))


def options() -> dict[str, Any] | None:
    """What tells `pymupdf4llm.to_json` to read every page with Tesseract; None without its data for English."""
    import pymupdf

    find: Any = pymupdf.get_tessdata
    try:
        folder = find()
    except RuntimeError:
        return None
    if not folder or not Path(folder, f"{_LANGUAGE}.traineddata").exists():
        return None
    from pymupdf4llm.ocr import OCRMode
    from pymupdf4llm.ocr.tesseract_api import exec_ocr

    return {
        "use_ocr": OCRMode.FORCE_KEEP_OLD, "ocr_function": exec_ocr,
        "ocr_language": _LANGUAGE, "ocr_dpi": _DOTS_PER_INCH,
    }  # fmt: skip
