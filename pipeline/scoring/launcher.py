"""Starts a script under resource limits: `python -I launcher.py SECONDS MEMORY_BYTES FILE_BYTES SCRIPT`.

Limits are set here, in the child, and survive the exec. `preexec_fn` of subprocess is not safe in a process with
threads, and a flow has many.
"""

import os
import resource
import sys


def main() -> None:
    """Set the limits and become the script."""
    seconds, memory, file_size = map(int, sys.argv[1:4])
    for limit, value in (
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_FSIZE, file_size),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(limit)
        allowed = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(limit, (allowed, allowed))
    os.execv(sys.executable, [sys.executable, "-I", "-B", sys.argv[4]])


if __name__ == "__main__":
    main()
