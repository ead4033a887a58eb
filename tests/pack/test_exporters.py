"""Packs in the forms of other tools. `harbor lint` runs where harbor is installed (`make setup-harbor`)."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from pipeline.pack.exporters import all_exporters, write_export
from pipeline.pack.files import listing
from pipeline.scoring import score
from schemas.errors import UsageError

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "golden" / "export"
Export = Callable[[str], Path]


@pytest.fixture
def export(clean: Path, tmp_path: Path) -> Export:
    def write(name: str) -> Path:
        write_export(all_exporters()[name], clean, tmp_path / name)
        return tmp_path / name

    return write


def answers(pack: Path) -> set[str]:
    """The files that hold the truth, by name."""
    return {path.name for path in (pack / "evaluation" / "ground_truth").rglob("*.csv")}


@pytest.mark.parametrize("name", sorted(all_exporters()))
def test_the_files_of_an_export_are_as_agreed(name: str, export: Export) -> None:
    files = [file.path for file in listing(export(name))]
    assert files == (GOLDEN / f"{name}.txt").read_text().splitlines()


@pytest.mark.parametrize("name", sorted(all_exporters()))
def test_the_same_pack_gives_the_same_bytes_and_times(name: str, clean: Path, tmp_path: Path) -> None:
    for target in ("one", "two"):
        write_export(all_exporters()[name], clean, tmp_path / target)
    assert listing(tmp_path / "one") == listing(tmp_path / "two")
    assert {path.stat().st_mtime for path in (tmp_path / "one").rglob("*")} == {315_619_200}


@pytest.mark.parametrize(("name", "where"), [("harbor", "tests"), ("naturebench", "evaluation")])
def test_the_truth_lies_only_where_the_solver_does_not_look(name: str, where: str, export: Export, clean: Path) -> None:
    folder = export(name)
    found = [path.relative_to(folder) for path in folder.rglob("*") if path.name in answers(clean)]
    assert {path.parts[0] for path in found} == {where}


@pytest.mark.parametrize("name", ["croissant", "huggingface"])
def test_a_data_export_holds_no_truth(name: str, export: Export, clean: Path) -> None:
    assert not [path for path in export(name).rglob("*") if path.name in answers(clean)]


@pytest.mark.parametrize("name", ["task.toml", "environment/Dockerfile", "tests/Dockerfile"])
def test_harbor_texts_are_as_agreed(name: str, export: Export) -> None:
    assert (export("harbor") / name).read_text() == (GOLDEN / f"harbor_{name.replace('/', '_')}.txt").read_text()


def test_a_harbor_task_has_no_network_in_all_three_places(export: Export) -> None:
    task = tomllib.loads((export("harbor") / "task.toml").read_text())
    assert task["schema_version"] == "1.4"
    places = (task["environment"], task["agent"], task["verifier"]["environment"])
    assert {place["network_mode"] for place in places} == {"no-network"}
    assert task["verifier"]["environment_mode"] == "separate"


def test_harbor_lint_is_clean(export: Export) -> None:
    harbor = shutil.which("harbor") or shutil.which("harbor", path=ROOT / ".venv-harbor" / "bin")
    if harbor is None:
        pytest.skip("harbor is not installed; `make setup-harbor` installs it (needs Python 3.12)")
    told = subprocess.run(
        [harbor, "lint", "--select", "ALL", "--json", str(export("harbor"))],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (told.returncode, json.loads(told.stdout)) == (0, []), told.stderr


def rewards(task: Path, output: Path, logs: Path) -> dict[str, float]:
    """What tests/test.sh does, with this machine's folders in place of those in the verifier's image."""
    logs.mkdir(exist_ok=True)
    script = (task / "tests" / "test.sh").read_text()
    for name, folder in (("/workspace/output", output), ("/logs/verifier", logs), ("/tests/", f"{task}/tests/")):
        script = script.replace(name, str(folder))
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    subprocess.run(["sh", "-c", script], check=True, env={"PATH": path}, capture_output=True, timeout=120)
    found: dict[str, float] = json.loads((logs / "reward.json").read_text())
    assert float((logs / "reward.txt").read_text()) == found["reward"]
    return found


@pytest.mark.parametrize("submission", ["sample", "truth", "nothing"])
def test_harbor_gives_the_reward_that_papergym_scores(
    submission: str, export: Export, clean: Path, tmp_path: Path
) -> None:
    output = tmp_path / "output"
    output.mkdir()
    if submission == "sample":
        shutil.copytree(clean / "problem" / "sample_submission", output, dirs_exist_ok=True)
    if submission == "truth":
        hand_in_truth(clean, output)
    ours = score(clean, output)
    found = rewards(export("harbor"), output, tmp_path / "logs")
    assert found["reward"] == pytest.approx(ours.gap)
    for instance in ours.instances:
        for metric in instance.metrics:
            assert found.get(f"{instance.instance}.{metric.metric}") == metric.value


def hand_in_truth(pack: Path, output: Path) -> None:
    """The ground truth in the form of a submission."""
    for truth in (pack / "evaluation" / "ground_truth").glob("*/truth.csv"):
        sample = next((pack / "problem" / "sample_submission" / truth.parent.name).iterdir())
        (output / truth.parent.name).mkdir()
        shutil.copyfile(truth, output / truth.parent.name / sample.name)


def test_harbors_solution_computes(export: Export, clean: Path, tmp_path: Path) -> None:
    task = export("harbor")
    script = (task / "solution" / "solve.sh").read_text()
    script = script.replace("/workspace/problem", str(task / "environment" / "problem"))
    script = script.replace("/workspace/output", str(tmp_path / "out")).replace(
        '"$(dirname "$0")"', str(task / "solution")
    )
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    subprocess.run(["sh", "-c", script], check=True, env={"PATH": path}, timeout=300)
    assert all(instance.error is None for instance in score(clean, tmp_path / "out").instances)


_RUNNER = """
import importlib.util, json, sys
spec = importlib.util.spec_from_file_location("evaluator", sys.argv[1])
module = importlib.util.module_from_spec(spec)
sys.modules["evaluator"] = module
spec.loader.exec_module(module)
print("===EVAL_RESULT_JSON===" + json.dumps(module.run_evaluation()))
"""
"""The contract of the NatureBench runner: import, call, one JSON object behind a marker."""


def test_the_naturebench_contract_gives_the_numbers_of_our_runner(export: Export, clean: Path, tmp_path: Path) -> None:
    package, output = export("naturebench"), clean / "problem" / "sample_submission"
    told = subprocess.run(
        [sys.executable, "-I", "-c", _RUNNER, str(package / "evaluation" / "evaluator.py")],
        env={"OUTPUT_DIR": str(output)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    found = json.loads(told.stdout.split("===EVAL_RESULT_JSON===")[1])
    ours = {i.instance: {m.metric: m.value for m in i.metrics} for i in score(clean, output).instances}
    assert {name: {m: values[m] for m in ours[name]} for name, values in found.items()} == ours


def test_naturebench_reads_direction_and_sota_as_we_mean_them(export: Export) -> None:
    """Its runner takes `metric_direction == "higher_is_better"` for higher, and every other word for lower."""
    metadata = json.loads((export("naturebench") / "metadata.json").read_text())
    scoring = {}
    for entry in metadata["performance_entries"]:
        (primary,) = [metric for metric in entry["metrics"] if metric["is_primary"]]
        scoring[entry["dataset_name"]] = primary
    assert all(primary["metric_direction"] == "higher_is_better" for primary in scoring.values())
    assert all(primary["sota_score"][0]["value"] for primary in scoring.values())


def test_croissant_is_valid_and_reads_every_row(export: Export, clean: Path) -> None:
    mlcroissant = pytest.importorskip("mlcroissant")
    folder = export("croissant")
    dataset = mlcroissant.Dataset(folder / "croissant.json")
    for record_set in dataset.metadata.record_sets:
        rows = sum(1 for _ in dataset.records(record_set.id))
        assert rows == len((clean / "problem" / "data" / f"{record_set.id}.csv").read_text().splitlines()) - 1


def test_the_dataset_card_names_a_configuration_per_instance(export: Export) -> None:
    folder = export("huggingface")
    _, front, text = (folder / "README.md").read_text().split("---\n", 2)
    card = yaml.safe_load(front)
    for configuration in card["configs"]:
        for entry in configuration["data_files"]:
            assert (folder / entry["path"]).is_file()
    assert "withheld" in text


def test_an_export_needs_a_pack_and_a_new_folder(clean: Path, tmp_path: Path) -> None:
    exporter = all_exporters()["naturebench"]
    with pytest.raises(UsageError, match="is no pack"):
        write_export(exporter, tmp_path, tmp_path / "out")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    with pytest.raises(UsageError, match="not empty"):
        write_export(exporter, clean, tmp_path / "full")


def test_links_in_a_pack_are_not_followed(pack: Path, tmp_path: Path) -> None:
    (pack / "problem" / "data" / "link.csv").symlink_to("/etc/passwd")
    write_export(all_exporters()["naturebench"], pack, tmp_path / "out")
    assert not (tmp_path / "out" / "problem" / "data" / "link.csv").exists()


def test_the_command_line_offers_every_exporter() -> None:
    from flows.cli_packs import FORMS

    assert set(FORMS) == set(all_exporters())
