"""Figshare: a record is the article number, without its version."""

import re
from dataclasses import replace
from typing import Any

from pipeline.hosts.api import checksum, dig, gated, json_from, json_of, opened
from pipeline.hosts.exchange import Conversation, Facts, Refusal, RemoteFile, Request
from pipeline.hosts.host import Address, Host
from pipeline.hosts.judge import refusal
from pipeline.hosts.licence_names import spdx

_KINDS = {"articles", "collections", "projects"}
_NUMBER = re.compile(r"\d{4,}")
_API = "https://api.figshare.com/v2"
_MOST_ARTICLES = 100


def record_of(address: Address) -> str | None:
    """The first number after `articles`, `collections` or `projects`."""
    if not _KINDS & set(address.pieces):
        return None
    return next((piece for piece in address.pieces if _NUMBER.fullmatch(piece)), None)


def ask(record: str, url: str) -> Conversation:
    """The article, else the collection of that number (https://docs.figshare.com). The web pages are not asked: a
    firewall answers there with an empty 202. Files come from `ndownloader`, which has none.
    """
    response = yield Request(f"{_API}/articles/{record}", (("Accept", "application/json"),))
    refused = refusal(response)
    if refused and response.status == 404:
        return (yield from _collection(record))
    article = json_of(response)
    return _article(article, record)


def _collection(record: str) -> Conversation:
    collection = yield from json_from(f"{_API}/collections/{record}")
    listed = yield from json_from(f"{_API}/collections/{record}/articles?page_size={_MOST_ARTICLES}")
    files: list[RemoteFile] = []
    licences: set[str | None] = set()
    for each in listed:
        facts = _article((yield from json_from(f"{_API}/articles/{each['id']}")), str(each["id"]))
        if not facts.files:
            raise Refusal(facts)
        files += [replace(file, name=f"{each['id']}/{file.name}") for file in facts.files]
        licences.add(facts.licence)
    licence = next(iter(licences)) if len(licences) == 1 else None
    what = f"Figshare collection {record}"
    return opened(what, files, title=collection.get("title"), version=collection.get("version"), licence=licence)


def _article(article: Any, record: str) -> Facts:
    if article.get("is_confidential") or article.get("is_embargoed"):
        kind = article.get("embargo_type") or "embargoed or confidential"
        return gated(
            f"Figshare says the {kind} is not open: {article.get('embargo_reason') or 'no reason given'}"[:300]
        )
    files = [_file(each) for each in article.get("files", ()) if not each.get("is_link_only")]
    return opened(
        f"Figshare article {record}",
        files,
        title=article.get("title"),
        version=article.get("version"),
        licence=spdx(dig(article, "license", "name")),
    )


def _file(each: Any) -> RemoteFile:
    digest = checksum("md5", each.get("computed_md5") or each.get("supplied_md5"))
    url = each.get("download_url") or f"https://ndownloader.figshare.com/files/{each['id']}"
    url = url.replace("https://figshare.com/ndownloader/", "https://ndownloader.figshare.com/")
    return RemoteFile(each["name"], url, each.get("size"), digest)


HOST = Host(
    name="figshare",
    domains=("figshare.com",),
    record_of=record_of,
    address_of=lambda record: f"https://figshare.com/articles/{record}",
    ask=ask,
    doi=r"10\.6084/m9\.figshare\.(?:c\.)?(\d+)(?:\.v\d+)?",
)
