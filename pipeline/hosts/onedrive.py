"""OneDrive and SharePoint sharing links: a record is the link's path with what identifies the item."""

from base64 import urlsafe_b64encode
from dataclasses import replace

from pipeline.hosts.api import checksum, dig, json_of, opened
from pipeline.hosts.exchange import Conversation, RemoteFile, Request
from pipeline.hosts.host import Address, Host
from pipeline.hosts.judge import refusal
from schemas.data import LinkStatus

_KEYS = ("cid", "id", "resid", "authkey", "share")


def record_of(address: Address) -> str | None:
    """Domain, path and the parameters that name the item. Case matters at this host."""
    named = [(key, address.parameter(key)) for key in _KEYS if address.parameter(key)]
    if address.domain.endswith("1drv.ms") and not address.pieces:
        return None
    if not named and address.domain.endswith("live.com"):
        return None
    query = "&".join(f"{key}={value}" for key, value in named)
    return "/".join((address.domain, *address.pieces)) + (f"?{query}" if query else "")


def ask(record: str, url: str) -> Conversation:
    """The item behind a sharing URL (OneDrive API, "Access shared items": the URL as base64url after `u!`).

    Since 2021 this interface turns many anonymous callers away with a 401 although a browser gets the file, so that
    answer is not taken as a gate.
    """
    token = urlsafe_b64encode(f"https://{record}".encode()).decode().rstrip("=")
    response = yield Request(f"https://api.onedrive.com/v1.0/shares/u!{token}/root?expand=children")
    refused = refusal(response)
    if refused and refused.status is LinkStatus.GATED:
        detail = "OneDrive's interface answers only those who sign in; download by hand and map the link to the copy"
        return replace(refused, status=LinkStatus.UNKNOWN, detail=detail)
    item = json_of(response)
    listed = item.get("children") or [item]
    files = [
        RemoteFile(
            each["name"],
            each["@content.downloadUrl"],
            each.get("size"),
            checksum("sha1", dig(each, "file", "hashes", "sha1Hash")),
        )
        for each in listed
        if each.get("@content.downloadUrl")
    ]
    return opened("OneDrive share", files, title=item.get("name"), version=item.get("eTag"))


HOST = Host(
    name="onedrive",
    domains=("onedrive.live.com", "1drv.ms", "sharepoint.com"),
    record_of=record_of,
    address_of=lambda record: f"https://{record}",
    ask=ask,
)
