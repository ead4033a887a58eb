"""What happens to packs after they are built: differences, versions, known issues, withdrawal."""

from pipeline.pack.lifecycle.difference import PackDifference, difference
from pipeline.pack.lifecycle.rebuilt import Rebuilt, compare_rebuilt
from pipeline.pack.lifecycle.status import (
    Issue,
    PackStatus,
    read_status,
    status_after,
    status_lock,
    status_path,
    write_status,
)
from pipeline.pack.lifecycle.version import next_version

__all__ = [
    "Issue",
    "PackDifference",
    "PackStatus",
    "Rebuilt",
    "compare_rebuilt",
    "difference",
    "next_version",
    "read_status",
    "status_after",
    "status_lock",
    "status_path",
    "write_status",
]
