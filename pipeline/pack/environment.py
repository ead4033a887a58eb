"""The environment of a pack: Python packages at the versions of our own lock, with hashes, on a pinned base image."""

import json
import re
from collections.abc import Iterator
from functools import cache

from pipeline.pack.render import TEMPLATES, render
from schemas.base import Part

PYTHON = "3.11"
BASE = "python:3.11-slim@sha256:9c900dea9e8fb7e16277c179b555cc72d29a352dbc33cff48ad5a0412fd5bfc7"

IMPORTS = {"numpy": "numpy", "pandas": "pandas", "scikit-learn": "sklearn", "scipy": "scipy"}
"""The packages a task may import, by their name for pip."""

_SUPPORT = ("cloudpickle", "joblib", "narwhals", "python-dateutil", "six", "threadpoolctl")
_ENTRY = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>[^\s;\\]+)(?: ; (?P<marker>[^\\]+?))?\s*\\?$")
_MARKER = re.compile(r"python_full_version (<|>=) '(\d+)\.(\d+)'")


class PythonPackage(Part):
    """A package by its names for pip and for `import`, at one version."""

    pip: str
    import_name: str
    version: str


@cache
def requirements() -> str:
    """The lock of the environment. It is kept beside the templates, and a test holds it to the project's own lock."""
    return (TEMPLATES / "requirements.lock").read_text()


@cache
def python_packages() -> tuple[PythonPackage, ...]:
    """The packages a task may import."""
    versions = locked_versions(requirements())
    return tuple(PythonPackage(pip=n, import_name=module, version=versions[n]) for n, module in IMPORTS.items())


def locked_versions(lock: str) -> dict[str, str]:
    """Version by package name of a lock in pip's format."""
    entries = (match for line in lock.splitlines() if (match := _ENTRY.match(line)))
    return {entry["name"]: entry["version"] for entry in entries}


def subset(lock: str) -> str:
    """The entries of a lock that the environment needs under its Python, markers resolved and left out."""
    kept: list[str] = []
    for match, hashes in _entries(lock):
        if match["name"] in (*IMPORTS, *_SUPPORT) and _applies(match["marker"]):
            kept += [f"{match['name']}=={match['version']} \\", *hashes]
    return "\n".join(kept) + "\n"


def _entries(lock: str) -> Iterator[tuple[re.Match[str], list[str]]]:
    match: re.Match[str] | None = None
    hashes: list[str] = []
    for line in [*lock.splitlines(), ""]:
        if line.startswith("    --hash="):
            hashes.append(line)
        elif not line.lstrip().startswith("#"):
            if match:
                yield match, hashes
            match, hashes = _ENTRY.match(line), []


def _applies(marker: str | None) -> bool:
    ours = tuple(map(int, PYTHON.split(".")))
    bounds = _MARKER.findall(marker or "")
    return all((ours < (int(a), int(b))) == (operator == "<") for operator, a, b in bounds)


def dockerfile() -> str:
    """The Dockerfile: the base by digest, and nothing but the locked packages on it."""
    return render("Dockerfile", base=BASE)


def packages_json() -> str:
    """packages.json: what comes with the base image, and what the task may import."""
    packages = [{"pip": p.pip, "import": p.import_name, "version": p.version} for p in python_packages()]
    return json.dumps({"from_base": [f"python=={PYTHON}"], "task_packages": packages}, indent=2) + "\n"
