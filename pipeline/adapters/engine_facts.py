"""What `info` of an engine says of itself: its version, whether it answers, and which limits it enforces."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pipeline.adapters.engine_faults import engine_fault
from pipeline.adapters.process import run_process

_SECONDS = 60
LIMITS = ("memory", "cpu", "pids")


@dataclass(frozen=True)
class Facts:
    """An engine that answers. `missing` are limits that it takes as an option and does not enforce."""

    program: str
    version: str
    is_rootless: bool
    cgroups: str
    missing: tuple[str, ...]

    @property
    def name(self) -> str:
        """As people call it."""
        return f"{self.program} {self.version}" + (" rootless" if self.is_rootless else "")


def ask(program: str) -> Facts:
    """The facts of an engine by its program's name. Raises ContainerFaultError where it does not answer."""
    template = "json" if program == "podman" else "{{json .}}"
    printed = run_process([program, "info", "--format", template], _SECONDS)
    doing = f"{program} does not work"
    try:
        found = json.loads(printed.stdout)
    except ValueError:
        raise engine_fault(doing, printed.stderr or printed.stdout) from None
    errors = found.get("ServerErrors") or []
    if printed.code or errors:
        raise engine_fault(doing, "\n".join([printed.stderr, *map(str, errors)]))
    return _podman(found) if "host" in found else _docker(program, found)


def _podman(found: dict[str, Any]) -> Facts:
    """`podman info`: a rootless podman drops limits silently under cgroup v1 and where systemd does not set them."""
    host = found["host"]
    rootless = bool(host.get("security", {}).get("rootless"))
    cgroups = str(host.get("cgroupVersion", ""))
    there = set(host.get("cgroupControllers") or ())
    unlimited = rootless and (cgroups != "v2" or host.get("cgroupManager") != "systemd")
    missing = tuple(limit for limit in LIMITS if unlimited or limit not in there)
    return Facts("podman", str(found.get("version", {}).get("Version", "")), rootless, cgroups, missing)


def _docker(program: str, found: dict[str, Any]) -> Facts:
    """`docker info`: a flag for each limit; a rootless daemon without delegated cgroups has driver `none`."""
    _require_buildx(found.get("ClientInfo") or {})
    rootless = any("rootless" in str(option) for option in found.get("SecurityOptions") or ())
    return Facts(
        program=program,
        version=str(found.get("ServerVersion", "")),
        is_rootless=rootless,
        cgroups=f"v{found.get('CgroupVersion', '')}",
        missing=tuple(_docker_missing(found)),
    )


def _require_buildx(client: dict[str, Any]) -> None:
    """A client that tells its version (25 and later) builds with secrets through a plugin only; one of 20.10 by itself.

    Those between say at the build that it is missing. Raises ContainerFaultError.
    """
    works = any(plugin.get("Name") == "buildx" and not plugin.get("Err") for plugin in client.get("Plugins") or ())
    if client.get("Version") and not works:
        raise engine_fault("docker cannot build", "ERROR: the buildx component is missing or broken")


def _docker_missing(found: dict[str, Any]) -> Iterator[str]:
    flags = {"memory": ("MemoryLimit",), "cpu": ("CpuCfsQuota", "CpuCfsPeriod"), "pids": ("PidsLimit",)}
    for limit, names in flags.items():
        if found.get("CgroupDriver") == "none" or not all(found.get(name) for name in names):
            yield limit
