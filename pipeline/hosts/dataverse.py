"""Dataverse installations: a record is the persistent identifier of the data set."""

import re

from pipeline.hosts.host import Address, Host

_DOI = re.compile(r"10\.\d{4,9}/\S+", re.IGNORECASE)


def record_of(address: Address) -> str | None:
    """The DOI in the `persistentId` parameter of a data-set page."""
    value = address.parameter("persistentId").replace("%3A", ":").replace("%2F", "/").replace("%3a", ":")
    found = _DOI.search(value.replace("%2f", "/"))
    return found.group(0).lower() if found else None


HOST = Host(
    name="dataverse",
    domains=("dataverse.harvard.edu", "dataverse.nl", "dataverse.no", "entrepot.recherche.data.gouv.fr"),
    record_of=record_of,
    address_of=lambda record: f"https://doi.org/{record}",
    doi=r"(10\.(?:7910/dvn|34894|18710|57745)/.+)",
)
