"""F8: the built image and its build context hold nothing of the paper, its method and its answers.

The layers that stand on the base are laid out as a folder with the image's history and settings beside them, and the
rules F1, F2 and F6 search it like any visible side of a pack. Files that the locked packages brought are known by the
hashes of their own records and left out: they are the same for everybody, and full of other people's papers.
"""

import base64
import csv
import io
import json
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from pipeline.pack.archive import Archive, open_archive
from pipeline.pack.firewall import f1, f2, f6
from pipeline.pack.firewall.answers import FOLDER
from pipeline.pack.firewall.hit import Hit
from pipeline.pack.firewall.secrets import Secrets

RULE = "F8"
TITLE = "The image and its build context hold no leak"

_SIDE = "environment/image"
_RULES = (f1.scan, f2.scan, f6.scan)
_BOOKKEEPING = {"RECORD", "INSTALLER", "REQUESTED"}


@dataclass(frozen=True)
class Searched:
    """What was found, and how much was looked at."""

    hits: tuple[Hit, ...]
    files: int
    known: int


def scan(archive: Path, base_layers: int, pack_dir: Path, secrets: Secrets, scratch: Path) -> Searched:
    """Search a saved image. `scratch` is a folder that is made and filled."""
    side = scratch / "pack" / _SIDE
    with open_archive(archive, base_layers) as image:
        known = frozenset(_known(image))
        _lay_out(side, ((path, data) for path, data in image.files() if path not in known))
        _lay_out(side, _told(image))
        count = len(image.digests)
    shutil.copytree(pack_dir / FOLDER, scratch / "pack" / FOLDER)
    found = (hit for rule in _RULES for hit in rule(scratch / "pack", secrets))
    hits = tuple(replace(hit, rule=f"{RULE}/{hit.rule}", file=hit.file.replace(_SIDE, "image")) for hit in found)
    return Searched(hits, count, len(known))


def _known(image: Archive) -> Iterator[str]:
    """Files that are as the record of their package says, and the records themselves."""
    records = {}
    for path in image.digests:
        place = PurePosixPath(path)
        if place.parent.suffix == ".dist-info" and place.name in _BOOKKEEPING:
            yield path
            records[path] = place.name == "RECORD"
    for path, data in image.files():
        if records.get(path):
            yield from _recorded(image.digests, PurePosixPath(path), data)


def _recorded(digests: Mapping[str, bytes], record: PurePosixPath, data: bytes) -> Iterator[str]:
    for row in csv.reader(io.StringIO(data.decode("utf-8", "replace"))):
        path = _within(record.parent.parent, row[0]) if len(row) == 3 else ""
        if path in digests and row[1] == f"sha256={_spelled(digests[path])}":
            yield path


def _within(root: PurePosixPath, name: str) -> str:
    """A path of a record, which may lead up to the folder of programs."""
    parts = list(root.parts)
    for part in PurePosixPath(name).parts:
        parts = parts[:-1] if part == ".." else [*parts, part]
    return "/".join(parts)


def _spelled(digest: bytes) -> str:
    """As records of packages spell it (the wheel format, PEP 427)."""
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def _told(image: Archive) -> Iterator[tuple[str, bytes]]:
    """What the image says of itself: the commands that made it, its variables and labels, the names of its files."""
    yield from ((f"{part}.json", json.dumps(image.config.get(part)).encode()) for part in ("history", "config"))
    yield "names.txt", "\n".join(sorted(image.digests)).encode()


def _lay_out(side: Path, files: Iterator[tuple[str, bytes]]) -> None:
    """Write the files; one with the name of a folder gets a name of its own."""
    for path, data in files:
        target = side / path
        target = target.with_name(f"{target.name}.file") if target.is_dir() else target
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
