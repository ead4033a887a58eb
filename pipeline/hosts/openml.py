"""OpenML: a record is the number of the data set, or `task/<number>`."""

from itertools import pairwise

from pipeline.hosts.api import checksum, json_of, opened
from pipeline.hosts.exchange import Conversation, Facts, RemoteFile, Request
from pipeline.hosts.host import Address, Host
from pipeline.hosts.judge import evidence_of
from pipeline.hosts.licence_names import spdx
from schemas.data import LinkStatus

_API = "https://www.openml.org/api/v1/json"
_UNKNOWN_SET = "111"


def record_of(address: Address) -> str | None:
    """The number in `/d/<number>`, `/data/<number>`, `/t/<number>` or `?type=data&id=<number>`."""
    for before, piece in pairwise(address.pieces):
        if before in {"d", "data", "datasets"} and piece.isdecimal():
            return piece
        if before in {"t", "task"} and piece.isdecimal():
            return f"task/{piece}"
    number, kind = address.parameter("id"), address.parameter("type")
    if kind in {"data", "task"} and number.isdecimal():
        return number if kind == "data" else f"task/{number}"
    return None


def ask(record: str, url: str) -> Conversation:
    """The description of the set (OpenML REST API). Error 412 with code 111 means that there is none."""
    number = record
    if record.startswith("task/"):
        task = json_of((yield Request(f"{_API}/{record}")))["task"]
        named = next(each for each in task["input"] if each["name"] == "source_data")
        number = str(named["data_set"]["data_set_id"])
    response = yield Request(f"{_API}/data/{number}")
    if response.status == 412 and f'"{_UNKNOWN_SET}"' in response.text:
        return Facts(LinkStatus.DEAD, f"OpenML knows no data set {number}", evidence=evidence_of(response))
    data = json_of(response)["data_set_description"]
    name = f"{data['name']}.{str(data.get('format') or 'arff').lower().replace('sparse_', '')}"
    file = RemoteFile(name, data["url"], checksum=checksum("md5", data.get("md5_checksum")))
    licence = data.get("licence")
    return opened(
        f"OpenML data set {number}",
        [file],
        title=data["name"],
        version=data.get("version"),
        licence=None if licence == "Public" else spdx(licence),
    )


HOST = Host(
    name="openml",
    domains=("openml.org",),
    record_of=record_of,
    address_of=lambda record: f"https://www.openml.org/{'t' if '/' in record else 'd'}/{record.rpartition('/')[2]}",
    ask=ask,
)
