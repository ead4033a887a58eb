"""Hashes of content while it streams: ours, and the one the host states."""

import hashlib
from pathlib import Path

_CHUNK = 2**20


class Digests:
    """The sha256 of what was fed, and the digest of a host's checksum `<algorithm>:<hex>` where hashlib knows it."""

    def __init__(self, checksum: str = "") -> None:
        self._algorithm, _, self._wanted = checksum.partition(":")
        self._ours = hashlib.sha256()
        is_known = self._algorithm in hashlib.algorithms_guaranteed and not self._algorithm.startswith("shake")
        self._theirs = hashlib.new(self._algorithm, usedforsecurity=False) if is_known else None

    def feed(self, data: bytes) -> None:
        """Take the next bytes."""
        self._ours.update(data)
        if self._theirs:
            self._theirs.update(data)

    def feed_file(self, path: Path) -> None:
        """Take the content of a file, if there is one."""
        if path.exists():
            with path.open("rb") as file:
                while chunk := file.read(_CHUNK):
                    self.feed(chunk)

    @property
    def sha256(self) -> str:
        """The sha256 in hex."""
        return self._ours.hexdigest()

    @property
    def difference(self) -> str:
        """What differs from the host's checksum; empty where it agrees, or nobody can compare."""
        if self._theirs is None or self._theirs.hexdigest() == self._wanted:
            return ""
        return f"{self._algorithm} is {self._theirs.hexdigest()}, the host says {self._wanted}"
