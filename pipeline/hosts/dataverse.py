"""Dataverse installations: a record is the persistent identifier of the data set."""

import re
from typing import Any

from pipeline.hosts.api import checksum, dig, gated, json_from, opened
from pipeline.hosts.exchange import Conversation, RemoteFile
from pipeline.hosts.host import Address, Host
from pipeline.hosts.licence_names import spdx

_SERVERS = {
    "10.7910": "dataverse.harvard.edu",
    "10.34894": "dataverse.nl",
    "10.18710": "dataverse.no",
    "10.57745": "entrepot.recherche.data.gouv.fr",
}
_DOI = re.compile(r"10\.\d{4,9}/\S+", re.IGNORECASE)


def record_of(address: Address) -> str | None:
    """The DOI in the `persistentId` parameter of a data-set page."""
    value = address.parameter("persistentId").replace("%3A", ":").replace("%2F", "/").replace("%3a", ":")
    found = _DOI.search(value.replace("%2f", "/"))
    return found.group(0).lower() if found else None


def ask(record: str, url: str) -> Conversation:
    """The newest published version (Dataverse guides, Native API), tabular files as they were deposited."""
    server = _SERVERS.get(record.partition("/")[0], "dataverse.harvard.edu")
    data = (yield from json_from(f"https://{server}/api/datasets/:persistentId/?persistentId=doi:{record}"))["data"]
    version = data["latestVersion"]
    listed = version.get("files", [])
    if listed and all(each.get("restricted") for each in listed):
        return gated("Dataverse says every file is restricted")
    files = [_file(server, each) for each in listed if not each.get("restricted")]
    return opened(
        f"Dataverse data set {record}",
        files,
        title=_title(version),
        version=f"{version.get('versionNumber', '')}.{version.get('versionMinorNumber', 0)}",
        licence=spdx(dig(version, "license", "name") or version.get("license") or version.get("termsOfUse")),
    )


def _file(server: str, each: Any) -> RemoteFile:
    data = each["dataFile"]
    folder = f"{each['directoryLabel']}/" if each.get("directoryLabel") else ""
    is_converted = bool(data.get("originalFileFormat"))
    name = (data.get("originalFileName") if is_converted else None) or each.get("label") or data["filename"]
    url = f"https://{server}/api/access/datafile/{data['id']}" + ("?format=original" if is_converted else "")
    size = data.get("originalFileSize") if is_converted else data.get("filesize")
    found = data.get("checksum") or {"type": "MD5", "value": data.get("md5")}
    return RemoteFile(f"{folder}{name}", url, size, checksum(found["type"], found["value"]))


def _title(version: Any) -> str:
    fields = dig(version, "metadataBlocks", "citation", "fields") or ()
    return next((str(each["value"]) for each in fields if each.get("typeName") == "title"), "")


HOST = Host(
    name="dataverse",
    domains=("dataverse.harvard.edu", "dataverse.nl", "dataverse.no", "entrepot.recherche.data.gouv.fr"),
    record_of=record_of,
    address_of=lambda record: f"https://doi.org/{record}",
    ask=ask,
    doi=r"(10\.(?:7910/dvn|34894|18710|57745)/.+)",
)
