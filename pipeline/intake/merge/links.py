"""The links of several readings, each once: a link that a reading cut off is the whole one of another."""

from collections.abc import Sequence

from schemas.paper import Link, Paper


def united(papers: Sequence[Paper]) -> tuple[Link, ...]:
    """Links in the order of the first reading, then those that only others have, with pages where one knows them."""
    found: dict[tuple[str, str], Link] = {}
    for paper in papers:
        for link in paper.links:
            known = _same(found, link)
            if known is None:
                found[_key(link)] = link
            elif link.page is not None:
                found |= {key: _on_page(found[key], link) for key in known}
    return tuple(found.values())


def _key(link: Link) -> tuple[str, str]:
    return bare(link.url), link.section or ""


def bare(url: str) -> str:
    """A URL without what changes nothing: scheme, `www.`, resolver, case, closing slash."""
    short = url.strip().lower().split("://", 1)[-1].removeprefix("www.")
    return short.replace("dx.doi.org/", "doi.org/").rstrip("/")


def _same(found: dict[tuple[str, str], Link], link: Link) -> list[tuple[str, str]] | None:
    """The keys of the links that this one repeats, or is the beginning of."""
    own = bare(link.url)
    keys = [key for key in found if key[0] == own or (len(own) > 12 and key[0].startswith(own))]
    return keys or None


def _on_page(link: Link, other: Link) -> Link:
    return link if link.page is not None else link.model_copy(update={"page": other.page})
