"""Time for build and verify with and without containers, on both examples, cold and warm.

`python -m tests.bench_packs.containers` prints a table. It needs an engine and a base image; see
tests/containers/base_image.sh.
"""

import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from flows.settings import load_settings
from flows.wiring import open_sandbox
from pipeline.adapters.store import FileStore
from pipeline.containers import NO_SANDBOX, Containers, Image, Sandbox
from pipeline.pack import verify_pack
from pipeline.pack.checks import all_checks
from pipeline.pack.checks.view import PackView
from pipeline.pack.image import build_image
from pipeline.pack.verification import find
from pipeline.scoring import Place, score
from tests.containers.conftest import write
from tests.pack.cases import Case, crabnet, lmsuccsite

EXAMPLES: dict[str, Callable[[FileStore], Case]] = {"lmsuccsite": lmsuccsite, "crabnet": crabnet}
Row = tuple[str, str, float]


def seconds(action: Callable[[], object]) -> float:
    """How long an action takes."""
    began = time.perf_counter()
    action()
    return time.perf_counter() - began


def environment(containers: Containers, pack: Path) -> Iterator[Row]:
    """The image, which all packs with the same lock share: from nothing, and from the layers of an earlier build."""
    yield "environment", "build image, cold", seconds(lambda: build_image(containers, pack, fresh=True))
    yield "environment", "build image, warm", seconds(lambda: build_image(containers, pack))


def example(name: str, case: Case, store: FileStore, root: Path, sandbox: Sandbox) -> Iterator[Row]:
    """One pack: written, verified without and with containers, each container check, and scored."""
    began = time.perf_counter()
    pack = write(case, store, root / name)
    yield name, "write pack", time.perf_counter() - began
    yield name, "verify, no containers", seconds(lambda: verify_pack(pack, NO_SANDBOX))
    yield name, "verify, containers", seconds(lambda: verify_pack(pack, sandbox))
    with PackView(pack, sandbox) as view:
        for check in all_checks():
            if check.check_id == "F8" or check.check_id.startswith("K5."):
                yield name, check.check_id, seconds(lambda check=check: find(view, check, {}))  # type: ignore[misc]
    assert sandbox.containers
    built = build_image(sandbox.containers, pack)
    assert isinstance(built, Image)
    place = Place(sandbox.containers, built.id, sandbox.limits)
    sample = pack / "problem" / "sample_submission"
    yield name, "score, limited process", seconds(lambda: score(pack, sample))
    yield name, "score, container", seconds(lambda: score(pack, sample, place=place))


def rows() -> Iterator[Row]:
    """(what, step, seconds), as they are measured. Raises ContainerFaultError without an engine."""
    settings = load_settings().containers
    sandbox = open_sandbox(settings.model_copy(update={"engine": "podman"} if settings.engine == "auto" else {}))
    assert sandbox.containers
    with tempfile.TemporaryDirectory(prefix="papergym-bench-") as folder:
        store = FileStore(Path(folder) / "store")
        cases = {name: make(store) for name, make in EXAMPLES.items()}
        yield from environment(sandbox.containers, write(cases["lmsuccsite"], store, Path(folder) / "image"))
        for name, case in cases.items():
            yield from example(name, case, store, Path(folder), replace(sandbox, is_required=True))


def main() -> None:
    """Print the rows as they come."""
    for what, step, taken in rows():
        print(f"{what:12} {step:24} {taken:8.1f} s", flush=True)


if __name__ == "__main__":
    main()
