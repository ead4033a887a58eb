"""A DOI whose host is not known from its prefix: the record is the DOI in lower case."""

import re
from typing import Any
from urllib.parse import quote

from pipeline.hosts.api import dig
from pipeline.hosts.exchange import Conversation, Facts, Request, Response
from pipeline.hosts.host import Address, Host
from pipeline.hosts.judge import evidence_of, refusal
from pipeline.hosts.licence_names import spdx
from schemas.data import LinkStatus

_METADATA = "application/vnd.datacite.datacite+json, application/vnd.citationstyles.csl+json;q=0.9"
_DOI = re.compile(r"10\.\d{4,9}/\S+", re.IGNORECASE)


def record_of(address: Address) -> str | None:
    """The DOI that the path of a resolver link consists of."""
    found = _DOI.fullmatch("/".join(address.pieces))
    return found.group(0).lower() if found else None


def ask(record: str, url: str) -> Conversation:
    """What the DOI is and where it leads: metadata by content negotiation, the place by the handle record.

    https://citation.doi.org/docs.html and https://www.doi.org/doi-handbook (proxy REST API: responseCode 1 is success,
    100 is no such handle). A DOI that is not registered may be one that the paper misprints.
    """
    handle = yield Request(f"https://doi.org/api/handles/{quote(record, safe='/')}?type=URL")
    if handle.status == 404 and b'"responseCode":100' in handle.body.replace(b" ", b""):
        return Facts(LinkStatus.DEAD, "no such DOI is registered", evidence=evidence_of(handle))
    refused = refusal(handle)
    if refused:
        return refused
    places = [dig(each, "data", "value") for each in handle.json().get("values", ())]
    described = yield Request(f"https://doi.org/{quote(record, safe='/')}", (("Accept", _METADATA),))
    told = _metadata(described)
    if not places:
        return Facts(LinkStatus.UNKNOWN, "the DOI leads nowhere", evidence=evidence_of(handle), **told)
    return Facts(LinkStatus.UNKNOWN, f"leads to {places[0]}", moved_to=places[0], evidence=evidence_of(handle), **told)


def _metadata(response: Response) -> dict[str, Any]:
    """Title, version and licence, as far as the registration agency tells."""
    if refusal(response):
        return {}
    try:
        data = response.json()
    except ValueError:
        return {}
    rights = dig((data.get("rightsList") or [{}])[0], "rightsUri") or dig((data.get("license") or [{}])[0], "URL")
    title = dig((data.get("titles") or [{}])[0], "title") or data.get("title") or ""
    return {"title": str(title), "version": str(data.get("version") or ""), "licence": spdx(rights)}


HOST = Host(
    name="doi",
    domains=("doi.org",),
    record_of=record_of,
    address_of=lambda record: f"https://doi.org/{record}",
    ask=ask,
    doi=r"(10\.\d{4,9}/\S+)",
)
