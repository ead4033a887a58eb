"""What the checks of K5 and F8 look at: the image, and programs that ran in containers of it. Each made once."""

import json
import socket
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.containers import Containers, Image, Job, Limits, Ran, Sandbox, Unbuildable
from pipeline.pack import layout, probes
from pipeline.pack.checks.check import NotCheckedError, PackFaultError
from pipeline.pack.image import build_image
from pipeline.scoring.contained import evaluator_job
from schemas.errors import ContainerFaultError

if TYPE_CHECKING:
    from pipeline.pack.checks.view import PackView

WORKSPACE = "/workspace"
PROBLEM = f"{WORKSPACE}/problem"
GREEDY = Limits(memory_bytes=128 * 1024**2, cpus=1, processes=32, seconds=10, output_bytes=16 * 1024**2)
"""Small limits, so that it takes little to pass them."""

_PROBES = Path(probes.__file__).parent
_HIDDEN = (
    "evaluation",
    "evaluator.py",
    "ground_truth",
    layout.TRUTH,
    "scoring.json",
    layout.FIREWALL.name,
    layout.LOCK.name,
)


class Contained:
    """The sandbox at work on one pack. Raises NotCheckedError where there is none, or it has no images."""

    def __init__(self, view: "PackView", sandbox: Sandbox) -> None:
        self.view, self.sandbox = view, sandbox

    @property
    def containers(self) -> Containers:
        """The engine, or what stands in for it."""
        if self.sandbox.containers is None:
            raise NotCheckedError(self.sandbox.reason)
        return self.sandbox.containers

    @cached_property
    def _built(self) -> Image | Unbuildable | ContainerFaultError:
        try:
            return build_image(self.containers, self.view.pack_dir)
        except ContainerFaultError as fault:  # kept, since a registry that does not answer takes its time to say so
            return fault

    @property
    def built(self) -> Image | Unbuildable:
        """The image of the environment, or why there can be none."""
        if not self.containers.has_images:
            raise NotCheckedError(f"{self.containers.name} has no images")
        if isinstance(self._built, ContainerFaultError):
            raise self._built
        return self._built

    @property
    def image(self) -> Image:
        """The image, which K5.1 has found to build."""
        if isinstance(self.built, Unbuildable):
            raise NotCheckedError("the image does not build (K5.1)")
        return self.built

    @cached_property
    def image_id(self) -> str:
        """The image to run in; nothing where the sandbox has none."""
        return self.image.id if self.containers.has_images else ""

    @cached_property
    def solver_job(self) -> Job:
        """run.py as any solver is run."""
        return Job(
            arguments=("-B", f"{PROBLEM}/run.py"),
            mounts={PROBLEM: self.view.pack_dir / "problem"},
            limits=self.sandbox.limits,
            folders=self.view.instances,
            image=self.image_id,
        )

    @cached_property
    def output(self) -> Path:
        """Where the output of the solver is collected."""
        folder = self.view.scratch / "contained"
        folder.mkdir()
        return folder

    @cached_property
    def solved(self) -> Ran:
        """The solver, run once."""
        return self.containers.run(self.solver_job, self.output)

    def evaluator_job(self, submission: Path) -> Job:
        """The evaluator on a submission."""
        evaluation = self.view.pack_dir / layout.EVALUATOR.parent
        return evaluator_job(evaluation, submission, self.sandbox.limits, self.image_id)

    def probe(self, job: Job) -> dict[str, Any]:
        """What a program finds in the place of a job. The host listens meanwhile, so that a way out would be found."""
        with socket.create_server(("127.0.0.1", 0)) as server:
            arguments = ("-B", "/inside.py", str(server.getsockname()[1]), *_HIDDEN)
            mounts = {**job.mounts, **self._script("inside")}
            ran = self.containers.run(replace(job, arguments=arguments, mounts=mounts))
        if ran.fault:
            raise PackFaultError(f"the probe {ran.fault}")
        found: dict[str, Any] = json.loads(ran.stdout)
        return found

    def take(self, what: str, most: int, limits: Limits = GREEDY) -> Ran:
        """A program that takes more of something than it may."""
        job = replace(self.solver_job, arguments=("-B", "/greedy.py", what, str(most)), limits=limits)
        return self.containers.run(replace(job, mounts=self._script("greedy")))

    def _script(self, name: str) -> dict[str, Path]:
        return {f"/{name}.py": _PROBES / f"{name}.py"}
