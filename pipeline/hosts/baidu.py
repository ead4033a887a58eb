"""Baidu Netdisk: a record is the key of a shared link. The bytes are given to signed-in clients only."""

import re

from pipeline.hosts.api import gated
from pipeline.hosts.exchange import Conversation, Facts, Request
from pipeline.hosts.host import Address, Host
from pipeline.hosts.judge import evidence_of, judge
from schemas.data import LinkStatus

_KEY = re.compile(r"[\w-]{6,}")
_GONE = re.compile(r"链接不存在|分享的文件已经被(?:取消|删除)|此链接分享内容.{0,20}无法访问|啊哦")


def record_of(address: Address) -> str | None:
    """The key after `s/` or in `surl`, without the `1` that the first form begins with."""
    if address.piece(0) == "s" and _KEY.fullmatch(address.piece(1)):
        return address.piece(1).removeprefix("1")
    key = address.parameter("surl")
    return key if _KEY.fullmatch(key) else None


def ask(record: str, url: str) -> Conversation:
    """The sharing page. Shares that were taken back say so with status 200; all others need an account to download."""
    response = yield Request(f"https://pan.baidu.com/share/init?surl={record}", limit=2**18)
    facts = judge(response)
    if response.failure or facts.status in {LinkStatus.RATE_LIMITED, LinkStatus.DEAD}:
        return facts
    if _GONE.search(response.text):
        return Facts(LinkStatus.DEAD, "Baidu says the share is gone", evidence=evidence_of(response))
    return gated("Baidu Netdisk gives files to signed-in clients only", response)


HOST = Host(
    name="baidu",
    domains=("pan.baidu.com", "yun.baidu.com"),
    record_of=record_of,
    address_of=lambda record: f"https://pan.baidu.com/s/1{record}",
    ask=ask,
)
