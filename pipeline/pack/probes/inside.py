"""What can a program in here see and reach? Prints the facts as JSON. Stands alone.

`python inside.py PORT NAME...`: PORT is where the host listens on its loopback, NAMEs are files that must not be here.
"""

import json
import os
import resource
import socket
import sys
from pathlib import Path

OUTSIDE = ("192.0.2.1", 80)
"""An address of a network reserved for documentation (RFC 5737)."""

HOST = "example.org"
PLACES = (
    "/",
    "/etc",
    "/usr",
    "/opt",
    "/var/tmp",
    "/run",
    "/workspace",
    "/workspace/problem",
    "/evaluation",
    "/submission",
)
CGROUP_FILES = {
    "memory": ("memory.max", "memory/memory.limit_in_bytes"),
    "processes": ("pids.max", "pids/pids.max"),
    "cpu": ("cpu.max", "cpu/cpu.cfs_quota_us"),
}


def attempt(action: object, *arguments: object) -> str:
    """`reached`, or the name of the error that stood in the way."""
    assert callable(action)
    try:
        action(*arguments)
    except OSError as error:
        return type(error).__name__ + (f" {error.errno}" if error.errno else "")
    return "reached"


def connect(address: tuple[str, int]) -> None:
    """A TCP connection."""
    socket.create_connection(address, timeout=3).close()


def send(address: tuple[str, int]) -> None:
    """A UDP datagram."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagram:
        datagram.sendto(b"papergym", address)


def raw() -> None:
    """A raw socket, which only the powerful may open."""
    socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP).close()


def write_in(place: str) -> None:
    """A new file in a folder."""
    path = Path(place, ".papergym-probe")
    path.touch(exist_ok=False)
    path.unlink()


def found(names: list[str], root: str = "/") -> list[str]:
    """Where files of these names lie, but for the folders of the system and of Python, which every program may see."""
    hits = []
    own = {sys.prefix, sys.base_prefix}
    for folder, folders, files in os.walk(root):
        if folder == "/":
            folders[:] = [name for name in folders if name not in ("proc", "sys", "dev", "usr")]
        folders[:] = [name for name in folders if str(Path(folder, name)) not in own]
        hits += [str(Path(folder, name)) for name in (*files, *folders) if name in names]
    return hits


def status() -> dict[str, str]:
    """What the kernel says of this process."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return {key: value.strip() for key, _, value in (line.partition(":") for line in lines)}


def cgroup_limits() -> dict[str, str]:
    """The limits as the control groups have them, where they can be read from in here."""
    limits = {}
    for name, paths in CGROUP_FILES.items():
        for path in paths:
            try:
                limits[name] = Path("/sys/fs/cgroup", path).read_text().split()[0]
            except (OSError, IndexError):
                continue
    return limits


def facts(port: int, names: list[str]) -> dict[str, object]:
    """All of it."""
    said = status()
    return {
        "reached": {
            "name service": attempt(socket.getaddrinfo, HOST, 80),
            "an address outside by TCP": attempt(connect, OUTSIDE),
            "an address outside by UDP": attempt(send, OUTSIDE),
            "the loopback of the host": attempt(connect, ("127.0.0.1", port)),
            "a raw socket": attempt(raw),
        },
        "interfaces": [name for _, name in socket.if_nameindex()],
        "written": {place: attempt(write_in, place) for place in PLACES if Path(place).is_dir()},
        "found": found(names),
        "user": os.getuid(),
        "capabilities": int(said.get("CapEff", "0"), 16),
        "no_new_privileges": said.get("NoNewPrivs"),
        "processes": sum(path.name.isdigit() for path in Path("/proc").iterdir()),
        "limits": cgroup_limits(),
        "file_bytes": resource.getrlimit(resource.RLIMIT_FSIZE)[0],
    }


if __name__ == "__main__":
    print(json.dumps(facts(int(sys.argv[1]), sys.argv[2:])))
