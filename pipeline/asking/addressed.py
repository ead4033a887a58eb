"""Papers that give orders to models: no model judges them until a human has said that the passage is harmless."""

from schemas.curation import Curation
from schemas.paper import Paper

ADDRESSED = "R0"
"""Not a check of the record but of the paper: does it talk to those who review it?"""

ORDERS = "paper.suspicions"
"""The field path under which a human dismisses it."""


def gives_orders(paper: Paper, curation: Curation | None) -> bool:
    """True where a passage addresses a model and no human has dismissed that."""
    entries = curation.dismissed if curation else ()
    is_dismissed = any((entry.check, entry.field_path) == (ADDRESSED, ORDERS) for entry in entries)
    return paper.addresses_models and not is_dismissed
