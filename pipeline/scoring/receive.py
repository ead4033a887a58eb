"""A submission out of a tar stream: regular files only, counted, capped, and to places that the stream cannot choose.

The stream comes from a container whose solver has ended. What the solver made is untrusted all the same: names with
`..`, links, pipes, sparse files that grow to terabytes.
"""

import tarfile
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import IO

from pipeline.containers import Transfer
from pipeline.scoring.transfer import MAX_BYTES, MAX_FILES
from schemas.errors import ContainerFaultError

_CHUNK = 1024**2
_KINDS = {tarfile.SYMTYPE: "a symbolic link", tarfile.LNKTYPE: "a hard link"}


def receive(stream: IO[bytes], target: Path, folders: Iterable[str]) -> Transfer:
    """Write the files `<folder>/<name>` of a tar stream below `target`, which must exist.

    Everything else is refused with a reason, or passed over where it lies outside the folders. Reading stops at
    MAX_BYTES. Raises ContainerFaultError where the stream is no tar archive or breaks off.
    """
    wanted = set(folders)
    for folder in wanted:
        (target / folder).mkdir()
    received = _Received(target)
    seen: set[str] = set()
    try:
        with tarfile.open(fileobj=stream, mode="r|", errorlevel=1) as archive:
            for member in archive:
                parts = PurePosixPath(member.name).parts
                if parts[:1] and parts[0] in wanted:
                    seen.add(parts[0])
                    received.take(archive, member, parts)
                if received.left < 0:
                    break
    except (tarfile.TarError, EOFError, UnicodeError, ValueError) as fault:
        raise ContainerFaultError(f"the output of a container cannot be read: {fault}", "Try again.") from fault
    refused = received.refused | dict.fromkeys(wanted - seen, "no such folder")
    return Transfer(tuple(sorted(received.copied)), refused)


class _Received:
    """What has been taken so far."""

    def __init__(self, target: Path) -> None:
        self.target = target
        self.copied: list[str] = []
        self.refused: dict[str, str] = {}
        self.left = MAX_BYTES

    def take(self, archive: tarfile.TarFile, member: tarfile.TarInfo, parts: tuple[str, ...]) -> None:
        """Copy a member, or say why not."""
        path = "/".join(parts)
        if reason := self._reason(member, parts):
            self.refused[path] = reason
        elif len(parts) == 2 and not member.isdir() and (source := archive.extractfile(member)):
            with (self.target / parts[0] / parts[1]).open("xb") as copy:
                while chunk := source.read(_CHUNK):
                    copy.write(chunk)
            self.copied.append(path)
            self.left -= member.size

    def _reason(self, member: tarfile.TarInfo, parts: tuple[str, ...]) -> str:
        """Why a member is not taken; empty where it is, and for the folders themselves and what lies deeper."""
        if len(parts) == 1:
            return "" if member.isdir() else _KINDS.get(member.type, "no folder")
        if len(parts) > 2:
            return ""
        if not member.isreg():
            return _KINDS.get(member.type, "not a regular file")
        if ".." in parts or "/".join(parts) in (*self.copied, *self.refused):
            return "not a name of a file"
        if len(self.copied) == MAX_FILES:
            return f"more than {MAX_FILES} files"
        if member.size > self.left:
            self.left = -1
            return f"too large: the submission may hold {MAX_BYTES} bytes"
        return ""
