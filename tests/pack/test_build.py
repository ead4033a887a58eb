"""A pack is built whole or not at all, always the same, and lies where its checks put it."""

import json
import re
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from pipeline.adapters.store import FileStore
from pipeline.pack import build, verify_pack
from pipeline.pack.environment import locked_versions, python_packages, requirements, subset
from pipeline.pack.files import EPOCH, listing, sha256_of
from pipeline.pack.lock import read_lock
from pipeline.pack.metadata import PrimaryDomain, domain_of
from pipeline.pack.output import contract_of, scorable
from pipeline.pack.placing import place
from pipeline.pack.plan import make_plan, public_names, public_phrase
from pipeline.pack.write import write_pack
from pipeline.ports import Produced
from schemas.curation import Brief, Curation
from schemas.data import CheckStatus
from schemas.errors import UsageError
from schemas.outcome import Call, Stage
from schemas.pack import Pack, PackCheck
from tests.pack.cases import Case, crabnet, lmsuccsite, metric

GOLDEN = Path(__file__).parents[1] / "golden" / "pack"
ROOT = Path(__file__).parents[2]


def written(case: Case, store: FileStore, folder: Path, curation: Curation | None = None) -> Path:
    """A pack that is written and not verified."""
    plan, unscored = scorable(make_plan(case.paper, case.task, case.recipes, case.files, store, curation))
    pack = folder / plan.pack_id
    pack.mkdir(parents=True)
    write_pack(plan, pack, store, unscored)
    return pack


def test_a_sound_pack_advances_and_is_recorded(produced: Produced, clean: Path) -> None:
    pack, *checks = produced.records
    assert (produced.decision.call, produced.decision.stage) == (Call.ADVANCE, Stage.PACK)
    assert isinstance(pack, Pack)
    assert (pack.pack_id, pack.instances, pack.primary_metric) == (
        clean.name,
        ("enzyme_screen",),
        "matthews_correlation",
    )
    assert pack.files == listing(clean)
    assert all(isinstance(check, PackCheck) and check.pack_id == clean.name for check in checks)


def test_nothing_of_the_work_is_left_beside_the_pack(clean: Path) -> None:
    assert {path.name for path in clean.parent.iterdir()} == {clean.name, ".lock", "_status"}
    assert not list(clean.rglob("__pycache__"))


def test_the_tree_is_the_golden_one(clean: Path) -> None:
    tree = "".join(f"{file.path}\n" for file in listing(clean)).replace(clean.name, "<pack_id>")
    assert tree == (GOLDEN / "tree.txt").read_text()


@pytest.mark.parametrize("name", ["README.md", "data_description.md", "run.py"])
def test_what_the_solver_reads_is_the_golden_text(clean: Path, name: str) -> None:
    text = (clean / "problem" / name).read_text()
    versions = "|".join(re.escape(package.version) for package in python_packages())
    assert re.sub(versions, "<version>", text) == (GOLDEN / f"{name}.txt").read_text()


def test_two_builds_give_the_same_bytes_and_times(case: Case, store: FileStore, clean: Path, tmp_path: Path) -> None:
    again = written(case, store, tmp_path)
    assert listing(again) == listing(clean)
    assert {path.stat().st_mtime for path in [again, *again.rglob("*")]} == {EPOCH}


def test_the_order_of_the_inputs_does_not_matter(case: Case, store: FileStore, clean: Path, tmp_path: Path) -> None:
    turned = replace(case, files=case.files[::-1])
    assert listing(written(turned, store, tmp_path)) == listing(clean)


def test_the_lock_names_every_file_and_source(clean: Path, case: Case) -> None:
    lock = read_lock(clean)
    assert {file.path for file in lock.files} == {file.path for file in listing(clean)} - {"pack.lock.json"}
    assert all(sha256_of(clean / file.path) == file.sha256 for file in lock.files)
    assert {(file.path, file.is_used) for file in lock.data} == {
        ("train.csv", True),
        ("test.csv", True),
        ("LICENSE", False),
    }
    assert lock.paper.sha256 == case.paper.source.sha256
    assert set(lock.code_sha256) == {"leakage", "metrics", "pack", "scoring", "verify"}


def test_a_second_build_of_the_same_leaves_the_pack_alone_and_another_is_replaced(tmp_path: Path) -> None:
    def made(folder: str, text: str) -> Path:
        pack = tmp_path / folder / "p"
        pack.mkdir(parents=True)
        (pack / "a").write_text(text)
        return pack

    root = tmp_path / "packs"
    first = place(made("1", "x"), root)
    inode = first.stat().st_ino
    assert place(made("2", "x"), root).stat().st_ino == inode
    assert place(made("3", "y"), root).stat().st_ino != inode
    assert (root / "p" / "a").read_text() == "y"
    assert [path.name for path in root.iterdir()] == ["p"]


