"""The wheel carries the five folders under `papergym/_app`, works from there, and drops nothing flat."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.flows.command import ROOT


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def test_nothing_lies_flat_in_site_packages(unpacked: Path) -> None:
    assert {path.name for path in unpacked.iterdir() if not path.name.endswith(".dist-info")} == {"papergym"}


def test_every_file_of_the_checkout_that_is_not_python_is_carried_too(unpacked: Path) -> None:
    wanted = {path.relative_to(ROOT) for path in (ROOT / "pipeline").rglob("*.j*2")} | {
        path.relative_to(ROOT) for path in (ROOT / "pipeline").rglob("*.jinja")
    }
    assert wanted
    assert all((unpacked / "papergym" / "_app" / path).is_file() for path in wanted)


def test_the_installed_command_builds_nothing_but_works(unpacked: Path, tmp_path: Path) -> None:
    code = f"import sys; sys.path[:] = [p for p in sys.path if p not in ('', {str(ROOT)!r})]\n"
    code += f"sys.path.insert(0, {str(unpacked)!r})\nimport papergym, flows.cli\n"
    code += "assert '_app' in flows.cli.__file__, flows.cli.__file__\nsys.argv = ['papergym', 'run', 'paper.xml']\n"
    code += "sys.argv += ['--plain', '--json']\npapergym.main()"
    paper = ROOT / "examples" / "rejected" / "plos-pbio.1001044.xml"
    (tmp_path / "paper.xml").write_bytes(paper.read_bytes())
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 3, done.stderr
    assert '"outcome": "rejected"' in done.stdout
