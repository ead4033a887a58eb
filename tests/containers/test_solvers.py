"""Solvers that misbehave: each has a defined end, and none of what they do is a score."""

from dataclasses import replace
from pathlib import Path

import pytest

from pipeline.containers import Containers, Image, Job, Limits, Ran
from pipeline.pack import layout
from pipeline.scoring import Place, score
from schemas.errors import StalledError
from tests.containers.conftest import truth_of

LIMITS = Limits(memory_bytes=200 * 1024**2, cpus=1, processes=40, seconds=20, output_bytes=8 * 1024**2)
INSTANCE = "enzyme_screen"
MADE = f"import os, sys, time; from pathlib import Path; O = Path(os.environ['OUTPUT_DIR'], '{INSTANCE}'); O.mkdir()\n"
ANSWERS = (
    "(O / 'predictions.csv').write_text(Path('/problem/sample_submission/enzyme_screen/predictions.csv').read_text())\n"
)


class Solver:
    """Runs a solver's source on the small pack, and scores what it left."""

    def __init__(self, containers: Containers, image: Image, pack: Path, home: Path) -> None:
        self.containers, self.image, self.pack, self.home = containers, image, pack, home

    def run(self, source: str, folders: tuple[str, ...] = (INSTANCE,), **limits: float) -> Ran:
        (self.home / "solve.py").write_text(MADE + source)
        (self.home / "output").mkdir()
        mounts = {"/problem": self.pack / "problem", "/solve.py": self.home / "solve.py"}
        bounds = replace(LIMITS, **limits)
        job = Job(("-B", "/solve.py"), mounts, bounds, folders=folders, image=self.image.id)
        return self.containers.run(job, self.home / "output")

    def scored(self) -> tuple[float | None, str]:
        """(value of the primary metric, why there is none)."""
        place = Place(self.containers, self.image.id, replace(LIMITS, memory_bytes=2**30))
        report = score(self.pack, self.home / "output", place=place)
        assert report.attempt.sandbox.startswith(self.containers.name.split()[0])
        return report.instances[0].primary.value, report.instances[0].error or ""


@pytest.fixture
def solver(containers: Containers, image: Image, clean: Path, tmp_path: Path) -> Solver:
    return Solver(containers, image, clean, tmp_path)


def test_a_solver_that_answers_is_scored(solver: Solver) -> None:
    ran = solver.run(ANSWERS + "print('done')")
    assert (ran.code, ran.stdout, ran.stopped_by) == (0, "done\n", "")
    assert ran.transfer.copied == (f"{INSTANCE}/predictions.csv",)
    assert solver.scored() == (0.0, "")


def test_a_fork_bomb_meets_the_limit_and_ends_with_the_time(solver: Solver) -> None:
    ran = solver.run("while True:\n  try: os.fork()\n  except OSError: pass", seconds=4)
    assert (ran.code, ran.stopped_by) == (None, "time")
    assert solver.scored()[0] is None


def test_memory_is_cut_off(solver: Solver) -> None:
    ran = solver.run("x = bytearray(10**9); print(len(x))")
    assert (ran.code, ran.stopped_by, ran.stdout) == (None, "memory", "")
    assert "memory" in ran.fault


def test_the_disk_is_not_filled(solver: Solver) -> None:
    """One file may be 8 MB; many count against the memory, since the output lies there, or against its size."""
    one = "try: (O / 'x').write_bytes(bytes(10**8))\nexcept OSError as e: print(e.errno)\n"
    ran = solver.run(one + "for n in range(1000): (O / f'{n}').write_bytes(bytes(8 * 10**6))")
    assert ran.stopped_by == "memory" or "No space left on device" in ran.fault
    assert ran.stdout in ("27\n", "")


def test_sockets_lead_nowhere(solver: Solver) -> None:
    source = "import socket\nfor where in (('127.0.0.1', 22), ('192.0.2.1', 80), ('example.org', 80)):\n"
    source += (
        "  try: socket.create_connection(where, 2); print('reached')\n  except OSError as e: print(type(e).__name__)"
    )
    assert "reached" not in solver.run(source).stdout


def test_proc_tells_of_no_other_process_and_no_answer(solver: Solver) -> None:
    source = "print([p.name for p in Path('/proc').iterdir() if p.name.isdigit()]); print(os.environ)\n"
    source += "[Path(p).read_bytes() for p in ('/proc/self/mountinfo', '/proc/self/environ')]\n"
    source += "try: print(Path('/proc/1', 'root', 'evaluation').exists(), Path('/proc/kcore').read_bytes()[:4])\n"
    source += "except OSError as e: print(type(e).__name__)"
    ran = solver.run(source)
    assert ran.stdout.splitlines()[0] == "['1']"
    assert "True" not in ran.stdout and "PIP_CERT" not in ran.stdout


def test_one_that_sleeps_for_ever_is_killed(solver: Solver) -> None:
    ran = solver.run(ANSWERS + "time.sleep(10**6)", seconds=3)
    assert (ran.code, ran.stopped_by) == (None, "time") and ran.seconds < 15


def test_one_that_ignores_signals_is_killed(solver: Solver) -> None:
    ran = solver.run("import signal\nfor s in (2, 15): signal.signal(s, signal.SIG_IGN)\ntime.sleep(10**6)", seconds=3)
    assert ran.stopped_by == "time" and ran.seconds < 15


def test_a_gigabyte_of_print_is_drained_and_cut(solver: Solver) -> None:
    ran = solver.run("for _ in range(1024): sys.stdout.buffer.write(b'x' * 2**20)\nprint('end')", seconds=60)
    assert ran.code == 0 and len(ran.stdout) < 20 * 2**20 and ran.stdout.endswith("end\n")


