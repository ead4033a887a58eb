"""The version of a stage covers every file that the stage's code imports, so that no change is taken for old news."""

import ast
from pathlib import Path

import pytest

from flows.versions import _PARTS, _ROOT
from schemas.outcome import Stage

START = {Stage.INTAKE: "pipeline.intake", Stage.VERIFY: "pipeline.verify", Stage.PACK: "pipeline.pack"}
START |= {Stage.SCREEN: "pipeline.screen", Stage.EXTRACT: "pipeline.extract", Stage.REVIEW: "pipeline.review"}
SHAPES_NOTHING = {"pipeline/ports.py", "pipeline/__init__.py"}


def imported(path: Path) -> set[Path]:
    """The files of pipeline that a file imports."""
    found: set[Path] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("pipeline"):
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            found |= {file for name in names for file in files_of(name)}
    return found


def files_of(module: str) -> list[Path]:
    base = _ROOT / module.replace(".", "/")
    return [path for path in (base.with_suffix(".py"), base / "__init__.py") if path.is_file()]


def closure(start: Path) -> set[Path]:
    """Every file that the files of a folder import, directly or not."""
    seen: set[Path] = set()
    waiting = set(start.rglob("*.py"))
    while waiting:
        path = waiting.pop()
        seen.add(path)
        shapes = path.relative_to(_ROOT).as_posix() not in SHAPES_NOTHING
        waiting |= imported(path) - seen if shapes else set()
    return seen


@pytest.mark.parametrize("stage", list(Stage))
def test_a_stage_s_version_covers_what_its_code_imports(stage: Stage) -> None:
    names = {path.relative_to(_ROOT).as_posix() for path in closure(_ROOT / START[stage].replace(".", "/"))}
    missing = {name for name in names - SHAPES_NOTHING if not name.startswith(_PARTS[stage])}
    assert missing == set()
