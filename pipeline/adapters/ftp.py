"""FTP as a transport of httpx: RETR with REST in place of a ranged GET, so that everything else stays the same."""

import ftplib
from collections.abc import Callable, Iterator
from urllib.parse import unquote

import httpcore
import httpx

from pipeline.adapters.addresses import AddressGuard

_CHUNK = 2**16
_ERRORS = (OSError, EOFError, ftplib.Error)


class FtpTransport(httpx.BaseTransport):
    """Anonymous FTP, passive mode. Addresses are checked as for HTTP; the server's own word for them is not taken."""

    def __init__(self, guard: AddressGuard, seconds: float) -> None:
        self._guard = guard
        self._seconds = seconds

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """The file as a response: 200 or 206 with its size, 404 where there is none."""
        host, port = request.url.host, request.url.port or 21
        try:
            address = self._guard.resolve(host, port)[0]
        except httpcore.ConnectError as error:
            raise httpx.ConnectError(str(error), request=request) from error
        ftp = ftplib.FTP(timeout=self._seconds)
        try:
            ftp.connect(address, port)
            ftp.login()
            return _file(ftp, unquote(request.url.path), request.headers.get("range", ""))
        except ftplib.error_perm as error:
            ftp.close()
            code = 404 if str(error).startswith("550") else 401 if str(error).startswith("530") else 403
            return httpx.Response(code, text=str(error))
        except TimeoutError as error:
            ftp.close()
            raise httpx.ReadTimeout(str(error), request=request) from error
        except _ERRORS as error:
            ftp.close()
            raise httpx.ConnectError(str(error), request=request) from error


def _file(ftp: ftplib.FTP, path: str, wanted: str) -> httpx.Response:
    ftp.voidcmd("TYPE I")
    total = ftp.size(path)
    start, end = _range(wanted)
    length = None if total is None else min(total, end + 1 if end is not None else total) - start
    connection = ftp.transfercmd(f"RETR {path}", rest=start or None)
    headers = {"content-type": "application/octet-stream", "accept-ranges": "bytes"}
    if length is not None:
        headers["content-length"] = str(max(0, length))
    if wanted and total is not None:
        headers["content-range"] = f"bytes {start}-{start + max(0, (length or 0)) - 1}/{total}"

    def close() -> None:
        connection.close()
        ftp.close()

    return httpx.Response(206 if wanted else 200, headers=headers, stream=_Content(connection.recv, close, length))


def _range(text: str) -> tuple[int, int | None]:
    first, _, last = text.removeprefix("bytes=").partition("-")
    return int(first or 0), int(last) if last.isdecimal() else None


class _Content(httpx.SyncByteStream):
    """The bytes of a data connection, up to `length`. A connection that ends early is an error, not a short file."""

    def __init__(self, read: Callable[[int], bytes], close: Callable[[], None], length: int | None) -> None:
        self._read = read
        self._close = close
        self._length = length

    def __iter__(self) -> Iterator[bytes]:
        left = self._length
        while left is None or left > 0:
            try:
                chunk = self._read(_CHUNK if left is None else min(_CHUNK, left))
            except OSError as error:
                raise httpx.ReadError(str(error)) from error
            if not chunk:
                break
            left = None if left is None else left - len(chunk)
            yield chunk
        if left:
            raise httpx.RemoteProtocolError(f"the connection ended {left} bytes early")

    def close(self) -> None:
        """Close both connections."""
        self._close()
