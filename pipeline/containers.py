"""The port for untrusted programs: what a container engine, or a sandbox in its place, does for the stages."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol


@dataclass(frozen=True)
class Limits:
    """What one container may use: bytes, processors, processes, seconds. `output_bytes` caps each file it writes."""

    memory_bytes: int
    cpus: float
    processes: int
    seconds: float
    output_bytes: int


@dataclass(frozen=True)
class Job:
    """A Python program to run where it can do no harm: `python ARGUMENTS`, offline, not as root, all else read-only.

    `mounts` are host paths by the place where the program sees them, read-only. With `folders` the program may write
    to OUTPUT_DIR, and the regular files in those folders of it are collected when every process of it has ended.
    """

    arguments: tuple[str, ...]
    mounts: Mapping[str, Path]
    limits: Limits
    env: Mapping[str, str] = field(default_factory=dict)
    folders: tuple[str, ...] = ()
    image: str = ""


@dataclass(frozen=True)
class Transfer:
    """What was copied (paths relative to the submission, sorted), and what was left out, with the reason."""

    copied: tuple[str, ...]
    refused: dict[str, str]


@dataclass(frozen=True)
class Ran:
    """How a job ended. `code` is None where it was stopped: `stopped_by` is then "time" or "memory".

    What was printed is kept in part: the beginning and the end.
    """

    code: int | None
    stdout: str
    stderr: str
    seconds: float
    stopped_by: str = ""
    transfer: Transfer = Transfer((), {})

    @property
    def fault(self) -> str:
        """Why it did not end well, in one line; empty where it did."""
        if self.code == 0:
            return ""
        reasons = {"time": "ran out of time", "memory": "was killed, most likely for its memory"}
        last = self.stderr.strip().splitlines()[-1:] or [""]
        end = reasons.get(self.stopped_by, f"ended with code {self.code}")
        return f"{end} after {self.seconds:.0f} s {last[0][:600]}".strip()


@dataclass(frozen=True)
class Image:
    """A built image. `base` is what it stands on, `base_layers` how many of its layers are the base's.

    `stands_in_for` is the base that the Dockerfile pins, where the settings put another in its place.
    """

    id: str
    base: str
    base_id: str
    base_layers: int
    stands_in_for: str = ""


@dataclass(frozen=True)
class Unbuildable:
    """Why no image can be made of a build context. The context's fault, not the engine's."""

    reason: str


class Containers(Protocol):
    """Runs programs apart from everything: a container engine, or a sandbox of the system without images.

    Every method raises ContainerFaultError where the engine or the world fails.
    """

    @property
    def name(self) -> str:
        """The kind and its version, such as `podman 4.3.1`."""
        ...

    @property
    def has_images(self) -> bool:
        """False for a sandbox that runs the Python of this machine."""
        ...

    @property
    def weaknesses(self) -> tuple[str, ...]:
        """What it does not enforce, in words; empty for full isolation with all limits."""
        ...

    def build(self, context: Path, fresh: bool = False) -> Image | Unbuildable:
        """The image of a folder with a Dockerfile; `fresh` takes nothing from earlier builds."""
        ...

    def save(self, image: Image, target: Path) -> None:
        """Write the image with its layers and its history as a tar archive."""
        ...

    def run(self, job: Job, output: Path | None = None) -> Ran:
        """Run a job; what it leaves in its folders is copied to `output`, which must exist."""
        ...


@dataclass(frozen=True)
class Sandbox:
    """Where untrusted programs run. Without `containers`, `reason` says why there are none.

    `is_required` says that the settings ask for it by name, so that a fault of it stalls and is never passed over.
    """

    containers: Containers | None
    reason: str
    limits: Limits
    is_required: bool = False


NO_SANDBOX = Sandbox(None, "no container engine was asked for", Limits(2**32, 2, 256, 600, 2**29))
"""For those who only look at files."""
