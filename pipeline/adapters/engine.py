"""docker or podman through its command line: images are built, programs run in containers, and nothing stays behind."""

import json
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pipeline.adapters.engine_build import BuildSettings, build_command, pinned_base, resolve_base, tag_of
from pipeline.adapters.engine_facts import Facts
from pipeline.adapters.engine_faults import build_fault, engine_fault
from pipeline.adapters.owned import LABEL, is_orphan, is_own, new_name
from pipeline.adapters.process import Printed, run_process
from pipeline.containers import Image, Job, Limits, Ran, Transfer, Unbuildable
from pipeline.scoring.receive import receive
from schemas.errors import ContainerFaultError

_SECONDS = 120
_SAVE_SECONDS = 900
_KEEPER_SECONDS = 600
_TMP_BYTES = 256 * 1024**2
_KEEPER = Limits(memory_bytes=64 * 1024**2, cpus=1, processes=32, seconds=0, output_bytes=1024**2)
_BLOCK = 64 * 1024
_GRACE = 5.0
_TAR_CODES = (0, 1, 2)
"""Of tar itself: 2 where a file may not be read. An engine that fails has others."""

OUTPUT = "/output"
USER = "1000:1000"


@dataclass(frozen=True)
class Engine:
    """A container engine that answers."""

    facts: Facts
    building: BuildSettings

    @property
    def name(self) -> str:
        """The program and its version."""
        return self.facts.name

    @property
    def has_images(self) -> bool:
        """An engine has."""
        return True

    @property
    def weaknesses(self) -> tuple[str, ...]:
        """Limits that are not in force."""
        return tuple(
            f"no limit of {limit}: {self.name} with cgroups {self.facts.cgroups}" for limit in self.facts.missing
        )

    def remove_orphans(self) -> None:
        """Remove what a killed papergym left behind."""
        containers, volumes = (list(filter(is_orphan, names)) for names in self._labelled())
        self._discard(containers, volumes)

    def owned_names(self) -> list[str]:
        """Containers and volumes of this process."""
        return [name for names in self._labelled() for name in names if is_own(name)]

    def _labelled(self) -> tuple[list[str], list[str]]:
        """Names of (containers, volumes) that any papergym made."""
        containers = self._call("ps", "--all", "--format", "{{.Names}}", "--filter", f"label={LABEL}")
        volumes = self._call("volume", "ls", "--format", "{{.Name}}", "--filter", f"label={LABEL}")
        return containers.stdout.split(), volumes.stdout.split()

    def build(self, context: Path, fresh: bool = False) -> Image | Unbuildable:
        """Build with the base that the Dockerfile pins, or the one that the settings put in its place."""
        base = self.building.base_image or pinned_base(context)
        base_id, base_layers = resolve_base(self._inspect, self._pull, base)
        printed, image_id = self._build(context, base, fresh)
        if printed.code is None:
            raise ContainerFaultError("the image took too long to build", "Raise containers.build_seconds.")
        if printed.code:
            return build_fault(f"{printed.stdout}\n{printed.stderr}")
        return Image(image_id, base, base_id, base_layers, pinned_base(context) if self.building.base_image else "")

    def _build(self, context: Path, base: str, fresh: bool) -> tuple[Printed, str]:
        """How the build went, and the id of the image as the engine gives it."""
        with tempfile.TemporaryDirectory(prefix="papergym-build-") as folder:
            note = Path(folder) / "id"
            words = build_command(self.facts.program, self.building, base, fresh)
            names = ["--tag", tag_of(context, base), "--iidfile", str(note)]
            command = [self.facts.program, *words, *names, str(context.resolve())]
            printed = run_process(command, self.building.seconds, env=self.building.environment())
            return printed, note.read_text().strip() if printed.code == 0 else ""

    def save(self, image: Image, target: Path) -> None:
        """`save` in docker's format: layers, configuration and history."""
        formats = ["--format", "docker-archive"] if self.facts.program == "podman" else []
        self._call("save", *formats, "--output", str(target.resolve()), image.id, seconds=_SAVE_SECONDS)

    def run(self, job: Job, output: Path | None = None) -> Ran:
        """A container of its own, with no network, no rights, a read-only file system and hard limits."""
        name = new_name()
        with self._volume(name, job) as mounts:
            printed = self._run(name, job, mounts)
            code, stopped_by = self._end(name, printed)
            keeper = f"{name}-keeper"
            transfer = self._collect(keeper, job, output) if output and job.folders else Transfer((), {})
        return Ran(code, printed.stdout, printed.stderr, printed.seconds, stopped_by, transfer)

    @contextmanager
    def _volume(self, name: str, job: Job) -> Iterator[list[str]]:
        """A volume in memory for the output, kept by a second container when the first has ended with all it began."""
        keeper = f"{name}-keeper"
        try:
            if not job.folders:
                yield []
                return
            self._call("volume", "create", "--label", LABEL, *self._in_memory(job.limits), name)
            seconds = str(int(job.limits.seconds) + _KEEPER_SECONDS)
            options = [*_options(keeper, _KEEPER, self.facts.program), "--volume", f"{name}:{OUTPUT}:ro"]
            self._call("run", "--detach", *options, job.image, "sleep", seconds)
            yield ["--volume", f"{name}:{OUTPUT}", "--env", f"OUTPUT_DIR={OUTPUT}"]
        finally:
            self._discard([name, *([keeper] if job.folders else [])], [name] if job.folders else [])

    def _in_memory(self, limits: Limits) -> list[str]:
        """podman takes a size for a disk quota; what is in memory counts against the limit of memory there."""
        size = "" if self.facts.program == "podman" else f",size={2 * limits.output_bytes}"
        return ["--opt", "type=tmpfs", "--opt", "device=tmpfs", "--opt", f"o=uid=1000,gid=1000,mode=0700{size}"]

    def _run(self, name: str, job: Job, mounts: list[str]) -> Printed:
        for place, path in job.mounts.items():
            if ":" in str(path):
                raise ContainerFaultError(f"{path} has a colon and cannot be mounted", "Put the pack somewhere else.")
            mounts = [*mounts, "--volume", f"{path.resolve()}:{place}:ro"]
        environment = [word for key, value in job.env.items() for word in ("--env", f"{key}={value}")]
        command = [
            *(self.facts.program, "run", *_options(name, job.limits, self.facts.program)),
            *(*mounts, *environment, job.image, "python", *job.arguments),
        ]
        return run_process(command, job.limits.seconds, stop=lambda: self._kill(name))

    def _end(self, name: str, printed: Printed) -> tuple[int | None, str]:
        """(exit code, what stopped it). The engine is asked, since a program may end with the engine's own codes."""
        found = self._inspect(name, "container")
        state = (found or {}).get("State", {})
        if printed.code is None:
            return None, "time"
        if found is None or str(state.get("StartedAt", "")).startswith("0001"):
            raise engine_fault("a container could not be started", printed.stderr)
        if state.get("OOMKilled") or printed.code == 137:
            return None, "memory"
        return printed.code, ""

    def _collect(self, keeper: str, job: Job, output: Path) -> Transfer:
        """Stream the output out of the keeper's container; the solver's processes are gone."""
        command = [self.facts.program, "exec", keeper, "tar", "-C", OUTPUT, "-cf", "-", "."]
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as tar:
            assert tar.stdout and tar.stderr
            try:
                moved = receive(tar.stdout, output, job.folders)
                tar.stdout.read(_BLOCK)
                code = tar.wait(_GRACE)
            except subprocess.TimeoutExpired:  # there is more than is taken
                return moved
            finally:
                tar.kill()
            if code not in _TAR_CODES:
                raise engine_fault("the output of a container broke off", tar.stderr.read().decode("utf-8", "replace"))
            return moved

    def _kill(self, name: str) -> None:
        run_process([self.facts.program, "kill", name], _SECONDS)

    def _discard(self, containers: list[str], volumes: list[str]) -> None:
        """One by one: a name that is not there must not keep the others."""
        for container in containers:
            run_process([self.facts.program, "rm", "--force", "--volumes", container], _SECONDS)
        for volume in volumes:
            run_process([self.facts.program, "volume", "rm", "--force", volume], _SECONDS)

    def _inspect(self, name: str, kind: str = "image") -> dict[str, Any] | None:
        printed = run_process([self.facts.program, kind, "inspect", name], _SECONDS)
        if printed.code == 0:
            found: dict[str, Any] = json.loads(printed.stdout)[0]
            return found
        if "no such" in printed.stderr.lower() or "not known" in printed.stderr.lower():
            return None
        raise engine_fault(f"{kind} {name} cannot be inspected", printed.stderr)

    def _pull(self, name: str) -> None:
        self._call("pull", "--quiet", name, seconds=self.building.seconds)

    def _call(self, *words: str, seconds: float = _SECONDS) -> Printed:
        printed = run_process([self.facts.program, *words], seconds)
        if printed.code:
            raise engine_fault(f"`{self.facts.program} {words[0]}` failed", printed.stderr or printed.stdout)
        if printed.code is None:
            raise ContainerFaultError(f"`{self.facts.program} {words[0]}` does not answer", "Restart the engine.")
        return printed


def _options(name: str, limits: Limits, program: str) -> list[str]:
    """No network, no rights, nothing to write to but memory, and hard limits. Nothing printed is kept on disk."""
    memory = str(limits.memory_bytes)
    caps = {"fsize": limits.output_bytes, "core": 0, "nofile": 1024, "nproc": 4096}
    ulimits = [word for kind, cap in caps.items() for word in ("--ulimit", f"{kind}={cap}:{cap}")]
    return [
        *(
            "--name",
            name,
            "--label",
            LABEL,
            "--stop-timeout",
            "0",
            "--pull=never",
            "--network",
            "none",
            "--log-driver",
            "none",
        ),
        *("--memory", memory, "--memory-swap", memory, "--cpus", str(limits.cpus)),
        *("--pids-limit", str(limits.processes), *ulimits),
        *("--read-only", "--tmpfs", f"/tmp:rw,nosuid,nodev,size={_TMP_BYTES},mode=1777"),
        *(["--read-only-tmpfs=false"] if program == "podman" else []),
        *("--cap-drop", "all", "--security-opt", "no-new-privileges", "--user", USER, "--workdir", "/tmp"),
        *("--env", "PYTHONDONTWRITEBYTECODE=1", "--env", "HOME=/tmp"),
    ]
