"""A folder drawn as a tree of lines, and such a drawing read back."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

Nodes = dict[str, "Nodes"]

_BRANCH, _LAST, _DOWN, _BLANK = "├── ", "└── ", "│   ", "    "
_LINE = re.compile(r"^((?:│   |    )*)(?:├── |└── )(.+?)(/?)$")


def draw(root: str, paths: Iterable[str]) -> str:
    """The files under a root as a tree. Paths are posix paths relative to it; folders end in a slash."""
    nested: Nodes = {}
    for path in sorted(paths):
        node = nested
        for part in PurePosixPath(path).parts:
            node = node.setdefault(part, {})
    return "\n".join([f"{root}/", *_lines(nested, "")])


def _lines(node: Nodes, indent: str) -> Iterator[str]:
    for at, (name, children) in enumerate(node.items(), start=1):
        is_last = at == len(node)
        yield f"{indent}{_LAST if is_last else _BRANCH}{name}{'/' if children else ''}"
        yield from _lines(children, indent + (_BLANK if is_last else _DOWN))


def read(text: str) -> frozenset[str]:
    """The files of the first tree in a text, as posix paths relative to its root."""
    files: set[str] = set()
    folders: list[str] = []
    for line in text.splitlines():
        if match := _LINE.match(line):
            folders = folders[: len(match[1]) // len(_DOWN)]
            if match[3]:
                folders.append(match[2])
            else:
                files.add("/".join([*folders, match[2]]))
    return frozenset(files)


def files_under(folder: Path) -> list[str]:
    """The files below a folder as posix paths relative to it, sorted."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir())
