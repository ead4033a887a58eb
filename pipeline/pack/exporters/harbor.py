"""A Harbor task (schema 1.4): the agent's image, a separate verifier without network, and a solution that computes.

Rewards: `reward` is the mean gap to the paper's scores over the instances (0 = on a par, -1 for an instance without a
valid submission), as `papergym score` gives it; beside it stands every metric as `<instance>.<metric>`.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pipeline.pack import layout
from pipeline.pack.checks.scripts import read_interface
from pipeline.pack.exporters.exporter import Exported, Exporter, copies, read_json, render
from pipeline.scoring.model import ScoringFile

_SOLVERS = Path(__file__).resolve().parents[1] / "solvers"
_SOLVER = "nearest_neighbours"
_CPUS = {"low": 2, "medium": 4, "high": 16}
_SECONDS = {"short": 3600, "moderate": 4 * 3600, "long": 12 * 3600}


def export(pack_dir: Path) -> Iterator[Exported]:
    """Everything of the task; the ground truth only below `tests/`."""
    metadata = read_json(pack_dir, layout.METADATA)
    values = _values(pack_dir, metadata)
    yield Exported("task.toml", render("harbor_task.toml", **values))
    yield Exported("instruction.md", render("harbor_instruction.md", **values))
    yield Exported("environment/Dockerfile", render("harbor_agent.Dockerfile", **values))
    yield from copies(pack_dir, str(layout.REQUIREMENTS), "environment/requirements.lock")
    yield from copies(pack_dir, "problem", "environment/problem")
    yield Exported("tests/Dockerfile", render("harbor_verifier.Dockerfile", **values))
    yield from copies(pack_dir, str(layout.REQUIREMENTS), "tests/requirements.lock")
    yield from copies(pack_dir, str(layout.EVALUATOR), "tests/evaluator.py")
    yield from copies(pack_dir, str(layout.GROUND_TRUTH), "tests/ground_truth")
    yield Exported("tests/marks.json", _marks(pack_dir))
    yield Exported("tests/reward.py", render("harbor_reward.py"))
    yield Exported("tests/test.sh", render("harbor_test.sh"), is_executable=True)
    yield Exported("solution/solve.sh", render("harbor_solve.sh", **values), is_executable=True)
    yield from (Exported(f"solution/solvers/{path.name}", source=path) for path in sorted(_SOLVERS.glob("*.py")))
    yield from copies(pack_dir, "licenses", "licenses")


def _values(pack_dir: Path, metadata: dict[str, Any]) -> dict[str, Any]:
    needs = metadata["compute_resource_requirements"]
    interface = read_interface((pack_dir / layout.EVALUATOR).read_text(encoding="utf-8"))
    asked = {one.name: [one.kind, one.classes[-1] if one.classes else ""] for one in interface.instances}
    return {
        "name": metadata["task_name"],
        "keywords": metadata["domain_metadata"]["keywords"],
        "domain": metadata["domain_metadata"]["primary_domain"],
        "cpus": _CPUS[needs["cpu"]["level"]],
        "gpus": 0 if needs["gpu"]["level"] == "none" else 1,
        "seconds": _SECONDS[needs["runtime"]["level"]],
        "base": _base(pack_dir),
        "brief": (pack_dir / layout.README).read_text(encoding="utf-8"),
        "solver": _SOLVER,
        "asked": json.dumps(asked),
    }


def _base(pack_dir: Path) -> str:
    """The pinned base image of the pack's own Dockerfile."""
    lines = (pack_dir / layout.DOCKERFILE).read_text(encoding="utf-8").splitlines()
    return next(line.removeprefix("ARG BASE=") for line in lines if line.startswith("ARG BASE="))


def _marks(pack_dir: Path) -> str:
    """What the verifier needs to turn scores into the reward: direction and SOTA of the primary metric."""
    scoring = ScoringFile.model_validate(read_json(pack_dir, layout.SCORING))
    marks = {
        instance.instance: {
            "metric": metric.metric,
            "sign": metric.direction.sign,
            "sota": metric.sota,
            "optimum": metric.optimum,
        }
        for instance in scoring.instances
        for metric in instance.metrics
        if metric.metric == scoring.primary_metric and metric.sota is not None
    }
    return json.dumps(marks, indent=1) + "\n"


EXPORTER = Exporter("harbor", "Harbor task with a separate verifier", export)