def test_nothing_is_written_after_the_exit(solver: Solver) -> None:
    late = "if os.fork() == 0:\n  os.setsid(); time.sleep(3); (O / 'predictions.csv').write_text('late'); os._exit(0)\n"
    ran = solver.run(late)
    assert ran.code == 0 and ran.transfer.copied == ()
    assert solver.scored()[0] is None


NO_FILES = {
    "pipe": ("os.mkfifo(F / 'predictions.csv')", "not a regular file"),
    "link": (
        "os.symlink('/evaluation/ground_truth/enzyme_screen/truth.csv', F / 'predictions.csv')",
        "a symbolic link",
    ),
    "linked_folder": ("F.rmdir(); os.symlink('/evaluation/ground_truth/enzyme_screen', F)", "a symbolic link"),
    "hard_link": ("(F / 'a').write_text('id'); os.link(F / 'a', F / 'predictions.csv')", "a hard link"),
    "socket": ("import socket; socket.socket(socket.AF_UNIX).bind(str(F / 'predictions.csv'))", ""),
    "folder": ("(F / 'predictions.csv').mkdir()", "not a regular file"),
    "unreadable": ("(F / 'predictions.csv').write_text('id'); (F / 'predictions.csv').chmod(0)", ""),
    "file_for_folder": ("F.rmdir(); F.write_text('id')", "no folder"),
    "traversal": ("(F / '../../predictions.csv').resolve().touch()", ""),
    "sparse": ("(F / 'predictions.csv').open('wb').truncate(10**12)", ""),
}


def test_what_is_no_plain_file_in_its_place_is_not_taken(solver: Solver) -> None:
    """Each in a folder of its own; what the kernel forbids leaves nothing, the rest is refused with a reason."""
    lines = [
        f"F = O.parent / '{name}'; F.mkdir()\ntry: {code}\nexcept OSError: pass" for name, (code, _) in NO_FILES.items()
    ]
    ran = solver.run("\n".join(lines), folders=tuple(NO_FILES))
    assert ran.code == 0
    harmless = ("sparse", "hard_link")  # as large as a file may be, and the first name of a file of its own
    assert [path for path in ran.transfer.copied if not path.startswith(harmless)] == []
    for name, (_, reason) in NO_FILES.items():
        told = [why for path, why in ran.transfer.refused.items() if path.split("/")[0] == name]
        assert told == ([reason] if reason else []), name
    assert all(path.is_file() or path.is_dir() for path in (solver.home / "output").rglob("*"))
    assert not any(path.is_symlink() for path in (solver.home / "output").rglob("*"))


def test_a_link_to_the_truth_is_no_score(solver: Solver) -> None:
    solver.run("os.symlink('/evaluation/ground_truth/enzyme_screen/truth.csv', O / 'predictions.csv')")
    value, error = solver.scored()
    assert value is None and "missing" in error


def test_a_stale_score_or_reward_counts_for_nothing(solver: Solver) -> None:
    forged = '{"enzyme_screen": {"accuracy": 1.0, "matthews_correlation": 1.0}}'
    solver.run(
        f"for n in ('score.json', 'reward.json'):\n  (O / n).write_text({forged!r}); (O.parent / n).write_text({forged!r})"
    )
    assert solver.scored()[0] is None


def test_the_truth_cannot_be_read_or_linked_to(solver: Solver) -> None:
    path = truth_of(solver.pack)
    source = f"for p in ('{path}', '/evaluation', '{layout.GROUND_TRUTH}'):\n  print(Path(p).exists())\n"
    source += f"try: os.link('{path}', O / 'predictions.csv')\nexcept OSError as e: print(type(e).__name__)"
    assert solver.run(source).stdout.split() == ["False", "False", "False", "FileNotFoundError"]


def test_the_problem_and_the_system_cannot_be_changed(solver: Solver) -> None:
    source = "for p in ('/problem/run.py', '/problem/new', '/etc/passwd', '/usr/x', '/solve.py'):\n"
    source += "  try: open(p, 'a').write('x'); print('written')\n  except OSError as e: print(e.errno)\n"
    source += "try: os.setuid(0); print('root')\nexcept OSError: print('not root')"
    assert set(solver.run(source).stdout.split("\n")) <= {"30", "13", "1", "not root", ""}


def test_codes_of_the_engine_itself_are_the_programs_own(solver: Solver) -> None:
    for code in (125, 126, 127):
        ran = solver.containers.run(Job(("-c", f"raise SystemExit({code})"), {}, LIMITS, image=solver.image.id))
        assert (ran.code, ran.stopped_by) == (code, "")


def test_an_evaluator_that_fails_or_hangs_is_no_score(solver: Solver, pack: Path) -> None:
    solver.run(ANSWERS)
    place = Place(solver.containers, solver.image.id, replace(LIMITS, memory_bytes=2**30, seconds=60))
    for source, said in (
        ("raise SystemExit(3)", "ended with code 3"),
        ("import time; time.sleep(99)", "ran out of time"),
        ("x = bytearray(4 * 10**9)", "killed"),
        ("print('[1]')", "not of the form"),
        ("import urllib.request as u; u.urlopen('http://192.0.2.1', timeout=3)", "ended with code 1"),
    ):
        (pack / layout.EVALUATOR).write_text(source)
        with pytest.raises(StalledError, match=said):
            score(pack, solver.home / "output", timeout_seconds=3 if "sleep" in source else 60, place=place)
