"""Kaggle: a record is `datasets/owner/name` or `competitions/name`."""

from pipeline.hosts.api import gated
from pipeline.hosts.exchange import Conversation, Request
from pipeline.hosts.host import Address, Host
from pipeline.hosts.judge import judge
from schemas.data import LinkStatus


def record_of(address: Address) -> str | None:
    """The path of a data set or a competition, in lower case."""
    kind, first, second = (address.piece(index).lower() for index in range(3))
    if kind == "datasets" and first and second:
        return f"datasets/{first}/{second}"
    if kind in {"c", "competitions"} and first:
        return f"competitions/{first}"
    return None


def ask(record: str, url: str) -> Conversation:
    """Gated: Kaggle hands data to those who have an account and, for competitions, have accepted rules.

    Only whether the page is there is asked; what a firewall or a limit answers says nothing against that.
    """
    response = yield Request(f"https://www.kaggle.com/{record}", limit=65_536)
    facts = judge(response)
    if facts.status in {LinkStatus.DEAD, LinkStatus.RATE_LIMITED} or response.failure:
        return facts
    rules = " and acceptance of the competition's rules" if record.startswith("competitions/") else ""
    return gated(f"Kaggle asks for an account{rules}", response)


HOST = Host(
    name="kaggle",
    domains=("kaggle.com",),
    record_of=record_of,
    address_of=lambda record: f"https://kaggle.com/{record}",
    ask=ask,
)
