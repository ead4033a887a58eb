"""`python -m tests.bench_data.links`: how links are read, over all recorded cases, beside a checker of status codes.

The checker asks for the link as printed, follows redirects, and believes the code. A case that one look cannot settle
(a page that is missed on one day) counts as right where both call it what its first look must be.
"""

import tempfile
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

from pipeline.adapters.downloads import Downloads
from pipeline.adapters.facts import FactsFile
from pipeline.adapters.mirror import MirrorSource
from pipeline.adapters.network import NetworkSource
from pipeline.adapters.store import FileStore
from pipeline.adapters.web import HttpWeb
from pipeline.hosts import identify, tidy
from pipeline.hosts.exchange import Request
from schemas.data import LinkStatus
from tests.hosts.cases import Case
from tests.hosts.recorded import ALL
from tests.hosts.server import FakeHosts, serving

_BY_CODE = {401: LinkStatus.GATED, 403: LinkStatus.GATED, 404: LinkStatus.DEAD, 410: LinkStatus.DEAD}
_FATAL = frozenset({LinkStatus.GATED, LinkStatus.DEAD})


class _Clock:
    def now(self) -> datetime:
        """See `pipeline.ports.Clock`."""
        return datetime(2026, 3, 1, tzinfo=UTC)


def main() -> None:
    """Ask both, and print the tables."""
    with serving() as hosts:
        rows = [(case, *_both(case, hosts)) for case in ALL]
    for name, place in (("papergym", 1), ("status code only", 2)):
        _show(name, [(row[0].status, row[place]) for row in rows])
    print("where they differ:")
    for case, ours, theirs in (row for row in rows if row[0].status is not row[1] or row[1] is not row[2]):
        print(f"  {case.name:<62} truth {case.status:<14} papergym {ours:<14} code {theirs}")


def _both(case: Case, hosts: FakeHosts) -> tuple[LinkStatus, LinkStatus]:
    seconds = 0.5 if "silent" in case.name else 5.0
    hosts.forget()
    hosts.add(*case.answers)
    web = hosts.web(seconds=seconds)
    with tempfile.TemporaryDirectory() as folder:
        downloads = Downloads(web, FileStore(Path(folder) / "store"))
        source = NetworkSource(MirrorSource({}), web, FactsFile(Path(folder) / "facts"), downloads, _Clock())
        ours = source.answer(case.link).status
    hosts.forget()
    hosts.add(*case.answers)
    return ours, _by_code(case, hosts.web(seconds=seconds))


def _by_code(case: Case, web: HttpWeb) -> LinkStatus:
    link = tidy(case.link)
    url = link if "://" in link else identify(link).canonical_url
    with web.stream(Request(url)) as stream:
        response = stream.response
    if 200 <= response.status < 300:
        return LinkStatus.OPEN
    if response.status == 429:
        return LinkStatus.RATE_LIMITED
    return _BY_CODE.get(response.status, LinkStatus.UNKNOWN)


def _show(name: str, pairs: list[tuple[LinkStatus, LinkStatus]]) -> None:
    """A confusion table: rows are the truth, columns what was said."""
    count = Counter(pairs)
    right = sum(number for (truth, said), number in count.items() if truth is said)
    lost = sum(number for (truth, said), number in count.items() if said in _FATAL and truth not in _FATAL)
    missed = sum(number for (truth, said), number in count.items() if said is LinkStatus.OPEN and truth is not said)
    print(f"{name}: {right} of {len(pairs)} right; {lost} rejected that must not be; {missed} called open that are not")
    print(f"{'truth':<15}" + "".join(f"{said:>15}" for said in LinkStatus))
    for truth in LinkStatus:
        print(f"{truth:<15}" + "".join(f"{count[truth, said] or '.':>15}" for said in LinkStatus))
    print()


if __name__ == "__main__":
    main()
