"""The status of a link from what came back. The status code is one witness among several."""

import re
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from pipeline.hosts import pages
from pipeline.hosts.exchange import Facts, Response
from schemas.data import LinkStatus

_TOLD = (
    *("content-type", "content-length", "content-range", "content-disposition", "retry-after", "x-amzn-waf-action"),
    *("cf-mitigated", "x-ratelimit-remaining", "www-authenticate", "x-error-code", "location", "server"),
)
_FIRST_BYTES = 80
_LONG_URL = 200
"""Longer ones carry signatures of a storage service, which are good for a moment only."""
_DATA = re.compile(
    r"\.(?:csv|tsv|tab|txt|dat|data|json|jsonl|ndjson|xlsx?|parquet|feather|arff|npy|npz|h5|hdf5|h5ad|mat|rds|rda|rdata"
    r"|pkl|pickle|pt|pth|ckpt|fasta|fa|faa|fna|fastq|fq|sdf|smi|mol2?|pdb|cif|ent|vcf|bed|bam|zip|tar|tgz|gz|bz2|xz|7z|rar"
    r"|nii|dcm|png|jpe?g|tiff?|wav|mp4|sqlite|db|nc|xml|ya?ml)$",
    re.IGNORECASE,
)
_SIGNATURES: Mapping[str, tuple[bytes, ...]] = {
    ".zip": (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08"),
    ".xlsx": (b"PK\x03\x04",),
    ".npz": (b"PK\x03\x04", b"PK\x05\x06"),
    ".gz": (b"\x1f\x8b",),
    ".tgz": (b"\x1f\x8b",),
    ".bz2": (b"BZh",),
    ".xz": (b"\xfd7zXZ",),
    ".7z": (b"7z\xbc\xaf\x27\x1c",),
    ".npy": (b"\x93NUMPY",),
    ".parquet": (b"PAR1",),
    ".h5": (b"\x89HDF\r\n\x1a\n",),
    ".hdf5": (b"\x89HDF\r\n\x1a\n",),
    ".h5ad": (b"\x89HDF\r\n\x1a\n",),
    ".png": (b"\x89PNG",),
}
_CLOSED = re.compile(r"permission|credential|authenti|authori[sz]|private|restricted|log ?in|token", re.IGNORECASE)
_AWAY = {404: "not found", 410: "gone"}


def promised_name(url: str) -> str:
    """The file name that a URL ends in, where it is one of data; empty where the URL promises no file."""
    name = PurePosixPath(unquote(urlsplit(url).path)).name
    return name if _DATA.search(name) else ""


def evidence_of(response: Response) -> tuple[str, ...]:
    """Status line, telling headers, first bytes; or the failure."""
    if response.failure:
        return (f"{response.url}: {response.failure}: {response.reason}",)
    place = response.url if len(response.url) < _LONG_URL else response.url.partition("?")[0]
    line = f"{place}: {response.status} {response.reason}".rstrip()
    told = "; ".join(f"{name}: {response.headers[name][:200]}" for name in _TOLD if response.headers.get(name))
    first = repr(response.body[:_FIRST_BYTES])[2:-1] if response.body else "empty body"
    return tuple(filter(None, (line, told, first)))


def refusal(response: Response) -> Facts | None:
    """Why an answer of a host's own interface is of no use, or None. Only such an answer can be a tombstone."""
    return (
        _failed(response)
        or _kept_off(response)
        or _by_code(response, by_api=True)
        or (
            _facts(LinkStatus.UNKNOWN, "an HTML page instead of the host's data", response)
            if pages.is_html(response)
            else None
        )
    )


def judge(response: Response, promised: str = "") -> Facts:
    """What a link gives, from the first bytes of a plain GET.

    `promised` is the name of the file that the link promises. `dead` from here is one sighting, not yet a verdict.
    """
    return (
        _failed(response)
        or _kept_off(response)
        or _by_code(response, by_api=False)
        or _by_page(response, promised)
        or _by_bytes(response, promised)
    )


def _failed(response: Response) -> Facts | None:
    if not response.failure:
        return None
    return _facts(LinkStatus.UNKNOWN, f"{response.failure.replace('_', ' ')}: {response.reason}", response)


def _kept_off(response: Response) -> Facts | None:
    """Limits before challenges: a page that names a limit is one, whatever firewall serves it."""
    if pages.is_limit(response):
        wait = wait_of(response)
        until = f"; asks us to wait {wait:.0f} s" if wait else ""
        return _facts(LinkStatus.RATE_LIMITED, f"rate limited ({response.status}){until}", response, wait=wait)
    if pages.is_challenge(response):
        return _facts(LinkStatus.BLOCKED, f"a web firewall answers ({response.status})", response)
    return None


def _by_code(response: Response, by_api: bool) -> Facts | None:
    status, code = response.status, f"{response.status} {response.reason}".rstrip()
    if status in _AWAY:
        return _facts(LinkStatus.DEAD, f"{_AWAY[status]} ({code})", response, is_tombstone=by_api and status == 410)
    if status == 451:
        return _facts(LinkStatus.DEAD, f"taken down for legal reasons ({code})", response, is_tombstone=by_api)
    if status == 401 or (status == 403 and (_says_closed(response) or pages.is_login(response))):
        return _facts(LinkStatus.GATED, f"asks for credentials or permission ({code})", response)
    if status == 403:
        return _facts(LinkStatus.BLOCKED, f"refuses us without a reason ({code})", response)
    if status not in {200, 203, 206}:
        return _facts(LinkStatus.UNKNOWN, f"answered {code}", response)
    return None


def _says_closed(response: Response) -> bool:
    """True where an interface gives a reason. A bare `{"message": "Forbidden"}` is what gateways say to robots."""
    return response.media_type.endswith("json") and bool(_CLOSED.search(response.head))


def _by_page(response: Response, promised: str) -> Facts | None:
    if not pages.is_html(response) or promised.lower().endswith((".html", ".htm")):
        return None
    shown = f"{pages.title_of(response)!r}" if pages.title_of(response) else "a page without a title"
    if pages.is_limit_page(response) and (promised or len(response.head) < 20_000):
        return _facts(LinkStatus.RATE_LIMITED, f"a page that names a limit: {shown}", response)
    if pages.is_tombstone(response):
        return _facts(LinkStatus.DEAD, f"a tombstone page: {shown}", response)
    if pages.is_login(response, promised):
        return _facts(LinkStatus.GATED, f"a login page: {shown}", response)
    if pages.is_request(response):
        return _facts(LinkStatus.GATED, f"a request form or agreement stands before the data: {shown}", response)
    if promised:
        return _facts(LinkStatus.WRONG_CONTENT, f"an HTML page ({shown}) where {promised} was promised", response)
    return _facts(LinkStatus.UNKNOWN, f"a web page ({shown}), not data: which file behind it is meant?", response)


def _by_bytes(response: Response, promised: str) -> Facts:
    if not response.body:
        return _facts(LinkStatus.WRONG_CONTENT, f"no bytes ({response.status}) where data were promised", response)
    suffix = PurePosixPath(promised).suffix.lower()
    wanted = _SIGNATURES.get(suffix)
    if wanted and not response.body.startswith(wanted):
        return _facts(LinkStatus.WRONG_CONTENT, f"{promised} does not begin like a {suffix[1:]} file", response)
    size = f", {response.size} bytes" if response.size is not None else ""
    return _facts(LinkStatus.OPEN, f"bytes of type {response.media_type or 'unknown'}{size}", response)


def _facts(
    status: LinkStatus, detail: str, response: Response, *, is_tombstone: bool = False, wait: float | None = None
) -> Facts:
    return Facts(status, detail, evidence=evidence_of(response), is_tombstone=is_tombstone, wait_seconds=wait)


def wait_of(response: Response, now: float | None = None) -> float | None:
    """Seconds that a host asks us to wait: Retry-After (seconds or date), else the reset of a limit that is used up.

    `RateLimit-Reset` counts seconds, `X-RateLimit-Reset` is a time in epoch seconds where it is a large number.
    """
    now = time.time() if now is None else now
    after = response.header("retry-after").strip()
    if after.isdecimal():
        return float(after)
    if after:
        try:
            return max(0.0, parsedate_to_datetime(after).timestamp() - now)
        except ValueError:
            return None
    reset = response.header("ratelimit-reset") or response.header("x-ratelimit-reset")
    if response.status != 429 and not (response.status == 403 and response.header("x-ratelimit-remaining") == "0"):
        return None
    if not reset.isdecimal():
        return None
    return max(0.0, int(reset) - now) if int(reset) > 10**8 else float(reset)
