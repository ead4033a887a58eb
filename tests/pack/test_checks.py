"""Each check fails for its own fault, and says what is wrong."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from pipeline.pack.checks import all_checks
from pipeline.pack.checks.check import Finding
from pipeline.pack.layout import DESCRIPTION_SECTIONS, README_SECTIONS
from pipeline.ports import Produced
from schemas.data import CheckStatus
from schemas.pack import PackCheck

Run = Callable[[Path, str], Finding]
Break = Callable[[Path], object]
INSTANCE = "enzyme_screen"


def edit(path: str, pattern: str, replacement: str) -> Break:
    """Replace the first match in a file; the pattern must be there."""

    def change(pack: Path) -> None:
        text, count = re.subn(pattern, replacement, (pack / path).read_text(), count=1)
        assert count == 1, f"{pattern} is not in {path}"
        (pack / path).write_text(text)

    return change


def remove(path: str) -> Break:
    return lambda pack: (pack / path).unlink()


def rewrite(path: str, change: Callable[[dict], object]) -> Break:  # type: ignore[type-arg]
    def apply(pack: Path) -> None:
        document = json.loads((pack / path).read_text())
        change(document)
        (pack / path).write_text(json.dumps(document))

    return apply


SPEC = (
    *("K0.1", "K0.2", "K0.3", "K0.4", "K0.5", "K1.1", "K1.2", "K1.3", "K1.4", "K1.5", "K1.6", "K1.7", "K1.8", "K1.9"),
    *("F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8"),
    *("K3.1", "K3.2", "K3.3", "K3.4", "K3.5", "K3.6", "K3.7", "K3.8"),
    *(
        "K4.1",
        "K4.2",
        "K4.3",
        "K4.4",
        "K4.5",
        "K4.6",
        "K4.7",
        "K4.8",
        "K4.9",
        "K4.10",
        "K4.11",
        "K4.12",
        "K4.13",
        "K4.14",
    ),
    *("K5.1", "K5.2", "K5.3", "K5.4", "K5.5"),
)


def test_the_checks_are_those_of_the_specification_in_its_order() -> None:
    assert tuple(check.check_id for check in all_checks()) == SPEC


def test_a_sound_pack_passes_all_that_is_looked_at(produced: Produced) -> None:
    checks = [record for record in produced.records if isinstance(record, PackCheck)]
    assert [check.check_id for check in checks if check.status in (CheckStatus.FAIL, CheckStatus.WARN)] == []
    skipped = [check for check in checks if check.status is CheckStatus.SKIPPED]
    assert [check.check_id for check in skipped] == ["F8", "K3.7", "K4.14", "K5.1", "K5.2", "K5.3", "K5.4", "K5.5"]
    assert all(check.reason for check in checks)


FAULTS: dict[str, tuple[str, Break, str]] = {
    "no README": ("K0.1", remove("problem/README.md"), "README.md is missing"),
    "a file that changed": ("K0.1", edit("problem/run.py", "Replace this", "Change this"), "not what the lock says"),
    "a file too many": ("K0.1", lambda pack: (pack / "problem/x.csv").write_text("a\n1\n"), "not in the lock"),
    "an instance without truth": ("K0.2", lambda pack: (pack / "problem/data/other").mkdir(), "other"),
    "an unknown domain": (
        "K0.3",
        edit("metadata.json", '"primary_domain": "[^"]+"', '"primary_domain": "Magic"'),
        "Magic|domain",
    ),
    "metadata with a word too many": ("K0.3", rewrite("metadata.json", lambda d: d.update(extra=1)), "extra"),
    "an evaluator that does not compile": (
        "K0.4",
        edit("evaluation/evaluator.py", "import csv", "import import"),
        "compile",
    ),
    "an import nobody provides": ("K0.5", edit("problem/run.py", "import os", "import os\nimport torch"), "torch"),
    "an evaluator that needs more": (
        "K0.5",
        edit("evaluation/evaluator.py", "import csv", "import csv\nimport rdkit"),
        "rdkit",
    ),
    "another version in the lock": (
        "K0.5",
        edit("environment/packages.json", r'"version": "2[^"]+"', '"version": "2.0.0"'),
        "numpy",
    ),
    "a package without a hash": (
        "K0.5",
        edit("environment/requirements.lock", r"six==(\S+) \\(\n    --hash=\S+( \\)?)+", r"six==\1"),
        "six",
    ),
    "a base without a digest": ("K0.5", edit("environment/Dockerfile", r"@sha256:[0-9a-f]{64}", ""), "digest"),
    "another task name": ("K1.1", edit("croissant.json", r'"name": "prediction', '"name": "other'), "croissant"),
    "another instance in run.py": (
        "K1.2",
        edit("problem/run.py", rf'INSTANCES = \["{INSTANCE}', 'INSTANCES = ["other'),
        "run.py",
    ),
    "another instance in the scores": ("K1.2", edit("evaluation/scoring.json", INSTANCE, "other"), "scoring.json"),
    "another metric in the README": ("K1.3", edit("problem/README.md", r"\| `accuracy`", "| `exactness`"), "exactness"),
    "another direction": (
        "K1.4",
        edit("metadata.json", '"metric_direction": "higher_is_better"', '"metric_direction": "lower_is_better"'),
        "metadata",
    ),
    "two primary metrics in the README": (
        "K1.5",
        edit("problem/README.md", r"\| `accuracy` ", "| `accuracy` (primary) "),
        "README",
    ),
    "another column in the sample": (
        "K1.6",
        edit(f"problem/sample_submission/{INSTANCE}/predictions.csv", "id,active", "id,answer"),
        "answer",
    ),
    "another file in the README": (
        "K1.6",
        lambda pack: (pack / "problem/README.md").write_text(
            (pack / "problem/README.md").read_text().replace("predictions.csv", "out.csv")
        ),
        "predictions.csv",
    ),
    "a truth with fewer rows": (
        "K1.7",
        edit(f"evaluation/ground_truth/{INSTANCE}/truth.csv", r"test_000001,\d\n", ""),
        "rows",
    ),
    "a truth with other ids": (
        "K1.7",
        edit(f"evaluation/ground_truth/{INSTANCE}/truth.csv", "test_000001", "test_x"),
        "ids",
    ),
    "the target in the test file": (
        "K1.7",
        edit(f"problem/data/{INSTANCE}/test.csv", "id,load,site", "id,load,active"),
        "target",
    ),
    "a file that is not drawn": ("K1.8", lambda pack: (pack / "problem/x.csv").write_text("a\n"), "x.csv is on disk"),
    "a file that is drawn only": (
        "K1.8",
        edit("problem/data_description.md", "├── run.py", "├── solve.py"),
        "solve.py is drawn",
    ),
    "a section of the description gone": (
        "K1.9",
        edit("problem/data_description.md", "## 4. Special Notes", "Notes"),
        "sections",
    ),
    "no training table": ("K3.1", remove(f"problem/data/{INSTANCE}/train.csv"), "train.csv"),
    "an output of the method among the sources": (
        "K3.2",
        rewrite("pack.lock.json", lambda d: [f.update(role="algorithm_output") for f in d["data"]]),
        "algorithm_output",
    ),
    "a section of the README gone": (
        "K3.3",
        edit("problem/README.md", "## 5. Output Format", "## 5. Format"),
        "Format",
    ),
    "no rule for ids": ("K3.4", edit("problem/README.md", "exactly once", "somehow"), "rule for ids"),
    "no INSTANCES": ("K3.5", edit("problem/run.py", rf'INSTANCES = \["{INSTANCE}"\]', "INSTANCES = []"), "empty"),
    "no SOTA": (
        "K3.6",
        rewrite("metadata.json", lambda d: d["performance_entries"][0]["metrics"][0].update(sota_score=[])),
        "no SOTA",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_fails_its_check_with_a_reason(pack: Path, check: Run, fault: str) -> None:
    check_id, change, said = FAULTS[fault]
    change(pack)
    finding = check(pack, check_id)
    assert finding.status is CheckStatus.FAIL
    assert re.search(said, " ".join((finding.reason, *finding.hits)))


def test_a_sota_at_the_optimum_is_said_to_be_out_of_reach(pack: Path, check: Run) -> None:
    edit("evaluation/scoring.json", '"sota": 0.9,', '"sota": 0.99,')(pack)
    finding = check(pack, "K3.8")
    assert finding.status is CheckStatus.WARN
    assert "above the SOTA" in finding.reason


def test_initial_data_left_out_is_a_warning(pack: Path, check: Run) -> None:
    rewrite("pack.lock.json", lambda d: d["data"][0].update(role="external_resource", is_used=False))(pack)
    assert check(pack, "K3.1").status is CheckStatus.WARN


def test_the_sections_are_those_of_the_specification() -> None:
    assert (len(README_SECTIONS), len(DESCRIPTION_SECTIONS)) == (6, 4)
