"""K5: the container. What is looked at here really runs; without an engine it is skipped."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from pipeline.containers import Containers, Image, Unbuildable
from pipeline.pack import layout
from pipeline.pack.archive import open_archive
from pipeline.pack.checks.check import Check, Finding, judged, warned
from pipeline.pack.checks.contained import GREEDY, Contained
from pipeline.pack.checks.view import PackView
from pipeline.pack.files import listing
from pipeline.pack.image import build_image
from pipeline.pack.lock import code_versions
from pipeline.scoring.contained import run_contained
from schemas.data import CheckStatus, Measure
from schemas.errors import ContainerFaultError, StalledError

_WRITABLE = ("/tmp", "/output")


def _builds(view: PackView) -> Finding:
    built = view.contained.built
    if isinstance(built, Unbuildable):
        return judged([built.reason], "")
    if built.stands_in_for:
        said = (
            f"builds as {built.id[:19]} on {built.base} ({built.base_id[:19]}), which the settings put in the place of "
        )
        return warned([f"{said}{built.stands_in_for}"], "")
    return judged((), f"builds as {built.id[:19]} on {built.base}")


def _solver_runs(view: PackView) -> Finding:
    here = view.contained
    ran, missing = here.solved, sorted(set(_expected(view)) - set(here.solved.transfer.copied))
    problems = [f"run.py {ran.fault}"] if ran.fault else [f"run.py wrote no {path}" for path in missing]
    said = f"run.py answered all instances in {here.containers.name}; memory, processes, time and files were cut off"
    return _finding(
        here.containers, problems, _uncapped(here), said, [Measure(name="solver seconds", value=round(ran.seconds, 1))]
    )


def _expected(view: PackView) -> Iterator[str]:
    return (f"{instance.name}/{instance.file}" for instance in view.interface.instances)


def _uncapped(here: Contained) -> Iterator[str]:
    """Limits that did not hold when a program went beyond them."""
    if here.take("memory", 4 * GREEDY.memory_bytes).code == 0:
        yield "memory was not cut off"
    forked = here.take("processes", 2 * GREEDY.processes)
    if not forked.stdout.strip().isdecimal() or int(forked.stdout) >= GREEDY.processes:
        yield f"processes were not cut off: {forked.stdout.strip() or forked.fault}"
    if here.take("time", 60, replace(GREEDY, seconds=2)).stopped_by != "time":
        yield "time was not cut off"
    written = here.take("disk", 4 * GREEDY.output_bytes)
    if not written.stdout.strip().isdecimal() or int(written.stdout) > GREEDY.output_bytes:
        yield f"files were not cut off: {written.stdout.strip() or written.fault}"


def _out_of_reach(view: PackView) -> Finding:
    here = view.contained
    facts = here.probe(here.solver_job)
    hidden = (f"{path} can be seen" for path in facts["found"])
    written = (
        f"{place} can be written to"
        for place, end in facts["written"].items()
        if end == "reached" and place not in _WRITABLE
    )
    problems = [*_reached(facts), *hidden, *written, *_powers(facts)]
    return _finding(here.containers, problems, unset(facts, here), f"nothing of it is in reach; {_said(facts)}")


def _reached(facts: dict[str, Any]) -> Iterator[str]:
    """Ways out that were open."""
    yield from (f"{what} was reached" for what, end in facts["reached"].items() if end == "reached")
    yield from (f"there is a network interface {name}" for name in facts["interfaces"] if name != "lo")


def _powers(facts: dict[str, Any]) -> Iterator[str]:
    if facts["user"] == 0:
        yield "the solver is root"
    if facts["capabilities"]:
        yield f"the solver has capabilities: {facts['capabilities']:x}"
    if facts["no_new_privileges"] != "1":
        yield "the solver may gain privileges"


def unset(facts: dict[str, Any], here: Contained) -> Iterator[str]:
    """Limits as read from the inside that are not those asked for. What cannot be read was tried in K5.2."""
    limits = here.sandbox.limits
    asked = {"memory": limits.memory_bytes, "processes": limits.processes}
    for name, value in facts["limits"].items():
        if name in asked and value != str(asked[name]):
            yield f"the limit of {name} is {value}, not {asked[name]}"
        if value in ("max", "-1"):
            yield f"there is no limit of {name}"
    if facts["file_bytes"] != limits.output_bytes:
        yield f"the limit of a file is {facts['file_bytes']} bytes, not {limits.output_bytes}"


def _said(facts: dict[str, Any]) -> str:
    limits = ", ".join(f"{name} {value}" for name, value in facts["limits"].items())
    return f"user {facts['user']}, {facts['processes']} processes in sight, limits in force: {limits or 'not readable'}"


def _evaluator_runs(view: PackView) -> Finding:
    here = view.contained
    job = here.evaluator_job(view.pack_dir / layout.SAMPLES)
    problems = list(_reached(here.probe(job)))
    try:
        scores = run_contained(here.containers, job)
    except ContainerFaultError:
        raise
    except StalledError as fault:
        return judged([str(fault)], "")
    outside = view.trial.reports["sample submission"].scores
    problems += [f"{name} is scored otherwise than outside" for name in outside if scores.get(name) != outside[name]]
    said = f"offline in a container of its own in {here.containers.name}; the same scores as outside"
    return _finding(here.containers, problems, (), said)


def _same_again(view: PackView) -> Finding:
    first, again = view.contained.image, build_image(view.contained.containers, view.pack_dir, fresh=True)
    if isinstance(again, Unbuildable):
        return judged([f"the image does not build again: {again.reason}"], "")
    is_same = again.id == first.id
    problems = [] if is_same else [f"{path} of the image differs" for path in other_files(view, first, again)]
    differing = other_bytes(view)
    is_other_code = differing == [layout.LOCK.as_posix()] and view.lock.code_sha256 != code_versions()
    problems += [f"{path} of the pack differs" for path in differing if not is_other_code]
    if problems:
        return judged(problems, "")
    unsure = []
    if is_other_code:
        unsure.append(
            "the pack was built by another version of papergym; every file but the lock, which says so, is the same"
        )
    if not is_same:
        unsure.append(f"the files of the image are the same, its id is not: {again.id[:19]}")
    if view.write_again is None:
        unsure.append("the pack was not written again, since its sources are not at hand")
    return warned(unsure, f"every file of the pack, and the image {first.id[:19]}, are the same twice")


def other_files(view: PackView, first: Image, second: Image) -> list[str]:
    """Files of the layers that differ in name or content. Engines that stamp times give other ids to the same files."""
    return _differing(*(_digests(view, image) for image in (first, second)))


def _digests(view: PackView, image: Image) -> dict[str, bytes]:
    saved = view.scratch / "again.tar"
    view.contained.containers.save(image, saved)
    with open_archive(saved, image.base_layers) as archive:
        found = archive.digests
    saved.unlink()
    return found


def other_bytes(view: PackView) -> list[str]:
    """Files of the pack that are not the same when it is written again."""
    if view.write_again is None:
        return []
    folder = view.scratch / "again" / view.pack_dir.name
    folder.mkdir(parents=True)
    view.write_again(folder)
    return _differing(*({file.path: file.sha256 for file in listing(path)} for path in (view.pack_dir, folder)))


def _differing(before: Mapping[str, object], after: Mapping[str, object]) -> list[str]:
    return [path for path in sorted(before.keys() | after.keys()) if before.get(path) != after.get(path)]


def _finding(
    containers: Containers, problems: Iterable[str], limits: Iterable[str], fine: str, measures: Iterable[Measure] = ()
) -> Finding:
    """A limit that does not hold is a failure, unless it is known and agreed to: then it is a warning said aloud."""
    weak, broken = containers.weaknesses, tuple(limits)
    found = judged([*problems, *(() if weak else broken)], fine, measures)
    if not weak or found.status is CheckStatus.FAIL:
        return found
    return warned([f"{containers.name}: {weakness}" for weakness in (*weak, *broken)], fine, found.measures)


CHECKS = (
    Check("K5.1", "Image builds with a pinned base", _builds),
    Check("K5.2", "Solver runs offline, non-root, read-only and within limits", _solver_runs),
    Check("K5.3", "A probe finds network and evaluation/ out of reach", _out_of_reach),
    Check("K5.4", "Evaluator runs in its own container, offline", _evaluator_runs),
    Check("K5.5", "Second build from the lock gives the same bytes", _same_again),
)
