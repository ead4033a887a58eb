"""Common steps of a conversation with a host's interface."""

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import replace
from typing import Any

from pipeline.hosts.exchange import Conversation, Facts, Refusal, RemoteFile, Request, Response
from pipeline.hosts.judge import evidence_of, refusal
from schemas.data import LinkStatus

Ask = Callable[[Request], Response]
_LONGEST = 300
MOST_PAGES = 50
"""Pages of one listing that are asked for; a record with more is not taken whole."""


def converse(conversation: Conversation, ask: Ask) -> Facts:
    """Hold a conversation. An answer in a form that the host file does not know is `unknown`, never an error.

    RuntimeError stands for JSON nested without end, and for a missing item inside a generator.
    """
    response: Response | None = None
    try:
        request = next(conversation)
        while True:
            response = ask(request)
            request = conversation.send(response)
    except StopIteration as end:
        facts: Facts = end.value
        return replace(facts, evidence=facts.evidence or (evidence_of(response) if response else ()))
    except Refusal as early:
        return early.facts
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, RuntimeError) as error:
        told = evidence_of(response) if response else ()
        return Facts(LinkStatus.UNKNOWN, f"the host answered in a form we do not know ({error!r})", evidence=told)


def json_from(url: str, accept: str = "application/json") -> Generator[Request, Response, Any]:
    """Ask an interface and read JSON. Ends the conversation where the answer is of no use."""
    response = yield Request(url, (("Accept", accept),))
    return json_of(response)


def json_of(response: Response) -> Any:
    """The JSON of an answer. Raises Refusal."""
    refused = refusal(response)
    if refused:
        raise Refusal(refused)
    try:
        return response.json()
    except ValueError as error:
        told = evidence_of(response)
        raise Refusal(Facts(LinkStatus.UNKNOWN, "the host's answer is no JSON", evidence=told)) from error


def dig(data: Any, *keys: str) -> Any:
    """The value at a path of keys, None where the path breaks off."""
    for key in keys:
        if not isinstance(data, Mapping):
            return None
        data = data.get(key)
    return data


def checksum(algorithm: str, digest: Any) -> str:
    """`<algorithm>:<digest>` in lower case as hashlib knows it, empty where there is no digest."""
    return f"{algorithm.lower().replace('-', '')}:{str(digest).lower()}" if digest else ""


def opened(
    what: str,
    files: Iterable[RemoteFile],
    *,
    title: Any = "",
    version: Any = "",
    licence: str | None = None,
    estimated_bytes: int | None = None,
    pointers: str = "",
) -> Facts:
    """The facts of a record that anyone may have; a record without files is `wrong_content`."""
    found = tuple(files)
    if not found:
        return Facts(LinkStatus.WRONG_CONTENT, f"{what} holds no files", str(title or ""), str(version or ""), licence)
    facts = Facts(
        LinkStatus.OPEN,
        "",
        title=" ".join(str(title or "").split())[:_LONGEST],
        version=str(version or "")[:_LONGEST],
        licence=licence,
        files=found,
        estimated_bytes=estimated_bytes,
        pointers=pointers,
    )
    return _told(facts, what)


def _told(facts: Facts, what: str) -> Facts:
    count = len(facts.files)
    size = f", {facts.bytes / 1e6:.3g} MB" if facts.bytes is not None else ", size unknown"
    named = f"{what}: {count} file{'' if count == 1 else 's'}{size}, {facts.licence or 'no licence stated'}"
    return replace(facts, detail=named)


def gated(what: str, response: Response | None = None) -> Facts:
    """The facts of a record behind a login, form or agreement."""
    return Facts(LinkStatus.GATED, what, evidence=evidence_of(response) if response else ())
