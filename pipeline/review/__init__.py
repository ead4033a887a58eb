"""The adversarial review: attacks on the record, and what becomes of them."""

from pipeline.review.check import Check
from pipeline.review.stage import deterministic_checks, review

__all__ = ["Check", "deterministic_checks", "review"]
