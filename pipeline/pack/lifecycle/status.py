"""What is known of a pack since it was built: its version, its known issues, and whether it was withdrawn.

It lies beside the packs as `_status/<pack_id>.yaml`, so that the bytes of a pack never change after its checks.
"""

import datetime
import os
from pathlib import Path

import yaml
from filelock import FileLock
from pydantic import Field, ValidationError

from pipeline.pack.files import listing, pack_sha256
from pipeline.pack.layout import LOCK
from pipeline.pack.lifecycle.difference import difference
from pipeline.pack.lifecycle.version import FIRST, next_version
from schemas.base import Part
from schemas.errors import UsageError

FOLDER = "_status"


class Issue(Part):
    """Something that is wrong with a pack, as far as it is known."""

    text: str = Field(min_length=1)
    by: str = Field(min_length=1)
    date: datetime.date
    version: str


class PackStatus(Part):
    """The status file. `withdrawn` is the reason for which no score of this pack should be used any more."""

    pack_id: str
    version: str = Field(FIRST, pattern=r"^\d+\.\d+\.\d+$")
    pack_sha256: str = ""
    known_issues: tuple[Issue, ...] = ()
    withdrawn: Issue | None = None

    @property
    def warnings(self) -> tuple[str, ...]:
        """What whoever scores or verifies the pack should know, the withdrawal first."""
        gone = (f"this pack was withdrawn on {self.withdrawn.date}: {self.withdrawn.text}",) if self.withdrawn else ()
        return (*gone, *(f"known issue ({issue.date}): {issue.text}" for issue in self.known_issues))


def status_path(pack_dir: Path) -> Path:
    """Where the status of a pack lies."""
    return pack_dir.parent / FOLDER / f"{pack_dir.name}.yaml"


def read_status(pack_dir: Path) -> PackStatus:
    """The status of a pack; the first version without issues where there is no file yet. Raises UsageError."""
    path = status_path(pack_dir.resolve())
    if not path.is_file():
        return PackStatus(pack_id=pack_dir.resolve().name)
    try:
        return PackStatus.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except (yaml.YAMLError, ValidationError, OSError, UnicodeDecodeError) as error:
        reason = " ".join(str(error).split())[:200]
        raise UsageError(f"{path} cannot be read: {reason}", "mend it, or remove it to start anew") from None


def status_after(new: Path, old: Path) -> PackStatus:
    """The status of a pack that takes the place of `old`: the next version where they differ, issues kept."""
    status = read_status(old)
    weight = difference(old, new).weight if (old / LOCK).is_file() else None
    update = {"version": next_version(status.version, weight), "pack_sha256": pack_sha256(listing(new))}
    return status.model_copy(update=update)


def status_lock(pack_dir: Path) -> FileLock:
    """Held from reading a status to writing it, so that of two changes at once neither is lost."""
    folder = status_path(pack_dir.resolve()).parent
    folder.mkdir(parents=True, exist_ok=True)
    return FileLock(folder / ".lock")


def write_status(pack_dir: Path, status: PackStatus) -> None:
    """Write the status file whole or not at all."""
    path = status_path(pack_dir.resolve())
    path.parent.mkdir(exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    part.write_text(yaml.safe_dump(status.model_dump(mode="json"), sort_keys=False, allow_unicode=True), "utf-8")
    os.replace(part, path)  # noqa: PTH105 - atomic on every platform
