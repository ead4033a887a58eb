"""F3: sentences of the paper in the problem text."""

from pathlib import Path

from pipeline.leakage.visible import VisibleFile, visible_files
from pipeline.pack.firewall.hit import Hit, snippet
from pipeline.pack.firewall.secrets import Secrets
from pipeline.pack.firewall.shingles import shingles

RULE = "F3"
TITLE = "No thirteen words in a row are the paper's"


def scan(pack_dir: Path, secrets: Secrets) -> tuple[Hit, ...]:
    """The first overlap of every visible text with the body of the paper."""
    known = frozenset(secrets.shingles)
    prose = (file for file in visible_files(pack_dir) if file.is_prose)
    return tuple(hit for file in prose if (hit := _first(file, known, secrets.allowed)))


def _first(file: VisibleFile, known: frozenset[str], allowed: tuple[str, ...]) -> Hit | None:
    for offset, digest in shingles(file.text, allowed):
        if digest in known:
            return Hit(RULE, file.path, offset, "13-gram of the paper", snippet(file.text, offset, offset + 100))
    return None
