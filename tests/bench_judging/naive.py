"""The naive way, to compare with: per level of screening one prompt with the whole paper and all rules of the level;
for extraction and for each of the eight review checks the whole paper again. References are left out even here.
"""

from flows.counting import CHARACTERS_PER_TOKEN
from pipeline.asking import grid, paragraphs
from pipeline.screen.menu import menu_text
from pipeline.screen.rules import all_rules
from prompts import load
from schemas.paper import Paper, SectionRole

REVIEW_CHECKS = 8
"""R1 to R8; R9 to R11 have a half in code."""

_STANCE = 500
"""Tokens of what any screening prompt has to say beside its rules."""


def whole_text(paper: Paper) -> int:
    """Tokens of all that a paper prints but its references."""
    texts = [paper.title, *(item.text for item in paragraphs(paper, *SectionRole))]
    texts += [grid(paper, table).text for table in paper.tables] + [figure.caption for figure in paper.figures]
    return sum(map(len, texts)) // CHARACTERS_PER_TOKEN


def screening(paper: Paper, level: int) -> int:
    """Tokens of the naive prompts up to and with a level."""
    rules = [[rule for rule in all_rules() if rule.level == wanted] for wanted in range(1, level + 1)]
    menus = sum(len(menu_text(of_level)) // CHARACTERS_PER_TOKEN for of_level in rules)
    return level * (whole_text(paper) + _STANCE) + menus


def extraction(paper: Paper) -> int:
    """Tokens of one prompt with both forms."""
    instructions = sum(len(load(name).system) for name in ("extract_task", "extract_scores"))
    return whole_text(paper) + instructions // CHARACTERS_PER_TOKEN


def review(paper: Paper) -> int:
    """Tokens of one round of checks."""
    return REVIEW_CHECKS * (whole_text(paper) + _STANCE)
