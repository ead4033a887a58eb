"""A saved image, read file by file (docker's archive format, which docker and podman both write)."""

import hashlib
import json
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any


@dataclass(frozen=True)
class Archive:
    """The layers above the base. Paths begin with the number of their layer, so that nothing hides what lies below."""

    outer: tarfile.TarFile
    base_layers: int

    @cached_property
    def _manifest(self) -> Any:
        return self._json("manifest.json")[0]

    @property
    def config(self) -> dict[str, Any]:
        """Settings and history."""
        found: dict[str, Any] = self._json(self._manifest["Config"])
        return found

    @cached_property
    def digests(self) -> dict[str, bytes]:
        """sha256 of every file by its path; of a link, the sha256 of its target."""
        return {path: hashlib.sha256(data).digest() for path, data in self.files()}

    def files(self) -> Iterator[tuple[str, bytes]]:
        """(path, content) of every file; a link's content is its target. What a later layer deletes is still there."""
        for number, name in enumerate(self._manifest["Layers"][self.base_layers :], start=1):
            for path, data in _layer(self.outer.extractfile(name)):
                yield f"{number}/{path}", data

    def _json(self, name: str) -> Any:
        member = self.outer.extractfile(name)
        assert member
        return json.load(member)


@contextmanager
def open_archive(path: Path, base_layers: int) -> Iterator[Archive]:
    """A saved image that stands on a base of so many layers."""
    with tarfile.open(path) as outer:
        yield Archive(outer, base_layers)


def _layer(stream: Any) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(fileobj=stream, mode="r:*") as layer:
        for member in layer:
            path = str(PurePosixPath("/") / member.name).lstrip("/")
            if member.issym() or member.islnk():
                yield path, member.linkname.encode()
            elif member.isreg() and (source := layer.extractfile(member)):
                yield path, source.read()
            elif not member.isdir():
                yield path, b""
