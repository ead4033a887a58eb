"""Kaggle: a record is `datasets/owner/name` or `competitions/name`."""

from pipeline.hosts.host import Address, Host


def record_of(address: Address) -> str | None:
    """The path of a data set or a competition, in lower case."""
    kind, first, second = (address.piece(index).lower() for index in range(3))
    if kind == "datasets" and first and second:
        return f"datasets/{first}/{second}"
    if kind in {"c", "competitions"} and first:
        return f"competitions/{first}"
    return None


HOST = Host(
    name="kaggle",
    domains=("kaggle.com",),
    record_of=record_of,
    address_of=lambda record: f"https://kaggle.com/{record}",
)
