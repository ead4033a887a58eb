"""Servers that misbehave: scripts of answers over HTTP, and raw sockets for what no HTTP library would send."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

GOOD = '{"ok": true, "word": "apple"}'


def completion(content: str | None = GOOD, finish: str | None = "stop", **message: Any) -> dict[str, Any]:
    """A chat completion as servers send it."""
    return {
        "id": "c1",
        "object": "chat.completion",
        "created": 1,
        "model": "smol",
        "choices": [
            {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": content, **message}}
        ],
        "usage": {
            "prompt_tokens": 100,
            "completion_tokens": 10,
            "total_tokens": 110,
            "prompt_tokens_details": {"cached_tokens": 40},
        },
    }


def answer(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """A response; a body that is no text becomes JSON."""
    text = body if isinstance(body, str) else json.dumps(body)
    kind = "text/html" if text.startswith("<") else "application/json"
    return Response(text, status=status, headers=headers, content_type=kind)


def error(status: int, message: str, headers: dict[str, str] | None = None, **more: Any) -> Response:
    """An error as OpenAI sends it."""
    return answer({"error": {"message": message, **more}}, status, headers)


@dataclass
class Script:
    """Answers in their order, the last one for ever; keeps what it was sent."""

    answers: list[Response]
    bodies: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)

    def __call__(self, request: Request) -> Response:
        self.bodies.append(request.get_json())
        self.headers.append(dict(request.headers))
        return self.answers[min(len(self.bodies), len(self.answers)) - 1]


def scripted(server: HTTPServer, *answers: Response) -> Script:
    """Let a server give these answers to chat completions."""
    script = Script(list(answers))
    server.expect_request("/v1/chat/completions", method="POST").respond_with_handler(script)
    return script


@contextmanager
def raw_server(speak: Callable[[socket.socket], None]) -> Iterator[str]:
    """A server that reads a request and then does with the connection whatever `speak` does. Gives its address."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            while True:
                try:
                    connection, _ = listener.accept()
                except OSError:
                    return
                with connection:
                    connection.settimeout(10)
                    try:
                        connection.recv(1 << 16)
                        speak(connection)
                    except OSError:
                        continue

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}/v1"
        finally:
            listener.shutdown(socket.SHUT_RDWR)


def http(status: int, body: Any, headers: dict[str, str]) -> bytes:
    """A response with these headers and no others."""
    text = json.dumps(body)
    lines = [f"HTTP/1.1 {status} said", *(f"{name}: {value}" for name, value in headers.items())]
    lines += ["Content-Type: application/json", f"Content-Length: {len(text)}", "Connection: close", "", text]
    return "\r\n".join(lines).encode()


def in_turn(*responses: bytes) -> Callable[[socket.socket], None]:
    """Speaks one response per connection."""
    left = list(responses)
    return lambda connection: connection.sendall(left.pop(0))


def cut_body(connection: socket.socket) -> None:
    """Promises a body and stops in the middle of it."""
    text = json.dumps(completion())
    head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n"
    connection.sendall((head + text[: len(text) // 2]).encode())


def cut_chunks(connection: socket.socket) -> None:
    """Sends chunks and never the last one."""
    text = json.dumps(completion())[:80]
    head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    connection.sendall(f"{head}{len(text):x}\r\n{text}\r\n".encode())


def no_http(connection: socket.socket) -> None:
    """Speaks another protocol."""
    connection.sendall(b"SSH-2.0-OpenSSH_9.2\r\n")


def silence(connection: socket.socket) -> None:
    """Hangs up without a word."""


def trickle(connection: socket.socket) -> None:
    """Keeps the connection alive with blanks for longer than any caller should wait."""
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
    for _ in range(100):
        connection.sendall(b"1\r\n \r\n")
        time.sleep(0.05)


def flood(connection: socket.socket) -> None:
    """Sends without an end."""
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n")
    for _ in range(200):
        connection.sendall(b" " * (1 << 20))
