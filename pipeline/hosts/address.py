"""From a link as printed to an `Address`: quotes, brackets, line breaks and punctuation around it fall away."""

import re
import unicodedata

from pipeline.hosts.host import Address

_INVISIBLE = re.compile(r"[\s\u00ad\u200b-\u200f\u2060\ufeff]+")
_SCHEME = re.compile(r"^(?:git\+)?([a-z][a-z0-9.-]*):/{1,}", re.IGNORECASE)
_SECURE_SHELL = re.compile(r"^(?:ssh:/+)?git@([\w.-]+)[:/]", re.IGNORECASE)
_BARE_DOI = re.compile(r"^(?:doi:?|info:doi/)?(?=10\.\d{4,9}/)", re.IGNORECASE)
_PORT = re.compile(r":(?:80|443|21|22)?$")
_OPEN, _CLOSE = "([{<", ")]}>"
_TRAIL = ".,;:!?'\"’”´`*"
_LEAD = "'\"‘“(<[{*"
_DOI_RESOLVERS = {"dx.doi.org": "doi.org", "doi.org": "doi.org"}


def tidy(text: str) -> str:
    """The link without white space, invisible characters, and what a sentence puts around it."""
    link = unicodedata.normalize("NFKC", _INVISIBLE.sub("", unicodedata.normalize("NFKC", text))).lstrip(_LEAD)
    while link and (link[-1] in _TRAIL or _closes_nothing(link)):
        link = link[:-1]
    return link


def _closes_nothing(link: str) -> bool:
    at = _CLOSE.find(link[-1])
    return at >= 0 and link.count(_CLOSE[at]) > link.count(_OPEN[at])


def take_apart(text: str) -> Address:
    """An address of what is printed. A missing scheme is https; a bare DOI is an address of doi.org."""
    link = tidy(text)
    if _BARE_DOI.match(link):
        return Address("https", "doi.org", _pieces(_BARE_DOI.sub("", link)))
    link = _SECURE_SHELL.sub(r"https://\1/", link)
    scheme = _SCHEME.match(link)
    rest = link[scheme.end() :] if scheme else link.lstrip("/")
    before_fragment = rest.partition("#")[0]
    path, _, query = before_fragment.partition("?")
    domain, _, path = path.partition("/")
    return Address(_scheme(scheme), _domain(domain), _pieces(path), query.rstrip("/&"))


def _scheme(found: re.Match[str] | None) -> str:
    name = found.group(1).lower() if found else "https"
    return name if name in {"http", "https", "ftp"} else "https"


def _domain(text: str) -> str:
    domain = text.lower().rpartition("@")[2]
    while domain != (shorter := _PORT.sub("", domain).strip(".").removeprefix("www.")):
        domain = shorter
    return _DOI_RESOLVERS.get(domain, domain)


def _pieces(path: str) -> tuple[str, ...]:
    return tuple(piece for piece in path.split("/") if piece)
