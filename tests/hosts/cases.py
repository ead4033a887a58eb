"""What a recorded case is: a link, what each address answers, where that is documented, and what it must be read as."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from werkzeug import Request, Response

from schemas.data import LinkStatus

HTML = {"Content-Type": "text/html; charset=utf-8"}
JSON = {"Content-Type": "application/json"}
LANDING = b"<!doctype html><html><head><title>A data set</title></head><body><h1>A data set</h1></body></html>"


@dataclass(frozen=True)
class Recorded:
    """What one address answers; of several answers for one address each is given once, and the last for ever.

    `act` answers by itself (a cut body, a slow server).
    """

    url: str
    status: int = 200
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    act: Callable[[Request], Response] | None = None


@dataclass(frozen=True)
class Case:
    """A link as a paper prints it and the answers that hosts give. `source` says where those are described.

    `status` is what one look must find.
    """

    name: str
    source: str
    link: str
    status: LinkStatus
    answers: Sequence[Recorded]
    bytes: int | None = None
    licence: str | None = None
    files: int | None = None
    detail: str = ""


def api(url: str, data: object, status: int = 200, **headers: str) -> Recorded:
    """A JSON answer."""
    told = {name.replace("_", "-"): value for name, value in headers.items()}
    return Recorded(url, status, json.dumps(data).encode(), JSON | told)


def page(url: str, body: bytes | str = LANDING, status: int = 200, **headers: str) -> Recorded:
    """An HTML answer."""
    told = {name.replace("_", "-"): value for name, value in headers.items()}
    return Recorded(url, status, body.encode() if isinstance(body, str) else body, HTML | told)


def moved(url: str, place: str, status: int = 302) -> Recorded:
    """A redirect."""
    return Recorded(url, status, b"", {"Location": place})


def content(url: str, body: bytes, kind: str = "application/octet-stream", **headers: str) -> Recorded:
    """Bytes, given by range where a range is asked for."""
    told = {name.replace("_", "-"): value for name, value in headers.items()}

    def act(request: Request) -> Response:
        wanted = request.range
        if wanted is None or not wanted.ranges:
            return Response(body, 200, {"Content-Type": kind, "Accept-Ranges": "bytes", **told})
        start, end = wanted.ranges[0]
        if start >= len(body):
            return Response(b"", 416, {"Content-Range": f"bytes */{len(body)}"})
        part = body[start:end]
        span = f"bytes {start}-{start + len(part) - 1}/{len(body)}"
        return Response(part, 206, {"Content-Type": kind, "Content-Range": span, **told})

    return Recorded(url, 200, body, {"Content-Type": kind}, act)
