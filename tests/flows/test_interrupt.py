"""Ctrl-C ends a run whose threads wait for a model, and what was committed is there."""

import signal
import socket
from pathlib import Path

import pytest

from flows.interrupt import EXIT_CODE
from tests.flows.command import ROOT, Shell


@pytest.mark.parametrize("mode", [("--plain",), ()], ids=["plain", "prefect"])
def test_a_model_that_never_answers_does_not_hold_up_ctrl_c(tmp_path: Path, mode: tuple[str, ...]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}/v1"
        asking = (
            ("PAPERGYM_JUDGE", "llm"),
            ("PAPERGYM_MODELS__DEFAULT__BASE_URL", url),
            ("PAPERGYM_MODELS__DEFAULT__MODEL", "silent"),
            ("PAPERGYM_MODELS__DEFAULT__TIMEOUT_SECONDS", "3000"),
        )
        paper = ROOT / "examples" / "crabnet" / "paper.pdf"
        process = Shell(tmp_path / "var", asking).start("run", paper, "--run", "r", *mode)
        server.settimeout(200)
        waiting, _ = server.accept()  # the run asks, and waits from here on
        with waiting:
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=100)
    assert process.returncode == EXIT_CODE
    assert "interrupted; what was committed stays" in said
    assert "Traceback" not in said
    assert {row["stage"] for row in Shell(tmp_path / "var").sql("SELECT stage FROM all_decisions")} == {"intake"}
