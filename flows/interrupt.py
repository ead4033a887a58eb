"""Ctrl-C: a run that was asked to stop must stop, though its threads wait for a model or a host for minutes.

What is committed is whole at any moment (a run may be killed with -9), so leaving at once loses only work under way.
"""

import os
import signal
import sys
import threading
from types import FrameType

EXIT_CODE = 128 + signal.SIGINT
GRACE_SECONDS = 5.0


def stop_soon() -> None:
    """From now on the first Ctrl-C ends this process within `GRACE_SECONDS`, and a second one at once.

    Does nothing where a caller had it ignored, as shells do for work in the background.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _first)


def _first(_number: int, _frame: FrameType | None) -> None:
    signal.signal(signal.SIGINT, _leave)
    timer = threading.Timer(GRACE_SECONDS, _leave)
    timer.daemon = True
    timer.start()
    raise KeyboardInterrupt


def _leave(*_: object) -> None:
    sys.stderr.write("papergym: interrupted; what was committed stays, run again to go on\n")
    sys.stderr.flush()
    os._exit(EXIT_CODE)