def test_a_leak_sends_the_pack_to_a_human(case: Case, store: FileStore, tmp_path: Path) -> None:
    """The brief of the curation names the method: the pack is kept apart, and the question says what and where."""
    brief = Brief(scientific_problem="Enzymes are sorted as ZymoFormer does.", task_objective="Tell which are active.")
    curation = Curation(by="A. Curator", date=date(2026, 1, 2), brief=brief)
    out = build(case.paper, case.task, case.recipes, case.files, store, tmp_path / "packs", curation)
    assert (out.decision.call, out.decision.rule, out.decision.category) == (Call.REVIEW, "F2", "pack_check")
    assert [(question.field, question.rule) for question in out.decision.questions] == [("brief", "F2")]
    assert "problem/README.md" in out.decision.reason
    assert not list((tmp_path / "packs").glob("prediction*"))
    (kept,) = (tmp_path / "packs/_unverified").glob("prediction_*")
    assert "ZymoFormer" in (kept / "problem/README.md").read_text()


def test_without_a_recipe_a_human_is_asked(case: Case, store: FileStore, tmp_path: Path) -> None:
    out = build(case.paper, case.task, (), case.files, store, tmp_path)
    assert (out.decision.call, out.decision.category, out.records) == (Call.REVIEW, "not_packable", ())
    assert out.decision.questions[0].field == "recipes"


def test_a_recipe_that_its_files_do_not_bear_out_is_a_question(case: Case, store: FileStore, tmp_path: Path) -> None:
    recipe = case.recipes[0].model_copy(update={"target": "missing"})
    out = build(case.paper, case.task, (recipe,), case.files, store, tmp_path)
    assert out.decision.call is Call.REVIEW
    assert "no column 'missing'" in out.decision.reason


def test_a_primary_metric_that_cannot_be_scored_is_a_question(case: Case, store: FileStore, tmp_path: Path) -> None:
    task = case.task.model_copy(update={"metrics": (metric("mae", primary=True, lower=True), metric("accuracy"))})
    out = build(case.paper, task, case.recipes, case.files, store, tmp_path)
    assert (out.decision.call, out.decision.questions[0].field) == (Call.REVIEW, "metrics")
    assert "mae needs values" in out.decision.reason


def test_another_metric_that_cannot_be_scored_is_left_out_and_locked(
    case: Case, store: FileStore, tmp_path: Path
) -> None:
    task = case.task.model_copy(update={"metrics": (*case.task.metrics, metric("rmse", lower=True))})
    pack = written(replace(case, task=task), store, tmp_path)
    assert set(read_lock(pack).unscored_metrics) == {"rmse"}
    assert "rmse" not in (pack / "problem/README.md").read_text()


def test_a_metric_of_probabilities_asks_for_probabilities(case: Case, store: FileStore, tmp_path: Path) -> None:
    task = case.task.model_copy(update={"metrics": (*case.task.metrics, metric("auroc"))})
    pack = written(replace(case, task=task), store, tmp_path)
    readme = (pack / "problem/README.md").read_text()
    assert "0 to 1: the probability of the class `1`" in readme
    assert "from a probability of 0.5 on" in readme


def test_names_of_instances_do_not_name_the_method(case: Case) -> None:
    assert public_names(case.task, ["Plate Screen", "zymoformer test", "plate-screen", "ZF"]) == {
        "Plate Screen": "plate_screen",
        "zymoformer test": "instance_2",
        "plate-screen": "instance_3",
        "ZF": "instance_4",
    }


def test_a_phrase_that_names_the_method_is_not_used(case: Case, store: FileStore) -> None:
    setting = case.task.settings[0].model_copy(update={"task": "enzyme activity with ZymoFormer"})
    assert public_phrase(setting, case.task) == ""
    task = case.task.model_copy(update={"settings": (setting,)})
    plan = make_plan(case.paper, task, case.recipes, case.files, store, None)
    assert plan.phrase == "Classification"
    assert re.fullmatch(r"classification_[0-9a-f]{8}", plan.pack_id)


def test_the_contract_says_what_the_tables_hold(case: Case, store: FileStore) -> None:
    plan = make_plan(case.paper, case.task, case.recipes, case.files, store, None)
    (instance,) = contract_of(plan).instances
    assert (instance.id_column, instance.target_column, instance.classes) == ("id", "active", ("0", "1"))
    assert instance.n_rows == len(plan.instances[0].truth) == 40


