"""Writing the curation file beside a paper: one decision more, and every comment kept."""

import shutil
from io import StringIO
from pathlib import Path
from typing import Any

from flows.curation_file import curation_path
from flows.decisions import Decision, Made, checked, put
from schemas.errors import StalledError, UsageError

_WIDTH = 118


def amend(paper: Path, decision: Decision) -> tuple[Path, Made]:
    """Put a decision into the curation file of a paper; return the file. It is replaced in one step, or not at all.

    A paper that shares its folder, and so its `curation.yaml`, with others gets a file of its own, which starts as a
    copy: a decision on one paper is none on its neighbours.
    """
    start = curation_path(paper)
    target = _target(paper, start)
    tree = _read(start, decision)
    made = put(tree, decision)
    text = _text(tree)
    checked(_plain(text))
    _write(target, text)
    return target, made


def _target(paper: Path, start: Path | None) -> Path:
    own = paper.with_name(f"{paper.stem}.curation.yaml")
    if start == own or _neighbours(paper):
        return own
    return start or paper.with_name("curation.yaml")


def _neighbours(paper: Path) -> list[Path]:
    """The other papers in the folder of a paper."""
    from pipeline.intake.discover import discover

    found = (path for path in discover((paper, paper.parent)) if path.parent == paper.parent)
    return [path for path in found if path.stem != paper.stem]


def _read(path: Path | None, decision: Decision) -> Any:
    """The tree of a file with its comments, or that of a new one signed by the first who decides."""
    from ruamel.yaml.comments import CommentedMap
    from ruamel.yaml.error import YAMLError

    if path is None:
        return CommentedMap({"by": decision.by, "date": decision.date})
    try:
        tree = _yaml().load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, YAMLError) as error:
        problem = " ".join(str(error).split())
        raise UsageError(f"{path}: cannot be read: {problem}", "mend it first") from None
    if not isinstance(tree, dict):
        raise UsageError(f"{path}: is no curation file", "the fields are those of schemas/curation.py")
    return tree


def _yaml() -> Any:
    from ruamel.yaml import YAML

    kind = YAML()
    kind.preserve_quotes = True
    kind.width = _WIDTH
    kind.indent(mapping=2, sequence=4, offset=2)
    return kind


def _text(tree: Any) -> str:
    stream = StringIO()
    _yaml().dump(tree, stream)
    return stream.getvalue()


def _plain(text: str) -> Any:
    """The text as later runs will read it."""
    import yaml

    return yaml.safe_load(text)


def _write(path: Path, text: str) -> None:
    draft = path.with_name(f".{path.name}.draft")
    try:
        draft.write_text(text, encoding="utf-8")
        if path.exists():
            shutil.copymode(path, draft)
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise StalledError(f"{path} cannot be written: {error.strerror}", "make its folder writable") from error
