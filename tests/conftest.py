"""Papers that many tests read: parsed once per session."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pipeline.adapters.pdf import PdfDocuments
from pipeline.intake import read
from pipeline.ports import Produced
from schemas.paper import Paper

ROOT = Path(__file__).resolve().parent.parent
PAPERS = ROOT / "tests" / "data" / "papers"


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Bytes by their length: compressed ones hold the time they were made, and workers must collect the same names."""
    return f"{argname} of {len(val)} bytes" if isinstance(val, bytes) else None


@pytest.fixture(scope="session")
def documents() -> Iterator[PdfDocuments]:
    """One reader of PDF files for the whole session."""
    with PdfDocuments() as found:
        yield found


@pytest.fixture(scope="session")
def read_produced(documents: PdfDocuments) -> Callable[[Path | str], Produced]:
    """What intake says of a file: a path, or a name in tests/data/papers."""
    cache: dict[Path, Produced] = {}

    def of(path: Path | str) -> Produced:
        whole = (PAPERS / path).resolve()
        if whole not in cache:
            cache[whole] = read(whole, documents)
        return cache[whole]

    return of


@pytest.fixture(scope="session")
def read_paper(read_produced: Callable[[Path | str], Produced]) -> Callable[[Path | str], Paper]:
    """The paper in a file: a path, or a name in tests/data/papers."""

    def of(path: Path | str) -> Paper:
        found = next((record for record in read_produced(path).records if isinstance(record, Paper)), None)
        assert found is not None, read_produced(path).decision.reason
        return found

    return of


@pytest.fixture(scope="session")
def lmsuccsite(read_paper: Callable[[Path | str], Paper]) -> Paper:
    """The first example of the README."""
    return read_paper(ROOT / "examples" / "lmsuccsite" / "paper.pdf")


@pytest.fixture(scope="session")
def crabnet(read_paper: Callable[[Path | str], Paper]) -> Paper:
    """The example whose results are a picture."""
    return read_paper(ROOT / "examples" / "crabnet" / "paper.pdf")
