"""Becomes a command under limits: `python -I limited.py CPU_SECONDS MEMORY_BYTES FILE_BYTES COMMAND...`. Stands alone.

Limits are set here, in the child, and survive the exec. `preexec_fn` of subprocess is not safe in a process with
threads, and a flow has many.
"""

import os
import resource
import sys

if __name__ == "__main__":
    cpu, memory, file_size = (int(value) for value in sys.argv[1:4])
    for kind, limit in (
        (resource.RLIMIT_CPU, cpu),
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_FSIZE, file_size),
        (resource.RLIMIT_CORE, 0),
    ):
        hard = resource.getrlimit(kind)[1]
        bound = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        resource.setrlimit(kind, (bound, bound))
    os.execv(sys.argv[4], sys.argv[4:])
