"""From links to local roots: what the data source has for each link, each place once."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pipeline.hosts import identify
from pipeline.hosts.known_sets import place_of
from pipeline.ports import DataSource, Store
from pipeline.verify.inventory import Inventory, Root, take
from pipeline.verify.thresholds import DEFAULT_LIMITS, Limits
from schemas.data import LinkCheck, LinkStatus
from schemas.evidence import Evidence
from schemas.task import Setting

_SHOWN = 3
_CLOSED = frozenset({LinkStatus.GATED, LinkStatus.DEAD})


@dataclass(frozen=True)
class Acquired:
    """The roots that links gave, what they hold, and the links that gave nothing, with the reason.

    `evidence` is where the paper names the links that gave something.
    """

    roots: tuple[Root, ...]
    inventory: Inventory
    silent: tuple[str, ...]
    evidence: tuple[Evidence, ...] = ()


def acquire(
    paper_id: str,
    links: Sequence[LinkCheck],
    settings: Sequence[Setting],
    source: DataSource,
    store: Store,
    limits: Limits = DEFAULT_LIMITS,
) -> Acquired:
    """Ask for every link that is not closed, and for what settings name as their source. Raises StalledError."""
    roots: list[Root] = []
    silent = [f"{link.url}: {link.status}, {link.detail}" for link in links if link.status in _CLOSED]
    for url in _urls(links, settings):
        given = root_of(url, source)
        if isinstance(given, Root):
            roots.append(given)
        else:
            silent.append(f"{url}: {given}")
    kept = _outermost(roots)
    found = sum((take(paper_id, root, store, limits) for root in kept), Inventory())
    opened = {_key(root.source) for root in roots}
    evidence = tuple(item for link in links if _key(link.url) in opened for item in link.evidence)
    return Acquired(tuple(kept), found, tuple(silent), evidence)


def root_of(url: str, source: DataSource) -> Root | str:
    """What a link gives, from a mirror or downloaded; else why it gives nothing. Raises StalledError."""
    answer = source.answer(url)
    if answer.root is not None:
        return Root(url, answer.root, answer.licence)
    if answer.status is not LinkStatus.OPEN:
        return answer.detail
    gathered = source.fetch(url)
    return Root(url, None, answer.licence, gathered) if gathered.kept else "; ".join(gathered.refused[:_SHOWN])


def _urls(links: Sequence[LinkCheck], settings: Sequence[Setting]) -> list[str]:
    """The links to ask for, each record once. What a setting names that is no address is left to `matching`."""
    closed = {_key(link.url) for link in links if link.status in _CLOSED}
    told = [text for setting in settings for text in setting.sources if "/" in text and " " not in text]
    sets = [place_of(name) for setting in settings for name in (*setting.sources, setting.name)]
    named = (*told, *filter(None, sets))
    urls: dict[str, str] = {}
    for url in (*(link.url for link in links), *named):
        if _key(url) not in closed:
            urls.setdefault(_key(url), url)
    return list(urls.values())


def _key(url: str) -> str:
    return identify(url).canonical_url


def _outermost(roots: Iterable[Root]) -> list[Root]:
    """Each place once, and no folder inside another that is already taken; the order of the links stays."""
    unique = list({root.path or root.source: root for root in reversed(list(roots))}.values())[::-1]
    paths = {root.path for root in unique}
    return [root for root in unique if root.path is None or not paths & set(root.path.parents)]
