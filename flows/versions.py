"""The version of a stage: a digest of the code that can change what it says.

A unit of work is known by its input and this version, so a change in a rule makes its stage run again, and a change
in the command line does not.
"""

from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from schemas.outcome import Stage

_ROOT = Path(__file__).resolve().parent.parent
_ASKING = ("schemas", "prompts/library", "prompts/fence", "pipeline/asking")
_PARTS: dict[Stage, tuple[str, ...]] = {
    Stage.INTAKE: ("schemas", "pipeline/intake", "pipeline/adapters/pdf", "pipeline/adapters/grobid"),
    Stage.SCREEN: (
        *(*_ASKING, "prompts/screen", "pipeline/screen", "pipeline/results", "pipeline/metrics", "pipeline/hosts"),
        *("pipeline/offers", "pipeline/adapters/mirror", "pipeline/adapters/network"),
    ),
    Stage.EXTRACT: (
        *(*_ASKING, "prompts/extract", "pipeline/extract", "pipeline/results", "pipeline/metrics"),
        *("pipeline/screen", "pipeline/hosts", "pipeline/offers"),
    ),
    Stage.REVIEW: (
        *_ASKING,
        "prompts/review",
        "prompts/judge",
        "pipeline/review",
        "pipeline/results",
        "pipeline/metrics",
        *("pipeline/extract", "pipeline/screen", "pipeline/hosts", "pipeline/offers"),
    ),
    Stage.VERIFY: (
        *(*_ASKING, "prompts/choose", "pipeline/verify", "pipeline/metrics", "pipeline/hosts"),
        *("pipeline/adapters/mirror", "pipeline/adapters/network"),
        *("pipeline/adapters/downloads", "pipeline/adapters/unpack", "pipeline/adapters/members"),
    ),
    Stage.PACK: (
        *_ASKING,
        "prompts/write",
        "pipeline/pack",
        "pipeline/scoring",
        "pipeline/metrics",
        "pipeline/verify",
        "pipeline/leakage",
        *("pipeline/containers", "pipeline/adapters/engine", "pipeline/adapters/bubblewrap"),
        *("pipeline/hosts", "pipeline/intake/suspicions"),
    ),
}
_TABLES = ("pandas", "numpy", "pyarrow", "h5py", "openpyxl", "pillow", "scipy")
_LIBRARIES: dict[Stage, tuple[str, ...]] = {
    Stage.INTAKE: ("pymupdf", "pymupdf4llm", "pymupdf-layout", "lxml"),
    Stage.VERIFY: (*_TABLES, "biopython", "datasketch"),
    Stage.PACK: (*_TABLES, "scikit-learn"),
}


@cache
def stage_version(stage: Stage, with_prompts: bool = True) -> str:
    """Twelve hex digits over the stage's sources, templates and the libraries that shape its output."""
    digest = sha256()
    for part in _PARTS[stage]:
        for path in _sources(part):
            if path.parent.name == "prompts" and path.suffix == ".md" and not with_prompts:
                continue
            digest.update(path.relative_to(_ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    for library in _LIBRARIES.get(stage, ()):
        digest.update(f"{library}=={version(library)}".encode())
    return digest.hexdigest()[:12]


def _sources(part: str) -> list[Path]:
    base = _ROOT / part
    found = base.rglob("*") if base.is_dir() else base.parent.glob(base.name + "*")
    return sorted(path for path in found if path.suffix in {".py", ".j2", ".md", ".json"})
