"""How an image is built: which base, which secrets of the machine, and times that make the same image twice."""

import hashlib
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from schemas.errors import ContainerFaultError

_BASE = re.compile(r"^ARG BASE=(\S+)$", re.MULTILINE)
_EPOCH = "315619200"
"""2 January 1980, the time of all files of a pack."""

Inspect = Callable[[str], dict[str, Any] | None]


@dataclass(frozen=True)
class BuildSettings:
    """Base image in place of the pinned one, time, and files of this machine that only the build sees."""

    base_image: str = ""
    seconds: float = 1800
    pip_config: Path | None = None
    certificates: Path | None = None

    def environment(self) -> dict[str, str]:
        """The environment of the engine's client; docker builds with secrets by BuildKit only."""
        return {**os.environ, "DOCKER_BUILDKIT": "1", "SOURCE_DATE_EPOCH": _EPOCH}


def build_command(program: str, settings: BuildSettings, base: str, fresh: bool) -> list[str]:
    """The words of `build`, but for the context and where the id of the image goes."""
    times = ["--timestamp", _EPOCH] if program == "podman" else ["--build-arg", f"SOURCE_DATE_EPOCH={_EPOCH}"]
    pull = ["--pull=never"] if program == "podman" else []
    fresh_options = ["--no-cache"] if fresh else []
    base_option = ["--build-arg", f"BASE={base}"]
    return ["build", *pull, *fresh_options, "--network", "host", *times, *base_option, *_secrets(settings)]


def tag_of(context: Path, base: str) -> str:
    """A name for the image by what it is made of."""
    files = ((context / name).read_bytes() for name in ("Dockerfile", "requirements.lock"))
    return f"papergym-environment:{hashlib.sha256(b'|'.join([*files, base.encode()])).hexdigest()[:12]}"


def _secrets(settings: BuildSettings) -> Iterator[str]:
    for name, path in (("pip_config", settings.pip_config), ("certificates", settings.certificates)):
        if path is not None and path.is_file():
            yield from ("--secret", f"id={name},src={path}")


def pinned_base(context: Path) -> str:
    """The base that the Dockerfile pins."""
    match = _BASE.search((context / "Dockerfile").read_text(encoding="utf-8"))
    return match[1] if match else ""


def resolve_base(inspect: Inspect, pull: Callable[[str], None], base: str) -> tuple[str, int]:
    """(image id, number of layers) of the base; pulled where it is not here. Raises ContainerFaultError."""
    found = inspect(base)
    if found is None:
        pull(base)
        found = inspect(base)
    if found is None:
        raise ContainerFaultError(f"there is no base image {base}", "Pull it, or set containers.base_image.")
    return f"sha256:{found['Id'].removeprefix('sha256:')}", len(found.get("RootFS", {}).get("Layers") or ())
