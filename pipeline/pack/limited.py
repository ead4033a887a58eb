"""Run a command under limits: `python limited.py CPU_SECONDS MEMORY_BYTES FILE_BYTES COMMAND...`. Stands alone."""

import os
import resource
import sys

if __name__ == "__main__":
    cpu, memory, file = (int(value) for value in sys.argv[1:4])
    for kind, limit in (
        (resource.RLIMIT_CPU, cpu),
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_FSIZE, file),
        (resource.RLIMIT_CORE, 0),
    ):
        hard = resource.getrlimit(kind)[1]
        bound = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        resource.setrlimit(kind, (bound, bound))
    os.execv(sys.argv[4], sys.argv[4:])
