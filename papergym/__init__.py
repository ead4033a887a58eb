"""papergym: turns papers into verified machine-learning tasks. The code lives in the five folders beside this one."""

import sys
from pathlib import Path

_HERE = Path(__file__).resolve().parent
_APP = _HERE / "_app" if (_HERE / "_app").is_dir() else _HERE.parent
if str(_APP) not in sys.path:
    sys.path.insert(0, str(_APP))


def main() -> None:
    """Run the command line."""
    from flows.cli import main as run

    run()
