"""The README's promise, through the real command line and a real Prefect server: two examples and what must fall."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from pipeline.pack.files import listing
from tests.flows.command import ROOT, Shell
from tests.lmsuccsite_truth import METRICS, SCORES

LMSUCCSITE = ROOT / "examples" / "lmsuccsite" / "paper.pdf"
CRABNET = ROOT / "examples" / "crabnet"


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A warehouse with one run over all examples."""
    shell = Shell(tmp_path_factory.mktemp("examples"))
    done = shell.run("run", ROOT / "examples", "--run", "examples")
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return shell


@pytest.fixture(scope="module")
def audit(shell: Shell) -> Any:
    return shell.json("audit", LMSUCCSITE)


@pytest.fixture(scope="module")
def pack(shell: Shell) -> Path:
    (found,) = shell.json("build-pack", LMSUCCSITE)["papers"][0]["packs"]
    return Path(found)


def test_the_funnel_has_one_pack_one_question_and_twelve_rejections(shell: Shell) -> None:
    funnel = shell.json("funnel", "--run", "examples")
    counts = {outcome: count for outcome, count in funnel["outcomes"].items() if count}
    assert counts == {"packed": 1, "needs_review": 1, "rejected": 12}
    assert all(row["rule"] and row["category"] for row in funnel["rows"] if row["outcome"] == "rejected")


def test_every_score_of_the_sota_table_is_right(audit: Any) -> None:
    scores = {(score["method"], score["metric_id"]): score["value"] for score in audit["scores"]}
    assert scores == SCORES


def test_the_audit_leads_to_the_cell_on_its_page(audit: Any) -> None:
    (sota,) = [s for s in audit["scores"] if (s["method"], s["metric_id"]) == ("LMSuccSite", "matthews_correlation")]
    (evidence,) = sota["evidence"]
    assert evidence["quote"] == "0.36"
    assert (evidence["place"]["table"], evidence["place"]["column"], evidence["place"]["page"]) == (
        "Table 4",
        "MCC",
        10,
    )
    assert evidence["place"]["box"] is not None
    assert all(verdict["call"] == "pass" and verdict["evidence"] for verdict in audit["verdicts"])


@pytest.mark.parametrize(
    "words",
    [
        "4749 rows, 1 fewer than the paper's 4750",
        "253 rows, 1 fewer than the paper's 254",
        "2973 rows, 4 fewer than the paper's 2977",
        "9 of 3226 test rows have inputs that also stand in train",
        "2 of 123 groups",
        "223 of 4750 rows repeat the inputs of an earlier row",
        "P0CE49|27 (negative): R instead of K",
    ],
)
def test_the_data_report_names_what_a_careful_reader_finds(audit: Any, words: str) -> None:
    lines = [" ".join([check["reason"], *check["examples"]]) for check in audit["data_checks"]]
    assert [line for line in lines if words in line]


def test_a_second_run_adds_no_rows(shell: Shell, pack: Path) -> None:
    tables = ("units", "all_decisions", "all_papers", "all_scores", "all_verdicts", "all_pack_checks")
    count = "select " + ", ".join(f"(select count(*) from {table}) as {table}" for table in tables)
    before = shell.sql(count)
    assert shell.run("build-pack", LMSUCCSITE).returncode == 0
    assert shell.run("run", ROOT / "examples").returncode == 0
    assert shell.sql(count) == before


def test_a_deleted_pack_is_rebuilt_to_the_same_bytes(shell: Shell, pack: Path) -> None:
    before = {path.relative_to(pack): path.read_bytes() for path in pack.rglob("*") if path.is_file()}
    units = shell.sql("select count(*) as n from units")
    shutil.rmtree(pack)
    assert shell.run("build-pack", LMSUCCSITE, "--plain").returncode == 0
    assert {path.relative_to(pack): path.read_bytes() for path in pack.rglob("*") if path.is_file()} == before
    assert shell.sql("select count(*) as n from units") == units


def test_a_pack_is_rebuilt_from_its_lock_to_the_same_bytes(shell: Shell, pack: Path, tmp_path: Path) -> None:
    done = shell.run("rebuild", pack, "--paper", LMSUCCSITE, "--out", tmp_path / "again")
    assert (done.returncode, done.stdout) == (0, f"{pack.name}: the same bytes\n"), done.stderr
    assert listing(tmp_path / "again") == listing(pack)


def test_the_pack_verifies_and_skipped_is_not_passed(shell: Shell, pack: Path) -> None:
    checks = {check["check_id"]: check["status"] for check in shell.json("verify-pack", pack)}
    assert "fail" not in checks.values()
    assert {check for check in checks if check.startswith("K5")} == {f"K5.{n}" for n in range(1, 6)}
    assert {checks[f"K5.{n}"] for n in range(1, 6)} == {"skipped"}
    assert checks["K4.8"] == checks["K4.9"] == checks["F6"] == "pass"


def test_truth_scores_perfectly_and_the_sample_submission_badly(shell: Shell, pack: Path, tmp_path: Path) -> None:
    instance = next((pack / "evaluation" / "ground_truth").iterdir()).name
    (tmp_path / instance).mkdir()
    shutil.copy(pack / "evaluation" / "ground_truth" / instance / "truth.csv", tmp_path / instance / "predictions.csv")
    perfect = shell.json("score", pack, tmp_path)
    values = {metric["metric"]: metric["value"] for metric in perfect["instances"][0]["metrics"]}
    assert values == dict.fromkeys(METRICS, 1.0)
    sample = shell.json("score", pack, pack / "problem" / "sample_submission")
    primary = next(metric for metric in sample["instances"][0]["metrics"] if metric["is_primary"])
    assert (primary["metric"], primary["value"], primary["sota"]) == ("matthews_correlation", 0.0, 0.36)
    assert primary["standing"]["rank"] == 10


def test_an_empty_submission_has_a_reason_and_no_score(shell: Shell, pack: Path, tmp_path: Path) -> None:
    done = shell.run("score", pack, tmp_path)
    assert done.returncode == 3
    assert "no score" in done.stdout


def test_results_in_a_picture_wait_for_a_human_who_can_answer(shell: Shell, tmp_path: Path) -> None:
    paper = tmp_path / "paper.pdf"
    shutil.copy(CRABNET / "paper.pdf", paper)
    asked = shell.json("build-pack", paper)["papers"][0]
    assert asked["outcome"] == "needs_review"
    assert "Figure 1 (page 4)" in asked["reason"]
    assert {question["field"] for question in asked["questions"]} == {"settings", "metrics", "scores"}

    shutil.copy(CRABNET / "curation.example.yaml", tmp_path / "curation.yaml")
    assert shell.run("build-pack", paper).returncode == 0
    audit = shell.json("audit", "10.1038/s41524-021-00545-1")
    assert audit["outcome"] == "packed"
    assert {score["decider"]["by"] for score in audit["scores"]} == {"human"}
    assert {setting["decider"]["person"] for setting in audit["settings"]} == {"The papergym authors"}
