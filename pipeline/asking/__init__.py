"""What every stage that asks a model shares: pieces of a paper to show, a second try, and the check of a quote."""

from pipeline.asking.addressed import ADDRESSED, ORDERS, gives_orders
from pipeline.asking.passages import Passage, captions, grid, paragraphs, passage, ranked, shown, without
from pipeline.asking.quotes import Claimed, grounded
from pipeline.asking.twice import Tried, ask_twice, complaint

__all__ = [
    "ADDRESSED",
    "ORDERS",
    "Claimed",
    "Passage",
    "Tried",
    "ask_twice",
    "captions",
    "complaint",
    "gives_orders",
    "grid",
    "grounded",
    "paragraphs",
    "passage",
    "ranked",
    "shown",
    "without",
]
