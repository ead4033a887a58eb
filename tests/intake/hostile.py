"""Work that goes wrong in a reader's process, and files that are built to make it go wrong."""

import os
import time
import zlib
from typing import Any

Layout = dict[str, Any]
EMPTY: Layout = {"metadata": {}, "outline": [], "is_repaired": False, "pages": []}


def crash(path: str) -> Layout:
    """A fault in the library: the process is gone."""
    os.kill(os.getpid(), 11)
    return EMPTY


def crash_on_bad(path: str) -> Layout:
    """A crash for files named bad, after their neighbours had time to start."""
    time.sleep(0.3)
    return crash(path) if "bad" in path else {**EMPTY, "pages": [path]}


def hang(path: str) -> Layout:
    """A loop without end, for files named bad."""
    while "bad" in path:
        time.sleep(0.01)
    return {**EMPTY, "pages": [path]}


def swell(path: str) -> Layout:
    """Memory without end, for files named bad."""
    held = []
    while "bad" in path:
        held.append(bytearray(16 << 20))
    return {**EMPTY, "pages": [path]}


def report(path: str) -> Layout:
    """The process that read a file, and when it began and ended."""
    start = time.time()
    time.sleep(1.0)
    return {**EMPTY, "pages": [os.getpid(), start, time.time()]}


def pdf_of(*objects: bytes) -> bytes:
    """A PDF file of objects numbered from 1, the first its catalogue."""
    data, offsets = b"%PDF-1.7\n", []
    for number, content in enumerate(objects, 1):
        offsets.append(len(data))
        data += b"%d 0 obj\n" % number + content + b"\nendobj\n"
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    trailer = b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, len(data))
    return data + b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1) + table + trailer


def text_bomb(lines: int) -> bytes:
    """One page whose compressed content draws the same line over and over."""
    line = b"BT /F1 9 Tf 72 700 Td (accuracy of the model) Tj ET\n"
    packer, parts = zlib.compressobj(9), []
    for _ in range(lines // 1000):
        parts.append(packer.compress(line * 1000))
    content = b"".join([*parts, packer.flush()])
    return pdf_of(
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        b"/Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n" % len(content) + content + b"\nendstream",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    )


def endless_page_tree() -> bytes:
    """A page tree whose only branch is itself."""
    return pdf_of(b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000 >>")


def deep_arrays(depth: int) -> bytes:
    """Arrays within arrays where the pages should be."""
    return pdf_of(
        b"<< /Type /Catalog /Pages 2 0 R /Names " + b"[" * depth + b"]" * depth + b" >>",
        b"<< /Type /Pages /Kids [] /Count 0 >>",
    )
