"""A server on this machine that stands for all hosts: each answers under `/<host name>`, as recorded."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from urllib.parse import unquote, urlsplit

from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from pipeline.adapters.politeness import Politeness
from pipeline.adapters.web import HttpWeb
from tests.hosts.cases import Recorded

_HERE = "localhost"


class FakeHosts:
    """The hosts of some recorded answers. `asked` are the addresses that were asked for, in order."""

    def __init__(self, server: HTTPServer, answers: Iterable[Recorded]) -> None:
        self._server = server
        self._answers: defaultdict[str, list[Recorded]] = defaultdict(list)
        self._hosts: set[str] = set()
        self.asked: list[str] = []
        self.agents: list[str] = []
        self.ranges: list[str] = []
        self.add(*answers)

    def add(self, *answers: Recorded) -> None:
        """Record more answers."""
        for each in answers:
            self._answers[_key(each.url)].append(each)
            self._hosts.add(urlsplit(each.url).hostname or "")

    def forget(self) -> None:
        """As at the beginning: no host knows anything."""
        self._answers.clear()
        for told in (self.asked, self.agents, self.ranges):
            told.clear()

    @property
    def routes(self) -> dict[str, str]:
        """Host name -> where it is on this machine."""
        return {host: f"http://{_HERE}:{self._server.port}/{host}" for host in self._hosts}

    def web(self, **options: object) -> HttpWeb:
        """A web whose requests end here; it waits for nothing."""
        settings = {"contact": "curator@example.org", "seconds": 5.0, "sleep": lambda seconds: None} | options
        settings.setdefault("politeness", Politeness(interval=0, sleep=lambda seconds: None))
        return HttpWeb(allowed=(_HERE,), routes=self.routes, **settings)  # type: ignore[arg-type]

    def handle(self, request: Request) -> Response:
        """The next recorded answer of an address; what is not recorded is an error of the server."""
        host, _, rest = request.full_path.lstrip("/").partition("/")
        url = f"https://{host}/{rest.rstrip('?')}"
        self.asked.append(url)
        self.agents.append(request.headers.get("User-Agent", ""))
        self.ranges.append(request.headers.get("Range", ""))
        queue = self._answers.get(_key(url))
        if not queue:
            return Response(f"not recorded: {url}", 500)
        answer = queue[0] if len(queue) == 1 else queue.pop(0)
        return answer.act(request) if answer.act else Response(answer.body, answer.status, dict(answer.headers))


def _key(url: str) -> str:
    parts = urlsplit(url)
    return unquote(f"{parts.hostname}/{parts.path.strip('/')}?{parts.query}").rstrip("?")


@contextmanager
def serving(answers: Iterable[Recorded] = ()) -> Iterator[FakeHosts]:
    """Fake hosts while the context lasts."""
    server = HTTPServer(host=_HERE, port=0, threaded=True)
    hosts = FakeHosts(server, answers)
    server.application = hosts.handle  # type: ignore[method-assign]
    server.start()
    try:
        yield hosts
    finally:
        server.stop()
