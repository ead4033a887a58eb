"""A `podman` that is in a state that cannot be made here, and answers as the real one does in public bug reports."""

import json
import os
import sys
from pathlib import Path

HOST = {
    "cgroupVersion": "v2",
    "cgroupManager": "systemd",
    "cgroupControllers": ["cpu", "memory", "pids"],
    "security": {"rootless": False},
}
PULL = {
    "registry down": "Error: initializing source docker://python@sha256:9c90: pinging container registry registry-1.docker.io: "
    'Get "https://registry-1.docker.io/v2/": dial tcp: lookup registry-1.docker.io: no such host',
    "registry slow": "Error: copying system image from manifest list: read tcp 10.0.0.2:443: i/o timeout; net/http: TLS "
    "handshake timeout",
    "base missing": "Error: initializing source docker://python@sha256:9c90: reading manifest sha256:9c90 in "
    "docker.io/library/python: manifest unknown",
    "rate limit": "Error: copying system image: reading manifest: toomanyrequests: You have reached your pull rate limit",
}
BUILD = {
    "disk full": "Error: committing container for step {...}: copying layers and metadata for container \"6e28\": writing "
    "blob: storing blob to file \"/var/tmp/storage31/1\": write /var/tmp/storage31/1: no space left on device",
    "killed build": "/bin/sh: line 1:    12 Killed                  pip install\nError: building at STEP \"RUN pip "
    "install\": while running runtime: exit status 137",
    "index down": "WARNING: Retrying (Retry(total=4)) after connection broken by 'NewConnectionError: Failed to establish a "
    "new connection: [Errno -3] Temporary failure in name resolution'\nERROR: Could not find a version that satisfies the "
    "requirement six==1.17.0 (from versions: none)\nERROR: No matching distribution found for six==1.17.0",
    "unheard of": "Error: something that nobody has seen before",
    "no such version": "ERROR: Could not find a version that satisfies the requirement six==9.9 (from versions: 1.16.0)\n"
    "ERROR: No matching distribution found for six==9.9",
}  # fmt: skip
STATE = os.environ.get("FAKE_PODMAN", "")


def fail(said: str, code: int = 125) -> None:
    """End as podman does."""
    sys.stderr.write(said + "\n")
    sys.exit(code)


def info() -> None:
    """`podman info` by state."""
    host = dict(HOST)
    if STATE == "no socket":
        fail("Cannot connect to Podman. Please verify your connection to the Linux system using `podman system connection "
             "list`\nError: unable to connect to Podman socket: dial unix /run/podman/podman.sock: connect: no such file")  # fmt: skip
    if STATE == "rootless v1":
        host |= {"cgroupVersion": "v1", "security": {"rootless": True}}
    if STATE == "rootless cgroupfs":
        host |= {"cgroupManager": "cgroupfs", "security": {"rootless": True}}
    if STATE == "no cgroups":
        host |= {"cgroupControllers": []}
    print(json.dumps({"host": host, "version": {"Version": "4.9.3"}}))


def main(words: list[str]) -> None:
    """The commands that the tests meet."""
    if words[0] == "info":
        info()
    elif words[:2] == ["image", "inspect"]:
        if STATE in PULL:
            fail(f"Error: inspecting object: {words[2]}: image not known")
        print(json.dumps([{"Id": "a" * 64, "RootFS": {"Layers": ["sha256:1"]}}]))
    elif words[:2] == ["container", "inspect"]:
        fail("Error: inspecting object: no such container x") if STATE == "dies" else print(json.dumps([{"State": {}}]))
    elif words[0] == "pull":
        fail(PULL[STATE])
    elif words[0] == "build" and STATE in BUILD:
        fail(BUILD[STATE], 1)
    elif words[0] == "build":
        Path(words[words.index("--iidfile") + 1]).write_text("sha256:" + "b" * 64)
    elif words[0] == "run" and STATE == "dies":
        fail("Error: OCI runtime error: runc: runc create failed: cannot set memory limit: container could not join or create cgroup", 126)  # fmt: skip
    elif words[0] == "save":
        fail("Error: writing blob: write /tmp/x: no space left on device")


if __name__ == "__main__":
    main(sys.argv[1:])
