"""Who is asked among the models, and what every call to one leaves behind."""

from enum import StrEnum

from schemas.base import Part
from schemas.outcome import Stage


class Role(StrEnum):
    """What a model is asked to be. Each role has an endpoint and a model of its own in the configuration."""

    SCREENER = "screener"
    EXTRACTOR = "extractor"
    REVIEWER = "reviewer"
    JUDGE = "judge"
    WRITER = "writer"


class Answer(Part):
    """What a model fills in. Bound every string and list of a subclass: an unbounded one may run to the token limit."""


class CallOutcome(StrEnum):
    """How a call ended. Only `answered`, `cached` and `replayed` give an answer."""

    RESERVED = "reserved"
    ANSWERED = "answered"
    CACHED = "cached"
    REPLAYED = "replayed"
    DECLINED = "declined"
    BROKEN = "broken"
    FAILED = "failed"


class ModelCall(Part):
    """One call, as the ledger keeps it. Tokens as the server counted them, costs in US dollars, no key anywhere."""

    role: Role
    stage: Stage
    paper_id: str
    model: str
    endpoint: str
    prompt_id: str
    prompt_version: int
    prompt_digest: str
    outcome: CallOutcome = CallOutcome.RESERVED
    tokens_in: int = 0
    tokens_out: int = 0
    tokens_cached: int = 0
    cost: float = 0.0
    seconds: float = 0.0
    retries: int = 0
    detail: str = ""
    answer: str = ""
