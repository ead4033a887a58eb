"""The process that owns a Prefect server: `python -m flows.server_keeper HOME IDLE_SECONDS`."""

import ctypes
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import FrameType

_PR_SET_PDEATHSIG = 1  # prctl(2): the kernel ends the server when its keeper dies, even by kill -9


def keep(home: Path, idle_seconds: float) -> None:
    """Run the server until it ends, a SIGTERM comes, or nobody has held a lease for `idle_seconds`."""
    port = _free_port()
    uvicorn = [sys.executable, "-m", "uvicorn", "--factory", "prefect.server.api.server:create_app"]
    server = subprocess.Popen(
        [*uvicorn, "--host", "127.0.0.1", "--port", str(port), "--log-level", "error"],
        preexec_fn=_die_with_parent if sys.platform == "linux" else None,
    )

    def stop(number: int, frame: FrameType | None) -> None:
        server.terminate()

    signal.signal(signal.SIGTERM, stop)
    state = home / "server.json"
    state.write_text(json.dumps({"url": f"http://127.0.0.1:{port}/api", "keeper": os.getpid(), "server": server.pid}))
    try:
        _watch(server, home / "leases", idle_seconds)
    finally:
        server.terminate()
        try:
            server.wait(timeout=10)
        except subprocess.TimeoutExpired:
            server.kill()
        state.unlink(missing_ok=True)


def _watch(server: "subprocess.Popen[bytes]", leases: Path, idle_seconds: float) -> None:
    used = time.monotonic()
    while server.poll() is None and time.monotonic() - used < idle_seconds:
        if any(_is_alive(lease) for lease in leases.iterdir()):
            used = time.monotonic()
        time.sleep(0.2)


def _is_alive(lease: Path) -> bool:
    """True while the process that holds the lease lives. The lease of a dead one is removed."""
    try:
        os.kill(int(lease.stem), 0)
    except (ProcessLookupError, ValueError):
        lease.unlink(missing_ok=True)
        return False
    except PermissionError:
        return True
    return True


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _die_with_parent() -> None:
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


if __name__ == "__main__":
    keep(Path(sys.argv[1]), float(sys.argv[2]))
