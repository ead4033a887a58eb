"""bubblewrap: a sandbox of the Linux kernel for machines without a container engine. It has no images.

The program sees the Python of this machine, its mounts, and nothing else; no network; no other processes. What is not
enforced is said in `weaknesses`.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from pipeline.adapters.process import Printed, run_process
from pipeline.containers import Image, Job, Ran, Transfer, Unbuildable
from pipeline.scoring.runner import LIMITED
from pipeline.scoring.transfer import transfer
from schemas.errors import ContainerFaultError

_SYSTEM = ("/usr", "/lib", "/lib64", "/lib32", "/bin", "/sbin")
_NEEDED = ("/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives")
_OUTPUT = "/output"
_LIMITED = "/limited.py"
_SIGKILL = (137, -9)


@dataclass(frozen=True)
class Bubblewrap:
    """The sandbox, once it has been seen to work."""

    version: str

    @property
    def name(self) -> str:
        """The program and its version."""
        return f"bwrap {self.version}"

    @property
    def has_images(self) -> bool:
        """None."""
        return False

    @property
    def weaknesses(self) -> tuple[str, ...]:
        """What a container engine enforces and this does not."""
        return (
            "memory is limited for each process, not for all together",
            "no limit of the number of processes and of processors",
            "the size of each file is limited, not of all together",
        )

    def build(self, context: Path, fresh: bool = False) -> Image | Unbuildable:
        """Not possible."""
        raise ContainerFaultError("bwrap builds no images", "Install podman or docker.")

    def save(self, image: Image, target: Path) -> None:
        """Not possible."""
        raise ContainerFaultError("bwrap has no images", "Install podman or docker.")

    def run(self, job: Job, output: Path | None = None) -> Ran:
        """Namespaces of its own for everything; all that it began ends with it."""
        with tempfile.TemporaryDirectory(prefix="papergym-bwrap-") as folder:
            made = Path(folder) / "output"
            made.mkdir()
            printed = run_process(["bwrap", *_sandbox(job, made), *_limited(job)], job.limits.seconds)
            moved = transfer(made, output, job.folders) if output and job.folders else Transfer((), {})
        code, stopped_by = _ended(printed)
        return Ran(code, printed.stdout, printed.stderr, printed.seconds, stopped_by, moved)


def find() -> Bubblewrap:
    """bubblewrap where it is installed and the kernel lets it work. Raises ContainerFaultError elsewhere."""
    if shutil.which("bwrap") is None:
        raise ContainerFaultError("bwrap is not installed", "Install bubblewrap, podman or docker.")
    trial = run_process(["bwrap", *_isolated(), *_system(), "true"], 30)
    if trial.code:
        said = " ".join(trial.stderr.split())
        raise ContainerFaultError(f"bwrap does not work here: {said}", "Allow user namespaces, or install an engine.")
    version = subprocess.run(["bwrap", "--version"], capture_output=True, text=True, check=False).stdout.split()
    return Bubblewrap(version[-1] if version else "")


def _isolated() -> list[str]:
    return ["--unshare-all", "--unshare-user", "--uid", "1000", "--gid", "1000", "--die-with-parent", "--new-session",
            "--cap-drop", "ALL", "--clearenv", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]  # fmt: skip


def _system() -> list[str]:
    """The programs and libraries of this machine. The Python in use may lie elsewhere, and its base elsewhere again."""
    places = [place for place in _SYSTEM if Path(place).exists()]
    pythons = {prefix for prefix in (sys.prefix, sys.base_prefix) if not prefix.startswith("/usr")}
    words = [word for place in (*places, *sorted(pythons)) for word in ("--ro-bind", os.path.realpath(place), place)]
    return words + [word for place in _NEEDED for word in ("--ro-bind-try", place, place)]


def _sandbox(job: Job, made: Path) -> list[str]:
    mounts = [word for place, path in job.mounts.items() for word in ("--ro-bind", str(path.resolve()), place)]
    output = ["--bind", str(made), _OUTPUT, "--setenv", "OUTPUT_DIR", _OUTPUT] if job.folders else []
    env = {"PATH": os.defpath, "HOME": "/tmp", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "0", **job.env}
    environment = [word for key, value in env.items() for word in ("--setenv", key, value)]
    limited = ["--ro-bind", str(LIMITED), _LIMITED]
    return [*_isolated(), *_system(), *limited, *mounts, *output, *environment, "--remount-ro", "/", "--chdir", "/tmp"]


def _limited(job: Job) -> list[str]:
    """The program under limits of its processor time, memory and files."""
    limits = job.limits
    caps = [str(int(limits.seconds * limits.cpus) + 1), str(limits.memory_bytes), str(limits.output_bytes)]
    return [sys.executable, "-I", "-B", _LIMITED, *caps, sys.executable, "-B", *job.arguments]


def _ended(printed: Printed) -> tuple[int | None, str]:
    if printed.code is None:
        return None, "time"
    return (None, "memory") if printed.code in _SIGKILL else (printed.code, "")
