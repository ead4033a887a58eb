"""Names of containers that say which process made them, so that those of a dead one can be told and removed."""

import hashlib
import os
import re
import secrets
import socket
from pathlib import Path

LABEL = "org.papergym.owned"
_NAME = re.compile(r"^papergym-(?P<place>[0-9a-f]{8})-(?P<pid>\d+)-(?P<start>\d+)-[0-9a-f]+")


def new_name() -> str:
    """A name that nobody else has: `papergym-<place>-<process>-<its start>-<random>`."""
    return f"papergym-{_place()}-{os.getpid()}-{_start(os.getpid())}-{secrets.token_hex(4)}"


def is_own(name: str) -> bool:
    """True for a name that this process gave."""
    return name.startswith(new_name().rsplit("-", 1)[0])


def is_orphan(name: str) -> bool:
    """True for a name given by a process of this machine that is no more. A number that was given again is another."""
    match = _NAME.match(name)
    return match is not None and match["place"] == _place() and _start(int(match["pid"])) != int(match["start"])


def _place() -> str:
    """This machine and its table of processes: an engine may serve others, whose processes cannot be seen from here."""
    try:
        processes = str(Path("/proc/self/ns/pid").readlink())
    except OSError:
        processes = ""
    return hashlib.sha256(f"{socket.gethostname()} {processes}".encode()).hexdigest()[:8]


def _start(pid: int) -> int:
    """When a process began, in ticks since the machine started; 0 where it cannot be said, -1 where there is none."""
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[19])
    except FileNotFoundError:
        return 0 if _is_alive(pid) else -1
    except (OSError, IndexError, ValueError):
        return 0


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