def test_the_environment_is_a_part_of_our_own_lock() -> None:
    """Rebuild with `subset` of pipeline.pack.environment when requirements.lock changes."""
    assert requirements() == subset((ROOT / "requirements.lock").read_text())
    assert locked_versions(requirements()).keys() >= {"numpy", "pandas", "scikit-learn", "scipy"}


def test_a_folder_without_a_lock_is_no_pack(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no pack"):
        verify_pack(tmp_path)


def test_a_pack_with_broken_files_is_judged_not_raised(pack: Path) -> None:
    """Every JSON file is garbage: the checks that need one fail, those that run things are skipped."""
    for name in ("metadata.json", "croissant.json", "evaluation/scoring.json", "firewall.json"):
        (pack / name).write_text("{")
    (pack / "evaluation/evaluator.py").write_text("def (")
    status = {check.check_id: check.status for check in verify_pack(pack)}
    assert {status[check_id] for check_id in ("K0.1", "K0.3", "K0.4", "K1.1", "F1", "F7")} == {CheckStatus.FAIL}
    assert {status[check_id] for check_id in status if check_id.startswith("K4.")} == {CheckStatus.SKIPPED}


def test_the_croissant_describes_every_table(clean: Path) -> None:
    document = json.loads((clean / "croissant.json").read_text())
    assert document["conformsTo"] == "http://mlcommons.org/croissant/1.0"
    for entry in document["distribution"]:
        assert sha256_of(clean / entry["contentUrl"]) == entry["sha256"]
    files = {entry["@id"] for entry in document["distribution"]}
    fields = [field for record_set in document["recordSet"] for field in record_set["field"]]
    assert {field["source"]["fileObject"]["@id"] for field in fields} == files
    assert {field["name"]: field["dataType"] for field in fields}["enzyme_screen/train/load"] == "sc:Float"


def test_licences_and_attribution_are_for_the_operator(clean: Path) -> None:
    text = (clean / "licenses/ATTRIBUTION.txt").read_text()
    assert "10.9999/zymo.2024.17" in text
    assert (clean / "licenses/https_zenodo_org_records_1234567/LICENSE").read_text().startswith("MIT")


@pytest.fixture(scope="module")
def succinylation(store: FileStore, home: Path) -> Produced:
    case = lmsuccsite(store)
    return build(case.paper, case.task, case.recipes, case.files, store, home / "examples")


def test_the_first_example_is_packed(succinylation: Produced, home: Path) -> None:
    assert succinylation.decision.call is Call.ADVANCE, succinylation.decision.reason
    (pack,) = (home / "examples").glob("prediction_of_protein_succinylation_sites_*")
    readme = (pack / "problem/README.md").read_text()
    assert "| `independent_test` | 9499 | none | 3226 |" in readme
    assert "9 test rows have the same inputs as a training row" in (pack / "problem/data_description.md").read_text()
    assert domain_of(lmsuccsite(FileStore(home / "store")).paper, "") is PrimaryDomain.BIOLOGY


def test_plain_baselines_score_what_a_careful_reader_measured(succinylation: Produced) -> None:
    """NOTICE.md: logistic regression 0.197 and gradient boosting 0.206 MCC on one-hot windows; a constant 0."""
    pack = succinylation.records[0]
    assert isinstance(pack, Pack)
    found = {(r.solver, r.metric): r.value for r in pack.baselines}
    assert found["dummy", "matthews_correlation"] == 0.0
    assert found["linear", "matthews_correlation"] == pytest.approx(0.197, abs=0.03)
    assert found["linear", "accuracy"] == pytest.approx(0.655, abs=0.02)
    assert found["gradient_boosting", "matthews_correlation"] == pytest.approx(0.206, abs=0.05)


def test_the_second_example_is_written_without_a_leak(store: FileStore, tmp_path: Path) -> None:
    from pipeline.pack.firewall import firewall_rules
    from pipeline.pack.firewall.secrets import load

    pack = written(crabnet(store), store, tmp_path)
    assert [hit for rule in firewall_rules() for hit in rule.scan(pack, load(pack))] == []
    scoring = json.loads((pack / "evaluation/scoring.json").read_text())
    floors = {entry["instance"]: entry["metrics"][0]["floor"] for entry in scoring["instances"]}
    assert floors["mp_bulk_modulus"] == pytest.approx(60.588, abs=1e-3)
    assert "| `mp_shear_modulus` | 4328 | 928 | 928 |" in (pack / "problem/README.md").read_text()
