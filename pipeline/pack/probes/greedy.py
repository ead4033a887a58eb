"""Takes more than it may of one thing, and prints how much it got: `python greedy.py memory|processes|time|disk MOST`.

Stands alone. It ends by itself at MOST (bytes or processes), so that a missing limit is told and does no harm.
"""

import os
import sys
import time
from pathlib import Path

STEP = 8 * 1024**2


def memory(most: int) -> int:
    """Bytes that are kept."""
    kept: list[bytes] = []
    while len(kept) * STEP < most:
        kept.append(os.urandom(STEP // 8) * 8)
    return len(kept) * STEP


def processes(most: int) -> int:
    """Children that live at the same time."""
    for count in range(most):
        try:
            child = os.fork()
        except OSError:
            return count
        if child == 0:
            time.sleep(20)
            os._exit(0)
    return most


def endless(most: int) -> int:
    """Seconds, up to `most`."""
    time.sleep(most)
    return most


def disk(most: int) -> int:
    """The size of the largest file that could be written."""
    path = Path(os.environ["OUTPUT_DIR"], "large")
    try:
        with path.open("wb") as file:
            for _ in range(0, most, STEP):
                file.write(bytes(STEP))
                file.flush()
    except OSError:
        pass
    return path.stat().st_size


if __name__ == "__main__":
    take = {"memory": memory, "processes": processes, "time": endless, "disk": disk}[sys.argv[1]]
    print(take(int(sys.argv[2])), flush=True)
    os._exit(0)
