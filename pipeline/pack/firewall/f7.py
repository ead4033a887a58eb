"""F7: outputs of the method and traces of somebody's work."""

import json
import re
from pathlib import Path, PurePosixPath

from pipeline.leakage.visible import VisibleFile, visible_files
from pipeline.pack.firewall.hit import Hit
from pipeline.pack.firewall.secrets import Secrets

RULE = "F7"
TITLE = "No outputs of the method"

_SUFFIXES = {
    **dict.fromkeys(
        (
            ".pt",
            ".pth",
            ".ckpt",
            ".safetensors",
            ".onnx",
            ".keras",
            ".pb",
            ".tflite",
            ".pkl",
            ".pickle",
            ".joblib",
            ".model",
        ),
        "checkpoint or pickle",
    ),
    **dict.fromkeys((".log", ".out", ".err", ".tfevents"), "log"),
    **dict.fromkeys((".pyc", ".pyo", ".cache"), "cache"),
}
_FOLDERS = {
    **dict.fromkeys((".git", ".svn", ".hg"), "version control"),
    **dict.fromkeys(("__pycache__", ".cache", ".ipynb_checkpoints", ".pytest_cache"), "cache"),
    **dict.fromkeys(("checkpoints", "wandb", "mlruns", "lightning_logs", "runs", "logs"), "training run"),
}
_NAMES = re.compile(
    r"(?:^|[_\-.])(?:pred(?:s|ictions?|icted)?|outputs?|results?|logits|checkpoints?|weights|embeddings?|saved_model|"
    r"y_?pred|y_?hat|scores|metrics|history|tfevents)(?:[_\-.]|$)"
)
_TORCH_MEMBER = re.compile(r"!(?:.*/)?data\.pkl$")
_SAMPLE = re.compile(r"^problem/sample_submission/[^/]+/[^/]+$")


def scan(pack_dir: Path, secrets: Secrets) -> tuple[Hit, ...]:
    """Files that only a run of a method leaves behind; the sample submission is the one file of predictions."""
    files = (file for file in visible_files(pack_dir) if file.path.startswith("problem/"))
    # A `.git` may also be a file, which says where the repository lies.
    paths = (path for path in sorted((pack_dir / "problem").rglob("*")) if path.name in _FOLDERS)
    folders = [path for path in paths if path.is_dir() or path.name.startswith(".")]
    return (
        *(Hit(RULE, path.relative_to(pack_dir).as_posix(), 0, _FOLDERS[path.name], path.name) for path in folders),
        *(Hit(RULE, file.path, 0, kind, PurePosixPath(file.path).name) for file in files if (kind := _kind(file))),
    )


def _kind(file: VisibleFile) -> str | None:
    name = PurePosixPath(file.path).name.lower()
    if file.suffix in _SUFFIXES:
        return _SUFFIXES[file.suffix]
    if _TORCH_MEMBER.search(file.path) or (file.data[:1] == b"\x80" and file.data[-1:] == b"." and not file.is_prose):
        return "checkpoint or pickle"
    if file.suffix == ".ipynb":
        return "notebook with outputs" if _has_outputs(file.text) else None
    if _NAMES.search(name) and not _SAMPLE.match(file.path):
        return "predictions or results"
    return None


def _has_outputs(text: str) -> bool:
    try:
        cells = json.loads(text).get("cells", [])
    except (ValueError, AttributeError):
        return True
    return any(cell.get("outputs") for cell in cells if isinstance(cell, dict))
