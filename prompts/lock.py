"""`python -m prompts.lock`: write `prompts/prompts.lock`, the digest of every prompt by its id and version.

A body that changes under the same version is refused: answers of two wordings must not pass under one name.
"""

import json
import sys
from pathlib import Path

from prompts.library import all_prompts
from schemas.errors import UsageError

LOCK = Path(__file__).resolve().parent / "prompts.lock"

Locked = dict[str, dict[str, int | str]]


def digests() -> Locked:
    """Version and digest of every prompt, by id."""
    return {prompt.prompt_id: {"version": prompt.version, "digest": prompt.digest} for prompt in all_prompts()}


def locked(path: Path = LOCK) -> Locked:
    """What the lock file holds; nothing where there is none."""
    found: Locked = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return found


def breaches(old: Locked, new: Locked) -> tuple[str, ...]:
    """The prompts whose body changed without a higher version."""
    return tuple(
        f"prompts/{name}.md changed and is still version {new[name]['version']}"
        for name in sorted(old.keys() & new.keys())
        if old[name]["digest"] != new[name]["digest"] and int(new[name]["version"]) <= int(old[name]["version"])
    )


def write(path: Path = LOCK) -> None:
    """Write the lock file. Raises UsageError for a changed body without a new version."""
    found = breaches(locked(path), digests())
    if found:
        raise UsageError("; ".join(found), "raise `version` in the front matter")
    path.write_text(json.dumps(digests(), indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    try:
        write()
    except UsageError as error:
        sys.exit(str(error))
