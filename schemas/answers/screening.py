"""The form of screening: a verdict per rule that was asked for, its quote first."""

from typing import Annotated

from pydantic import Field

from schemas.answers.text import Label, Quote, Words
from schemas.judging import Answer
from schemas.screening import VerdictCall


class RuleAnswer(Answer):
    """What a model says of one rule. `category` is one of the rule's menu; `unknown` needs none, and no quote."""

    rule: Label
    quote: Quote
    reason: Words
    call: VerdictCall
    category: Label


class Screening(Answer):
    """The verdicts on the rules asked for."""

    verdicts: Annotated[tuple[RuleAnswer, ...], Field(max_length=9)]
