"""Score many submissions in one process: `python battery.py EVALUATOR < jobs.json`. Stands alone.

Jobs are {name: folder}; the answer is {name: {"code": exit code, "report": what the evaluator printed}}.
"""

import contextlib
import importlib.util
import io
import json
import os
import sys
import tempfile
from typing import Any


def load(path: str) -> Any:
    """The evaluator as a module."""
    spec = importlib.util.spec_from_file_location("evaluator", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["evaluator"] = module
    spec.loader.exec_module(module)
    return module


def score(module: Any, folder: str) -> dict[str, Any]:
    """One call of the evaluator's entry point, as from the shell."""
    printed = io.StringIO()
    with tempfile.TemporaryDirectory() as scores, contextlib.redirect_stdout(printed):
        os.environ.update(OUTPUT_DIR=folder, SCORE_DIR=scores)
        code = module.main()
    return {"code": code, "report": json.loads(printed.getvalue())}


if __name__ == "__main__":
    evaluator = load(sys.argv[1])
    print(json.dumps({name: score(evaluator, folder) for name, folder in json.load(sys.stdin).items()}))
