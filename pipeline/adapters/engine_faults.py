"""What an engine says when something fails, told apart: the world's faults, and those of the build context.

The phrases are those of docker, podman, buildah and pip, as their bug reports show them.
"""

import re

from pipeline.containers import Unbuildable
from schemas.errors import ContainerFaultError

_DAEMON = (
    r"cannot connect to the docker daemon|is the docker daemon running|error during connect|unable to connect to podman"
)
_RIGHTS = r"permission denied while trying to connect|dial unix \S+: connect: permission denied"
_BUILDX = r"buildx component is missing"
_DISK = r"no space left on device|disk quota exceeded|not enough space"
_KILLED = r"signal: killed|exit (?:status|code):? 137|oom-?killed|exited with 137"
_BASE = (
    r"manifest unknown|image not known|no such image|no image found|short-name .* did not resolve|"
    r"unable to find image|pull access denied|image-pull-policy|requested access to the resource is denied"
)
_REGISTRY = (
    r"pinging container registry|registry-1|failed to resolve source metadata|"
    r"failed to do request|toomanyrequests|net/http|dial tcp|tls handshake"
)
_INDEX = (
    r"newconnectionerror|failed to establish a new connection|temporary failure in name resolution|"
    r"name or service not known|connection (?:refused|reset|aborted)|network is unreachable|read timed out|"
    r"readtimeouterror|connecttimeouterror|max retries exceeded|sslerror|certificate_verify_failed|50[234] server error"
)

FAULTS = (
    (_DAEMON, "the daemon of the container engine does not answer", "Start it, or choose another engine."),
    (_RIGHTS, "you may not use the container engine", "Join its group, or use podman without root."),
    (_BUILDX, "the docker client has no buildx", "Install docker-buildx (docker-buildx-plugin), or use podman."),
    (_DISK, "the disk is full", "Free some space (`podman system prune`), then try again."),
    (_KILLED, "the build was killed, most likely for its memory", "Free some memory, then try again."),
    (_REGISTRY, "the image registry cannot be reached", "Pull the base image once, or set containers.base_image."),
    (_BASE, "the base image is not here and cannot be had", "Pull it once, or set containers.base_image."),
    (_INDEX, "the package index cannot be reached from the build", "Check the network, containers.pip_config and "
     "containers.certificates, then try again."),
)  # fmt: skip
"""(what is said, what that means, what to do), the most telling first. Any of them may be gone at the next try."""

_CONTEXT = (
    (r"do not match the hashes", "a package is not what the lock says: its hash differs"),
    (r"hashes are required in --require-hashes mode", "a package of the lock has no hash"),
    (r"no matching distribution found", "the index has no wheel of a package at the version of the lock"),
    (r"is not a supported wheel", "a wheel of the lock does not fit the platform"),
    (r"resolutionimpossible|conflicting dependencies", "the packages of the lock conflict"),
    (r"unknown instruction|dockerfile parse error", "the Dockerfile does not parse"),
)


def engine_fault(doing: str, said: str) -> ContainerFaultError:
    """The fault of the engine or the world that stands in what it said."""
    for pattern, meaning, hint in FAULTS:
        if re.search(pattern, said, re.IGNORECASE):
            return ContainerFaultError(f"{doing}: {meaning}", f"{hint} It said: {_last(said)}")
    return ContainerFaultError(f"{doing}: the container engine failed", f"It said: {_last(said)}")


def build_fault(said: str) -> Unbuildable:
    """What is wrong with the context of a failed build. Raises ContainerFaultError where it may not be at fault.

    An index that cannot be reached also ends with "no matching distribution", so the world's faults are sought first.
    """
    worldly = any(re.search(pattern, said, re.IGNORECASE) for pattern, _, _ in FAULTS)
    reasons = (reason for pattern, reason in _CONTEXT if re.search(pattern, said, re.IGNORECASE))
    reason = None if worldly else next(reasons, None)
    if reason is None:
        raise engine_fault("the image could not be built", said)
    return Unbuildable(f"{reason} ({_last(said)})")


def _last(said: str) -> str:
    """The line that says most: the last one with an error in it, else the last."""
    lines = [" ".join(line.split()) for line in said.splitlines() if line.strip()]
    errors = [line for line in lines if re.search(r"error|cannot|failed|no space|denied", line, re.IGNORECASE)]
    return next(iter([*errors[-1:], *lines[-1:]]), "nothing")[:400]
