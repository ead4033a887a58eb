"""Semantic versions of packs."""

from pipeline.pack.lifecycle.difference import Weight

FIRST = "1.0.0"


def next_version(before: str, weight: Weight | None) -> str:
    """The version of a pack that differs from the one before by `weight`: 1.2.3 becomes 2.0.0, 1.3.0 or 1.2.4."""
    major, minor, patch = map(int, before.split("."))
    if weight is Weight.MAJOR:
        return f"{major + 1}.0.0"
    if weight is Weight.MINOR:
        return f"{major}.{minor + 1}.0"
    return f"{major}.{minor}.{patch + 1}" if weight is Weight.PATCH else before
