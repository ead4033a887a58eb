"""What is said of an archive without unpacking it: its members, and what unpacking would have to refuse."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from pipeline.verify.columns import storable
from pipeline.verify.format import Description

_SHOWN = 20
_RATIO = 1_000
_NESTED = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar")


@dataclass(frozen=True)
class Member:
    """One member: its name, its size unpacked and packed in bytes, and what it is if it is no plain file or folder."""

    name: str
    bytes: int
    packed: int | None = None
    oddity: str = ""
    is_folder: bool = False


def listing_of(members: Iterable[Member]) -> Description:
    """The number of files, the first names with their sizes, and warnings, each with its count and first name."""
    files = [member for member in members if not member.is_folder]
    found: dict[str, list[str]] = {}
    for member in files:
        for oddity in _oddities(member):
            found.setdefault(oddity, []).append(member.name)
    names = [member.name for member in files]
    if len(set(names)) < len(names):
        found["have the name of another one"] = [name for name in names if names.count(name) > 1][:1]
    warnings = tuple(
        f"{len(those)} members {what} (the first: {storable(those[0])[:80]})" for what, those in found.items()
    )
    preview = tuple(f"{storable(member.name)[:120]} ({member.bytes} bytes)" for member in files[:_SHOWN])
    return Description(len(files), warnings=warnings, preview=preview)


def _oddities(member: Member) -> Iterator[str]:
    pure = PurePosixPath(member.name.replace("\\", "/"))
    if member.oddity:
        yield member.oddity
    if pure.is_absolute() or ".." in pure.parts:
        yield "have a path that leaves the folder"
    if member.packed is not None and member.bytes > max(2**20, _RATIO * max(1, member.packed)):
        yield f"grow more than {_RATIO} times when unpacked"
    if pure.suffix.lower() in _NESTED:
        yield "are archives themselves"
