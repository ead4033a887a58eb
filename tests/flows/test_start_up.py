"""Commands that only look load no heavy library, which is what makes them answer at once."""

import subprocess
import sys

import pytest

from tests.flows.command import ROOT

HEAVY = ("great_expectations", "prefect", "pandas", "pyarrow", "pymupdf", "sklearn", "scipy", "numpy", "openai")
LOOKING = {
    "--help": "import flows.cli",
    "audit": "import flows.commands.audit, flows.show.audit, warehouse.audit, warehouse.store",
    "funnel": "import flows.commands.funnel, flows.show.funnel, warehouse.funnel, warehouse.store",
    "sql": "import flows.commands.sql, warehouse.sql, warehouse.store",
}


@pytest.mark.parametrize("command", LOOKING)
def test_no_heavy_library_is_loaded(command: str) -> None:
    code = f"{LOOKING[command]}\nimport sys\nprint(*(name for name in {HEAVY!r} if name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
