"""A NatureBench task package, as its public runner takes it.

The runner (eval_service.py of that project) imports `evaluation/evaluator.py` in a fresh interpreter with OUTPUT_DIR
set, calls `run_evaluation()` and prints one JSON object; it reads `metadata.json` for the primary metric, direction and
SOTA of each instance, and builds `environment/Dockerfile.v3`.
"""

from collections.abc import Iterator
from pathlib import Path

from pipeline.pack import layout
from pipeline.pack.exporters.exporter import Exported, Exporter, copies


def export(pack_dir: Path) -> Iterator[Exported]:
    """The package without what is papergym's own (scoring, leaderboard, locks, firewall). Samples stay."""
    yield from copies(pack_dir, "problem", "problem")
    yield from copies(pack_dir, str(layout.EVALUATOR), str(layout.EVALUATOR))
    yield from copies(pack_dir, str(layout.GROUND_TRUTH), str(layout.GROUND_TRUTH))
    yield from copies(pack_dir, "environment", "environment")
    yield Exported("environment/Dockerfile.v3", source=pack_dir / layout.DOCKERFILE)
    yield from copies(pack_dir, "licenses", "licenses")
    yield Exported("metadata.json", source=pack_dir / layout.METADATA)


EXPORTER = Exporter("naturebench", "NatureBench task package", export)
