"""Links answered from local paths: for air-gapped sites, for data a curator already has, and for tests."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from pipeline.hosts import HostRecord, identify
from pipeline.ports import Answer, Gathered
from pipeline.verify.licences import is_licence_name, spdx_of
from pipeline.verify.walk import Walk, walk, why_not
from schemas.data import LinkStatus

OFFLINE = (
    "not asked: the network is off; set network = true (or PAPERGYM_NETWORK=1), or map the link to a copy in [mirrors]"
)
_LICENCE_BYTES = 100_000


class MirrorSource:
    """A data source that knows only its mirror map, URL or DOI to file or folder. It never opens a connection."""

    def __init__(self, mirrors: Mapping[str, Path]) -> None:
        self._mirrors = {key_of(url): path for url, path in mirrors.items()}

    def has(self, url: str) -> bool:
        """True if the link is mapped, whatever lies there."""
        return key_of(url) in self._mirrors

    def answer(self, url: str) -> Answer:
        """What the mirror has for a link, however its URL or DOI is spelled."""
        path = self._mirrors.get(key_of(url))
        if path is None:
            return Answer(LinkStatus.UNKNOWN, OFFLINE)
        try:
            return _opened(path)
        except FileNotFoundError:
            return _unusable(f"the mirror of this link is missing: no {path.name!r}; correct the mirror map")
        except OSError as error:
            return _unusable(f"the mirror {path.name!r} of this link cannot be read: {error.strerror or error}")

    def signature(self, url: str) -> str:
        """The mapped path's files with sizes and times of change; nothing is read."""
        key = key_of(url)
        path = self._mirrors.get(key)
        if path is None:
            return f"{key.canonical_url}: unmapped"
        if not path.exists():
            return f"{key.canonical_url}: missing"
        paths = [path] if path.is_file() else sorted(path.rglob("*"))
        listing = [(str(file.relative_to(path)), *_stamp(file)) for file in paths if not file.is_dir()]
        return f"{key.canonical_url}: {sha256(repr(listing).encode()).hexdigest()}"

    def prepare(self, urls: Sequence[str]) -> None:
        """Nothing to do: the disk answers at once."""

    def fetch(self, url: str) -> Gathered:
        """Nothing: what a mirror has is read where it lies."""
        return Gathered()


def _stamp(file: Path) -> tuple[int, int]:
    found = file.lstat()
    return found.st_size, found.st_mtime_ns


def key_of(url: str) -> HostRecord:
    """The host and record that all spellings of a link share."""
    return identify(url)


def _opened(path: Path) -> Answer:
    reason = why_not(path)
    if reason:
        return _unusable(f"the mirror {path.name!r} {reason}; map the link to the file or folder itself")
    found = walk(path)
    detail = f"{len(found.files)} file{'' if len(found.files) == 1 else 's'} from the mirror"
    if found.refused:
        detail += f"; refused {len(found.refused)}: {'; '.join(found.refused[:3])}"
    return Answer(
        LinkStatus.OPEN, detail, via="mirror", root=path.resolve(), bytes=found.bytes, licence=_licence(path, found)
    )


def _unusable(detail: str) -> Answer:
    return Answer(LinkStatus.UNKNOWN, detail, via="mirror")


def _licence(root: Path, found: Walk) -> str | None:
    """The licence of the topmost licence file: its SPDX identifier, else its name."""
    if root.is_file():
        return None
    named = [entry for entry in found.files if is_licence_name(entry.name)]
    if not named:
        return None
    entry = min(named, key=lambda file: (file.name.count("/"), file.name))
    with entry.path.open("rb") as file:
        text = file.read(_LICENCE_BYTES).decode("utf-8", "replace")
    return spdx_of(text) or entry.name
