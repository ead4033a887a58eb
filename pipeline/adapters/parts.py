"""Unfinished downloads: the bytes that are there, and the mark of the content they belong to."""

import json
import os
import threading
from collections.abc import Iterator
from pathlib import Path

from pipeline.hosts.exchange import Response


class Part:
    """The bytes that are there of a download, and the mark of the content they belong to."""

    def __init__(self, path: Path, notes: Path) -> None:
        self.path = path
        self._notes = notes

    @property
    def size(self) -> int:
        """How many bytes are there."""
        return self.path.stat().st_size if self.path.exists() else 0

    @property
    def validator(self) -> str:
        """The strong ETag or the date of the content, as If-Range wants it; empty where the host gave none."""
        try:
            return str(json.loads(self._notes.read_bytes()).get("validator", ""))
        except (OSError, ValueError, AttributeError):
            return ""

    def begin(self) -> None:
        """Throw away what is there; an empty part remains."""
        self.path.write_bytes(b"")

    def touch(self) -> None:
        """Make sure that there is a file, if an empty one."""
        self.path.touch()

    def discard(self) -> None:
        """Remove all traces."""
        for path in (self.path, self._notes):
            path.unlink(missing_ok=True)

    def note(self, response: Response) -> None:
        """Remember what the bytes belong to. A weak ETag does not do for parts (RFC 9110, 13.1.5)."""
        etag = response.header("etag")
        mark = etag if etag and not etag.startswith("W/") else response.header("last-modified")
        replace_text(self._notes, json.dumps({"validator": mark, "url": response.url, "total": response.size}))

    def append(self, chunks: Iterator[bytes]) -> Iterator[bytes]:
        """Write chunks at the end; gives each one after it is written."""
        with self.path.open("ab", buffering=0) as file:
            for chunk in chunks:
                file.write(chunk)
                yield chunk
            os.fsync(file.fileno())


def replace_text(path: Path, text: str) -> None:
    """Write a small file whole or not at all."""
    part = path.with_name(f"{path.name}.{os.getpid()}.{threading.get_ident()}.tmp")
    part.write_text(text, encoding="utf-8")
    part.replace(path)
