"""kill -9 at random moments: nothing committed is lost, and the end is that of an undisturbed run."""

import shutil
import time
from pathlib import Path

from tests.flows.command import ROOT, Shell
from tests.flows.kills import kill_and_resume, outcomes

REJECTED = ROOT / "examples" / "rejected"
SMALL = (
    "plos-pbio.1001044.xml",
    "pclm.0000068.xml",
    "s41598-023-36799-6.md",
    "PMC8885717.xml",
    "rescience-3069619.pdf",
)


def small_folder(folder: Path) -> Path:
    folder.mkdir()
    for name in SMALL:
        shutil.copy(REJECTED / name, folder)
    return folder


def test_kills_lose_nothing(tmp_path: Path) -> None:
    report = kill_and_resume(tmp_path, small_folder(tmp_path / "papers"), kills=4, seed=7, plain=True)
    assert report.lost == 0
    assert report.same_as_undisturbed


def test_two_runs_at_once_keep_every_row_once(tmp_path: Path) -> None:
    papers = small_folder(tmp_path / "papers")
    both, alone = Shell(tmp_path / "both"), Shell(tmp_path / "alone")
    running = [both.start("run", papers, "--plain", "--run", name) for name in ("first", "second")]
    for process in running:
        _, errors = process.communicate(timeout=300)
        assert process.returncode == 3, errors
    alone.run("run", papers, "--plain")
    assert outcomes(both) == outcomes(alone)
    assert both.sql("select count(*) as n from run_units") == [{"n": 4 * len(SMALL)}]


def test_ctrl_c_keeps_what_was_committed(tmp_path: Path) -> None:
    shell = Shell(tmp_path / "var")
    process = shell.start("run", small_folder(tmp_path / "papers"), "--plain")
    assert process.stderr is not None
    while not process.stderr.readline().startswith("screen"):
        time.sleep(0.01)
    process.send_signal(2)
    _, errors = process.communicate(timeout=60)
    assert process.returncode in {130, 3}
    assert "Traceback" not in errors
    assert shell.sql("select count(*) as n from all_papers") == [{"n": len(SMALL)}]
