"""K0: the files themselves."""

import re
from collections.abc import Iterator
from pathlib import Path

from pipeline.pack import layout
from pipeline.pack.checks.check import Check, Finding, PackFaultError, judged
from pipeline.pack.checks.scripts import parse
from pipeline.pack.checks.view import PackView
from pipeline.pack.environment import locked_versions
from pipeline.pack.evaluator import third_party_imports
from pipeline.pack.files import listing

_DIGEST = re.compile(r"^(?:ARG \w+=|FROM )\S+@sha256:[0-9a-f]{64}\b", re.MULTILINE)
_PORTABLE = re.compile(r"[A-Za-z0-9._-]+")
_OURS = ("problem", "evaluation", "environment")
"""Folders whose names are made here; licences keep the names that their owners gave them."""

_HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}(?![0-9a-f])")
_INSTALL = re.compile(r"\b(?:pip3?|uv|conda|mamba) (?:\w+ )*install\b[^\n&;|]*")
_INDEX = re.compile(r"https?://|--(?:extra-)?index-url|--find-links")


def _required(view: PackView) -> Finding:
    missing = [f"{path} is missing" for path in layout.REQUIRED if not (view.pack_dir / path).is_file()]
    return judged(
        (*missing, *(_changed(view) if not missing else ()), *_odd(view)),
        "every required file is there, as the lock has it",
    )


def _odd(view: PackView) -> Iterator[str]:
    """Links, which may lead out of the pack or tie two files, and names that not every system takes alike."""
    seen: dict[tuple[int, int], Path] = {}
    for path in sorted(view.pack_dir.rglob("*")):
        name, status = path.relative_to(view.pack_dir), path.lstat()
        if path.is_symlink():
            yield f"{str(name)!a} is a link to {path.readlink()}"
        elif path.is_file() and seen.setdefault((status.st_dev, status.st_ino), name) != name:
            yield f"{str(name)!a} is the same file as {str(seen[status.st_dev, status.st_ino])!a} (a hard link)"
        if name.parts[0] in _OURS and not _PORTABLE.fullmatch(path.name):
            yield f"{str(name)!a} is no portable name: use letters, digits, '.', '_' and '-'"


def _changed(view: PackView) -> Iterator[str]:
    locked = {file.path: file.sha256 for file in view.lock.files}
    found = {file.path: file.sha256 for file in listing(view.pack_dir) if file.path != layout.LOCK.as_posix()}
    yield from (f"{path} is in the lock, not in the pack" for path in sorted(locked.keys() - found.keys()))
    yield from (f"{path} is in the pack, not in the lock" for path in sorted(found.keys() - locked.keys()))
    yield from (
        f"{path} is not what the lock says" for path in sorted(locked) if found.get(path, locked[path]) != locked[path]
    )


def _same_sides(view: PackView) -> Finding:
    visible = set(view.instances)
    root = view.pack_dir / layout.GROUND_TRUTH
    hidden = {path.name for path in root.iterdir()} if root.is_dir() else set()
    odd = [f"{name} is on one side only" for name in sorted(visible ^ hidden)]
    none = [] if visible else ["there is no instance"]
    return judged((*none, *odd), f"the same {len(visible)} instances on both sides")


def _metadata(view: PackView) -> Finding:
    entries = view.metadata.performance_entries
    return judged((), f"metadata.json fits its schema and vocabularies, with {len(entries)} entries")


def _compiles(view: PackView) -> Finding:
    parse(view.text(layout.EVALUATOR), layout.EVALUATOR.name)
    return judged((), "the evaluator compiles")


def _environment(view: PackView) -> Finding:
    packages = _packages(view)
    problems = [*_unprovided(view, packages), *_unpinned(view, packages)]
    return judged(problems, f"every import is provided by {len(packages)} packages, pinned with hashes")


def _packages(view: PackView) -> list[tuple[str, str, str]]:
    """(pip name, import name, version) of packages.json."""
    try:
        return [(p["pip"], p["import"], p["version"]) for p in view.json(layout.PACKAGES)["task_packages"]]
    except (KeyError, TypeError) as error:
        raise PackFaultError(f"{layout.PACKAGES} is not a list of pip, import and version") from error


def _unprovided(view: PackView, packages: list[tuple[str, str, str]]) -> Iterator[str]:
    provided = {module for _, module, _ in packages}
    problem = view.pack_dir / "problem"
    scripts = [layout.EVALUATOR, *(path.relative_to(view.pack_dir) for path in sorted(problem.rglob("*.py")))]
    local = {path.stem for path in problem.rglob("*.py")}
    for script in scripts:
        source = view.text(script)
        parse(source, script.name)
        for module in third_party_imports(source):
            if module not in provided | local:
                yield f"{script} imports {module}, which no package of packages.json provides"


def _unpinned(view: PackView, packages: list[tuple[str, str, str]]) -> Iterator[str]:
    lock, dockerfile = view.text(layout.REQUIREMENTS), view.text(layout.DOCKERFILE)
    versions = locked_versions(lock)
    for name, _, version in packages:
        if versions.get(name) != version:
            yield f"{name} is {version} in packages.json and {versions.get(name, 'absent')} in requirements.lock"
    entries = re.split(r"^(?=[\w.-]+==)", lock, flags=re.MULTILINE)[1:]
    yield from (f"{entry.split()[0]} has no hash" for entry in entries if not _HASH.search(entry))
    yield from (f"a hash of {entry.split()[0]} is none" for entry in entries if _bad_hashes(entry))
    if not _DIGEST.search(dockerfile):
        yield "the Dockerfile names its base without a digest"
    installs = _INSTALL.findall(dockerfile.replace("\\\n", " "))
    if not installs or not all("requirements.lock" in line and "--require-hashes" in line for line in installs):
        yield "the Dockerfile installs something else than requirements.lock with its hashes"
    if _INDEX.search(lock) or _INDEX.search(dockerfile):
        yield "the environment names a package index"


def _bad_hashes(entry: str) -> bool:
    return entry.count("--hash=") != len(_HASH.findall(entry))


CHECKS = (
    Check("K0.1", "Required files", _required),
    Check("K0.2", "Same instances on both sides", _same_sides),
    Check("K0.3", "Metadata fits its schema", _metadata),
    Check("K0.4", "Evaluator compiles", _compiles),
    Check("K0.5", "Environment resolves", _environment),
)
