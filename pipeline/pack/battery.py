"""Score many submissions in one process: `python battery.py EVALUATOR SECONDS < jobs.json`. Stands alone.

Jobs are {name: folder}; the answer is {name: {"code": exit code, "report": what the evaluator printed}}. A submission
that keeps the evaluator busy for longer than that is its fault: the code is 1 and the report says so.
"""

import contextlib
import importlib.util
import io
import json
import os
import signal
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


def give_up(number: int, frame: object) -> None:
    """End a call that takes too long."""
    raise TimeoutError("the evaluator took too long")


def score(module: Any, folder: str, seconds: int) -> dict[str, Any]:
    """One call of the evaluator's entry point, as from the shell."""
    printed = io.StringIO()
    signal.signal(signal.SIGALRM, give_up)
    signal.alarm(seconds)
    try:
        with tempfile.TemporaryDirectory() as scores, contextlib.redirect_stdout(printed):
            os.environ.update(OUTPUT_DIR=folder, SCORE_DIR=scores)
            code = module.main()
    except TimeoutError as fault:
        return {"code": 1, "report": {"evaluator_error": f"{fault}: more than {seconds} s"}}
    finally:
        signal.alarm(0)
    return {"code": code, "report": json.loads(printed.getvalue())}


if __name__ == "__main__":
    evaluator, limit = load(sys.argv[1]), int(sys.argv[2])
    print(json.dumps({name: score(evaluator, folder, limit) for name, folder in json.load(sys.stdin).items()}))
