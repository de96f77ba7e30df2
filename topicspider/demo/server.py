"""Serves the demo web on loopback, as an HTTP forward proxy and as an origin server by Host header."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Mapping

    from topicspider.demo.web import DemoWeb

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Request:
    method: str
    url: str
    keep_alive: bool


class DemoServer:
    """``port`` 0 takes any free port. ``asked`` are the URLs asked for, in order."""

    def __init__(self, web: DemoWeb, *, port: int = 0) -> None:
        self._web = web
        self._port = port
        self._server: asyncio.Server | None = None
        self._connections: dict[asyncio.Task[None], asyncio.StreamWriter] = {}
        self.asked: list[str] = []

    async def start(self) -> str:
        """Listen on 127.0.0.1 and return the address, such as ``http://127.0.0.1:41234``."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self._port)
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def close(self) -> None:
        if self._server is None:
            return
        self._server.close()
        for writer in self._connections.values():
            writer.transport.abort()
        await asyncio.gather(*self._connections)
        await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._connections[task] = writer
        try:
            while await self._answer_next(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
            logger.debug("Connection ended: %r", error)
        finally:
            del self._connections[task]
            writer.close()

    async def _answer_next(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Answer one request; True when the connection stays open for another."""
        head = await reader.readuntil(b"\r\n\r\n")
        request = _parse(head.decode("latin-1"))
        if request is None:
            writer.write(_response(400, {}, b"", keep_alive=False))
        else:
            writer.write(self._answer(request))
        await writer.drain()
        return request is not None and request.keep_alive

    def _answer(self, request: _Request) -> bytes:
        if request.method not in {"GET", "HEAD"}:
            return _response(405, {"Allow": "GET, HEAD"}, b"", keep_alive=request.keep_alive)
        self.asked.append(request.url)
        page = self._web.get(request.url)
        response = _response(page.status, page.headers, page.body, keep_alive=request.keep_alive)
        return response.removesuffix(page.body) if request.method == "HEAD" else response


def _parse(head: str) -> _Request | None:
    """The request in ``head``, None when it is none. A client that does not speak HTTP/1.1 keeps no connection."""
    first, *lines = head.split("\r\n")
    pairs = (line.partition(":") for line in lines)
    headers = {name.strip().lower(): value.strip() for name, _, value in pairs}
    try:
        method, target, version = first.split(" ")
        url = target if target.startswith("http://") else f"http://{headers.get('host', '')}{target}"
        urlsplit(url)
    except ValueError:
        return None
    wants_close = headers.get("connection", "").lower() == "close"
    return _Request(method, url, keep_alive=version == "HTTP/1.1" and not wants_close)


def _response(status: int, headers: Mapping[str, str], body: bytes, *, keep_alive: bool) -> bytes:
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    lines += [f"Content-Length: {len(body)}", f"Connection: {'keep-alive' if keep_alive else 'close'}"]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body
