"""The image of a pack's environment: built from its Dockerfile and its lock, which must be of the kind we write."""

import re
import shutil
import tempfile
from pathlib import Path

from pipeline.containers import Containers, Image, Unbuildable
from pipeline.pack import layout
from pipeline.pack.environment import dockerfile

_BASE = re.compile(r"^ARG BASE=\S+$", re.MULTILINE)
_DIGEST = re.compile(r"^ARG BASE=\S+@sha256:[0-9a-f]{64}$", re.MULTILINE)
_LOCKED = re.compile(r"(?:[\w.-]+==[^\s;\\]+(?: ; [^\\]+)?|    --hash=sha256:[0-9a-f]{64}) ?\\?|\s*#.*|")
"""A line of a lock: a package at a version, a hash, a remark. No option, no address, no file."""


def build_image(containers: Containers, pack_dir: Path, fresh: bool = False) -> Image | Unbuildable:
    """Build, with nothing in the context but the two files. `fresh` takes nothing from earlier builds.

    A Dockerfile with other instructions than ours is not built: it could do anything, with the network at hand.
    """
    environment = pack_dir / layout.DOCKERFILE.parent
    if reason := _foreign(environment):
        return Unbuildable(reason)
    with tempfile.TemporaryDirectory(prefix="papergym-context-") as folder:
        for path in (layout.DOCKERFILE, layout.REQUIREMENTS):
            shutil.copyfile(pack_dir / path, Path(folder) / path.name, follow_symlinks=False)
        return containers.build(Path(folder), fresh)


def _foreign(environment: Path) -> str:
    """Why the environment is none of ours; empty where it is."""
    files = {path.name: environment / path.name for path in (layout.DOCKERFILE, layout.REQUIREMENTS)}
    for name, path in files.items():
        if path.is_symlink() or not path.is_file():
            return f"{name} is missing"
    text = files["Dockerfile"].read_text(encoding="utf-8", errors="replace")
    if _BASE.sub("", text) != _BASE.sub("", dockerfile()):
        return "the Dockerfile has other instructions than those that papergym writes, and is not built"
    if not _DIGEST.search(text):
        return "the Dockerfile names its base without a digest"
    lock = files["requirements.lock"].read_text(encoding="utf-8", errors="replace")
    odd = next((line for line in lock.splitlines() if not _LOCKED.fullmatch(line)), None)
    return f"requirements.lock has a line that is no locked package: {odd.strip()[:80]!r}" if odd else ""
