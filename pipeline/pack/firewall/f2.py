"""F2: names of the proposed method and its variants."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from pipeline.leakage.folding import fold, name_pattern, squeezed
from pipeline.leakage.visible import VisibleFile, visible_files
from pipeline.pack.firewall.hit import Hit, snippet
from pipeline.pack.firewall.secrets import Secrets

RULE = "F2"
TITLE = "The method is not named"

_LONG = 5
"""From this many letters on a name is sought inside other words too; shorter ones only as words in their own case."""


def scan(pack_dir: Path, secrets: Secrets) -> tuple[Hit, ...]:
    """Names in prose, data, file names and column names, the pack's own name among them."""
    files = visible_files(pack_dir)
    return (*_named("", pack_dir.name, secrets), *(hit for file in files for hit in _hits(file, secrets)))


def _hits(file: VisibleFile, secrets: Secrets) -> Iterator[Hit]:
    yield from _named(file.path, file.path, secrets)
    yield from _named(file.path, file.header, secrets)
    for name in secrets.methods:
        if match := _search(name, file):
            yield Hit(RULE, file.path, match.start(), f"method name {name!r}", snippet(file.text, *match.span()))


def _search(name: str, file: VisibleFile) -> re.Match[str] | None:
    if len(squeezed(name)) < _LONG:
        return re.search(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])", file.text)
    return name_pattern(name, whole=not file.is_prose).search(file.folded)


def names_method(label: str, methods: Iterable[str]) -> re.Match[str] | None:
    """Where a label holds the name of a method: a long name inside any word, a short one as a part of its own."""
    patterns = (name_pattern(name, whole=len(squeezed(name)) < _LONG) for name in methods)
    return next((match for pattern in patterns if (match := pattern.search(fold(label)))), None)


def _named(path: str, label: str, secrets: Secrets) -> Iterator[Hit]:
    """Hits in a file, column or pack name."""
    for name in secrets.methods:
        if match := names_method(label, [name]):
            kind = f"method name {name!r} in a name"
            yield Hit(RULE, path or label, match.start(), kind, snippet(label, *match.span()))
