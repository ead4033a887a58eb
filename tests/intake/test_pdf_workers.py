"""The processes that read PDF files: a crash, a hang and a hunger for memory each cost one paper, and no more."""

import time
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import pytest

from pipeline.adapters.pdf import PdfDocuments
from schemas.errors import StalledError, UnreadableError
from tests.intake import hostile

MEMORY = 300 << 20


def test_a_crash_is_a_damaged_file_and_the_next_paper_is_read() -> None:
    with PdfDocuments(work=hostile.crash_on_bad) as documents:
        with pytest.raises(UnreadableError, match="ended the reader with code -11") as caught:
            documents.layout(Path("bad.pdf"))
        assert caught.value.category == "damaged"
        assert documents.layout(Path("good.pdf"))["pages"] == ["good.pdf"]


def test_a_hang_is_killed_at_its_limit_and_the_next_paper_is_read() -> None:
    with PdfDocuments(seconds=1.0, work=hostile.hang) as documents:
        start = time.monotonic()
        with pytest.raises(StalledError, match=r"bad\.pdf was not read within 1 s"):
            documents.layout(Path("bad.pdf"))
        assert time.monotonic() - start < 10
        assert documents.layout(Path("good.pdf"))["pages"] == ["good.pdf"]


def test_a_hunger_for_memory_is_too_large_and_the_next_paper_is_read() -> None:
    with PdfDocuments(memory=MEMORY, work=hostile.swell) as documents:
        with pytest.raises(UnreadableError, match="takes more memory than is allowed") as caught:
            documents.layout(Path("bad.pdf"))
        assert caught.value.category == "too_large"
        assert documents.layout(Path("good.pdf"))["pages"] == ["good.pdf"]


def test_two_workers_read_two_papers_at_once() -> None:
    with PdfDocuments(workers=2, work=hostile.report) as documents, ThreadPoolExecutor(2) as threads:
        found = list(threads.map(documents.layout, [Path("a.pdf"), Path("b.pdf")]))
    (one, start, end), (other, begin, finish) = (layout["pages"] for layout in found)
    assert one != other
    assert max(start, begin) < min(end, finish)


def test_a_crash_beside_it_does_not_disturb_a_paper() -> None:
    names = ["good 1.pdf", "bad.pdf", "good 2.pdf", "good 3.pdf"]
    with PdfDocuments(workers=2, work=hostile.crash_on_bad) as documents, ThreadPoolExecutor(4) as threads:
        futures = [threads.submit(documents.layout, Path(name)) for name in names]
        errors = [future.exception() for future in futures]
    assert [name for name, error in zip(names, errors, strict=True) if error] == ["bad.pdf"]


def test_more_threads_than_workers_wait_for_their_turn() -> None:
    with PdfDocuments(workers=1, work=hostile.report) as documents, ThreadPoolExecutor(3) as threads:
        found = list(threads.map(documents.layout, [Path(f"{i}.pdf") for i in range(3)]))
    spans = sorted((start, end) for _, start, end in (layout["pages"] for layout in found))
    assert all(before[1] <= after[0] for before, after in pairwise(spans))
