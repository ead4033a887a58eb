"""The `Structure` port over a GROBID server, through the client of its authors."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from schemas.errors import StalledError

_SERVICE = "processFulltextDocument"
_OPTIONS = {"consolidateHeader": "0", "consolidateCitations": "0", "includeRawCitations": "1", "generateIDs": "0"}
_SECONDS = 180
_TRIES = 5
_PAUSE = 5.0
_BUSY, _NO_CONTENT, _UNREADABLE = 503, 204, (400, 500)
_HINT = "start GROBID, or unset GROBID_URL to read PDF files without it"


class Grobid:
    """Sends PDF files to `url` and gives back TEI (P5).

    Nothing is looked up elsewhere: consolidation with online catalogues is off, so that a paper reads the same
    tomorrow. A server without a free engine answers 503: it is asked again, with pauses that double, `tries` times.
    """

    def __init__(
        self,
        url: str,
        seconds: int = _SECONDS,
        tries: int = _TRIES,
        pause: float = _PAUSE,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        from grobid_client.grobid_client import GrobidClient

        self._url = url.rstrip("/")
        self._client: Any = GrobidClient(grobid_server=self._url, timeout=seconds, check_server=False)
        self._seconds = seconds
        self._tries = tries
        self._pause = pause
        self._sleep = sleep

    def tei(self, path: Path) -> bytes | None:
        """See `pipeline.ports.Structure`."""
        for attempt in range(self._tries):
            answer, status = self._post(path)
            if status != _BUSY:
                return self._content(path, answer, status)
            if attempt + 1 < self._tries:
                self._sleep(self._pause * 2**attempt)
        raise StalledError(f"GROBID at {self._url} was busy {self._tries} times in a row", "try again later")

    def _post(self, path: Path) -> tuple[Any, int]:
        import requests

        address = self._client.get_server_url(_SERVICE)
        try:
            with path.open("rb") as stream:
                files = {"input": (path.name, stream, "application/pdf", {"Expires": "0"})}
                found: tuple[Any, int] = self._client.post(
                    url=address, files=files, data=dict(_OPTIONS), timeout=self._seconds
                )
                return found
        except requests.exceptions.Timeout as error:
            raise StalledError(f"GROBID did not read {path.name} within {self._seconds} s", _HINT) from error
        except requests.exceptions.RequestException as error:
            raise StalledError(f"GROBID at {self._url} cannot be reached: {type(error).__name__}", _HINT) from error

    def _content(self, path: Path, answer: Any, status: int) -> bytes | None:
        """The TEI of an answer. None where GROBID finds no text, or fails on this file alone."""
        if status == _NO_CONTENT or status in _UNREADABLE:
            return None
        content: bytes = answer.content
        if status != 200 or b"<TEI" not in content[:4000]:
            raise StalledError(f"GROBID at {self._url} answered {path.name} with {status} and no TEI", _HINT)
        return content
