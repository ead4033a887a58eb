"""The adversarial review: attacks on the record, and what becomes of them."""

from pipeline.asking import ADDRESSED
from pipeline.review.check import Case, Check
from pipeline.review.checks import all_checks
from pipeline.review.stage import review

__all__ = ["ADDRESSED", "Case", "Check", "all_checks", "review"]
