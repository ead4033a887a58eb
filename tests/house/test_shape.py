"""The house stays simple: short files, short functions, one member per file, found by its name."""

import ast
import statistics
import subprocess
from importlib import import_module

import pytest

from tests.flows.command import ROOT

FOLDERS = ("schemas", "prompts", "pipeline", "warehouse", "flows", "papergym")
FILES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
FAMILIES = {  # folder -> the name that every member file holds
    "pipeline/screen/rules": "RULE",
    "pipeline/screen/prefilter": "SIGNAL",
    "pipeline/metrics": "METRIC",
    "pipeline/metrics/oracles": "ORACLE",
    "pipeline/hosts": "HOST",
    "pipeline/verify/formats": "FORMAT",
    "pipeline/verify/proposers": "PROPOSER",
    "pipeline/verify/checks": "CHECK",
    "pipeline/verify/boundary": "RULE",
    "pipeline/review/checks": "CHECK",
    "warehouse/gates": "GATE",
}


def lengths() -> list[int]:
    """The number of lines of every function."""
    found = []
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                found.append((node.end_lineno or node.lineno) - node.lineno + 1)
    return found


def members(folder: str) -> dict[str, object]:
    """The members of a family by file name."""
    module = folder.replace("/", ".")
    found = {path.stem: import_module(f"{module}.{path.stem}") for path in (ROOT / folder).glob("[!_]*.py")}
    return {name: getattr(file, FAMILIES[folder]) for name, file in found.items() if hasattr(file, FAMILIES[folder])}


def test_files_are_short() -> None:
    assert {path.name: n for path in FILES if (n := len(path.read_text(encoding="utf-8").splitlines())) > 300} == {}


def test_functions_are_short() -> None:
    found = lengths()
    assert statistics.median(found) <= 10
    assert statistics.quantiles(found, n=10)[-1] <= 30
    assert max(found) <= 50


@pytest.mark.parametrize("folder", FAMILIES)
def test_a_family_has_one_member_per_file_and_each_is_its_own(folder: str) -> None:
    found = members(folder)
    assert len(found) >= 2
    assert len({id(member) for member in found.values()}) == len(found)


def test_the_repository_names_no_machine_path_and_no_index() -> None:
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
    text = [ROOT / name for name in tracked if name.endswith((".py", ".md", ".toml", ".lock", ".yaml", "Makefile"))]
    bad = (str(ROOT), "/" + "root/", "/" + "home/", "--index-" + "url ", "/sim" + "ple/")
    skipped = ("examples/", "tests/data/")
    hits = [
        (path.name, word)
        for path in text
        if path.is_file() and not str(path.relative_to(ROOT)).startswith(skipped)
        for word in bad
        if word in path.read_text(encoding="utf-8")
    ]
    assert hits == []
