"""Without an engine: the sandbox of the kernel, what it holds back, and that it says what it does not."""

from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.adapters.bubblewrap import Bubblewrap, find
from pipeline.containers import Job, Limits, Ran, Sandbox
from pipeline.pack.checks import all_checks
from pipeline.pack.checks.view import PackView
from pipeline.pack.verification import find as find_check
from pipeline.scoring import Place, score
from schemas.data import CheckStatus
from schemas.errors import ContainerFaultError
from tests.containers.conftest import truth_of

LIMITS = Limits(memory_bytes=300 * 1024**2, cpus=1, processes=40, seconds=20, output_bytes=2**20)
MADE = "import os, time; from pathlib import Path; O = Path(os.environ['OUTPUT_DIR'], 'enzyme_screen'); O.mkdir()\n"


@pytest.fixture(scope="module")
def bubblewrap() -> Bubblewrap:
    try:
        return find()
    except ContainerFaultError as fault:
        pytest.skip(fault.message)


def run(bubblewrap: Bubblewrap, pack: Path, home: Path, source: str, **limits: float) -> Ran:
    (home / "solve.py").write_text(MADE + source)
    (home / "output").mkdir(exist_ok=True)
    mounts = {"/problem": pack / "problem", "/solve.py": home / "solve.py"}
    job = Job(("-B", "/solve.py"), mounts, replace(LIMITS, **limits), folders=("enzyme_screen",))
    return bubblewrap.run(job, home / "output")


def test_a_solver_answers_and_is_scored_offline(bubblewrap: Bubblewrap, clean: Path, tmp_path: Path) -> None:
    sample = "/problem/sample_submission/enzyme_screen/predictions.csv"
    ran = run(bubblewrap, clean, tmp_path, f"(O / 'predictions.csv').write_text(Path('{sample}').read_text())")
    assert ran.code == 0 and ran.transfer.copied == ("enzyme_screen/predictions.csv",)
    report = score(clean, tmp_path / "output", place=Place(bubblewrap, "", replace(LIMITS, memory_bytes=2**32)))
    assert report.instances[0].primary.value == 0.0 and report.attempt.sandbox.startswith("bwrap")


@pytest.mark.parametrize(
    ("source", "printed"),
    [
        (
            "import socket\ntry: socket.create_connection(('192.0.2.1', 80), 2); print('reached')\nexcept OSError: print('shut')",
            "shut",
        ),
        (
            "print(sum(p.name.isdigit() for p in Path('/proc').iterdir()) > 2, Path('/etc/shadow').exists())",
            "False False",
        ),
        ("print(os.getuid(), 'PIP_CERT' in os.environ)", "1000 False"),
        ("try: Path('/problem/x').touch(); print('written')\nexcept OSError: print('read-only')", "read-only"),
        ("try: Path('/x').touch(); print('written')\nexcept OSError: print('read-only')", "read-only"),
        ("try: (O / 'x').write_bytes(bytes(10**7)); print('written')\nexcept OSError: print('too large')", "too large"),
        ("try: bytearray(10**9); print('got')\nexcept MemoryError: print('refused')", "refused"),
    ],
)
def test_it_holds_back(bubblewrap: Bubblewrap, clean: Path, tmp_path: Path, source: str, printed: str) -> None:
    assert run(bubblewrap, clean, tmp_path, source).stdout.split("\n")[0].endswith(printed)


def test_the_truth_is_not_there(bubblewrap: Bubblewrap, clean: Path, tmp_path: Path) -> None:
    assert run(bubblewrap, clean, tmp_path, f"print(Path('{truth_of(clean)}').exists())").stdout == "False\n"


def test_links_and_late_writers_give_nothing(bubblewrap: Bubblewrap, clean: Path, tmp_path: Path) -> None:
    source = f"os.symlink('{truth_of(clean)}', O / 'predictions.csv')\n"
    source += "if os.fork() == 0:\n  os.setsid(); time.sleep(2); (O / 'late.csv').write_text('x'); os._exit(0)"
    ran = run(bubblewrap, clean, tmp_path, source)
    assert ran.transfer.copied == () and ran.transfer.refused == {"enzyme_screen/predictions.csv": "a symbolic link"}


def test_one_that_sleeps_for_ever_is_killed_with_its_children(
    bubblewrap: Bubblewrap, clean: Path, tmp_path: Path
) -> None:
    ran = run(bubblewrap, clean, tmp_path, "os.fork(); time.sleep(10**6)", seconds=2)
    assert ran.stopped_by == "time" and ran.seconds < 10


def test_the_checks_say_what_they_could_not_look_at_and_pass_nothing(bubblewrap: Bubblewrap, clean: Path) -> None:
    sandbox = Sandbox(bubblewrap, "", Limits(2**32, 2, 256, 60, 2**29))
    with PackView(clean, sandbox) as view:
        checks = [check for check in all_checks() if check.check_id.startswith(("K5", "F8"))]
        found = {check.check_id: find_check(view, check, {}) for check in checks}
    skipped, warned = CheckStatus.SKIPPED, CheckStatus.WARN
    assert {check_id: finding.status for check_id, finding in found.items()} == {
        **dict.fromkeys(("F8", "K5.1", "K5.5"), skipped), **dict.fromkeys(("K5.2", "K5.3", "K5.4"), warned)}  # fmt: skip
    assert all("bwrap" in finding.reason for finding in found.values())
