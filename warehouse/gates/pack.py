"""Packing: a packed paper has a pack with files, and checks of which none failed."""

from schemas.data import CheckStatus
from schemas.outcome import Call, Stage
from schemas.pack import PackCheck
from warehouse.gates.common import at_least, exactly, present
from warehouse.gates.gate import Gate, Reference, count

GATE = Gate(
    stage=Stage.PACK,
    counts={
        "n_failed": count(PackCheck, status=CheckStatus.FAIL),
        "n_passed": count(PackCheck, status=CheckStatus.PASS),
    },
    references=(Reference("pack_checks", "pack_id", "packs", "pack_id"),),
    units={
        Call.ADVANCE: (
            at_least("rows_packs", 1, "a packed paper has a pack"),
            at_least("n_passed", 1, "a packed paper passed a check"),
            exactly("n_failed", 0, "a packed paper failed no check"),
        ),
    },
    tables={
        "packs": (
            at_least("n_files", 1, "a pack has files"),
            at_least("n_instances", 1, "a pack has an instance"),
            present("primary_metric", "a pack names its primary metric"),
        ),
        "pack_checks": (present("reason", "a check gives its reason"),),
    },
)
