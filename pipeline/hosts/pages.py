"""What a page from the web is, told from its words and headers: never from the status code alone.

Phrases are those of the products' own pages; tests/hosts/recorded names a source for each.
"""

import re

from pipeline.hosts.exchange import Response

_CHALLENGE_HEADERS = {"x-amzn-waf-action": ("challenge", "captcha"), "cf-mitigated": ("challenge",)}
_CHALLENGE = re.compile(
    r"awswaf\.com|gokuProps|_cf_chl_|/cdn-cgi/challenge-platform|cf-browser-verification|Just a moment\.\.\."
    r"|Attention Required! \| Cloudflare|Incapsula incident|_Incapsula_Resource|Request unsuccessful\. Incapsula"
    r"|<title>Request Rejected</title>|Making sure you(?:&#39;|')re not a bot|captcha-delivery\.com|px-captcha"
    r"|errors\.edgesuite\.net|Access to this page has been denied|Please enable JS and disable any ad blocker"
    r"|You are being blocked\. Please contact us",
    re.IGNORECASE,
)
_LIMIT = re.compile(
    r"too many requests|rate limit|quota (?:has been )?exceeded|Too many users have viewed or downloaded"
    r"|\b\d+ per \d+ (?:second|minute|hour)|download quota|temporarily disabled.{0,60}traffic",
    re.IGNORECASE,
)
_LOGIN_PLACE = re.compile(
    r"^https?://(?:accounts\.google\.com|login\.microsoftonline\.com|login\.live\.com|[^/]*\bidp\.|[^/]*/(?:idp|cas)/)"
    r"|[/.](?:log-?in|sign-?in|sso|oauth2?|auth)(?:[/?.]|$)",
    re.IGNORECASE,
)
_PASSWORD = re.compile(r"<input[^>]+type\s*=\s*[\"']?password", re.IGNORECASE)
_LOGIN_TITLE = re.compile(r"<title>[^<]{0,60}\b(?:log[\s-]?in|sign[\s-]?in|authentication)\b", re.IGNORECASE)
_REQUEST = re.compile(
    r"\brequest (?:access|the data|permission)\b|\bdata (?:use|transfer|access) agreement\b"
    r"|\baccept (?:the|our) (?:terms|licen[cs]e)\b.{0,80}\bto download\b|\bregister\b.{0,60}\bto download\b"
    r"|\brequest (?:form|to download)\b|You need access",
    re.IGNORECASE | re.DOTALL,
)
_FORM = re.compile(
    r"<form\b.*?<(?:input|textarea|select)\b[^>]*\bname\s*=\s*[\"']?[\w-]*"
    r"(?:mail|institut|affiliation|organi[sz]ation|univers|purpose|agree|accept|consent)",
    re.IGNORECASE | re.DOTALL,
)
_TOMBSTONE = re.compile(
    r"\btombstone\b|\bThis (?:record|item|data\s?set|page|DOI|project) (?:has been|was|is) "
    r"(?:deleted|removed|withdrawn|retracted|deaccessioned|no longer available)"
    r"|\b(?:record|data\s?set) (?:has been )?(?:deaccessioned|withdrawn)\b|PID has been deleted",
    re.IGNORECASE,
)
_HTML = re.compile(
    rb"^\s*(?:\xef\xbb\xbf)?\s*(?:<!--.{0,2000}?-->\s*)*<(?:!doctype\s+html|html|head|body|script)\b", re.I | re.S
)
_INDEX = re.compile(r"<title>\s*Index of |<h1>\s*Index of |Directory listing for ", re.IGNORECASE)
_TITLE = re.compile(r"<title[^>]*>(.*?)</title>", re.IGNORECASE | re.DOTALL)
_HREF = re.compile(r"<a\s[^>]*?href\s*=\s*[\"']([^\"'#]+)", re.IGNORECASE)


def is_html(response: Response) -> bool:
    """True for a page: by its first bytes, or by its media type where the bytes say nothing else."""
    if _HTML.match(response.body[:4096]):
        return True
    return response.media_type in {"text/html", "application/xhtml+xml"} and b"<" in response.body[:4096]


def is_challenge(response: Response) -> bool:
    """True for the challenge or block page of a web firewall."""
    if any(response.header(name).lower() in values for name, values in _CHALLENGE_HEADERS.items()):
        return True
    if response.status == 202 and not response.body:
        return True
    return is_page(response) and bool(_CHALLENGE.search(response.head))


def is_limit(response: Response) -> bool:
    """True where the host says that we, or all together, asked too often."""
    if response.status == 429:
        return True
    used_up = response.header("x-ratelimit-remaining") == "0"
    return response.status in {403, 503} and (used_up or bool(_LIMIT.search(response.head)))


def is_limit_page(response: Response) -> bool:
    """True for a page with status 200 that names a limit in place of the file."""
    return is_html(response) and bool(_LIMIT.search(response.head))


def is_page(response: Response) -> bool:
    """True for a page, also one that says nothing of its type."""
    return is_html(response) or response.media_type in {"", "text/plain", "text/html"}


def is_login(response: Response, promised: str = "") -> bool:
    """True for a page that asks who we are.

    A box for a password is on many pages whose data are open: it counts only in the place of a promised file.
    """
    if not is_html(response):
        return False
    asks = _LOGIN_TITLE.search(response.head) or _LOGIN_PLACE.search(response.url.partition("?")[0])
    return bool(asks or (promised and _PASSWORD.search(response.head)))


def is_request(response: Response) -> bool:
    """True for a form that wants to know who we are, or our consent, before the data are given."""
    return is_html(response) and bool(_REQUEST.search(response.head) and _FORM.search(response.head))


def is_tombstone(response: Response) -> bool:
    """True for the page that is left of a record that was taken away."""
    return is_html(response) and bool(_TOMBSTONE.search(response.head))


def is_index(response: Response) -> bool:
    """True for a web server's own list of a folder."""
    return is_html(response) and bool(_INDEX.search(response.head))


def title_of(response: Response) -> str:
    """The title of a page in one line."""
    found = _TITLE.search(response.head)
    return " ".join(found.group(1).split())[:120] if found else ""


def links_of(response: Response) -> tuple[str, ...]:
    """The targets of the links of a page, as printed, each once."""
    return tuple(dict.fromkeys(_HREF.findall(response.text)))
