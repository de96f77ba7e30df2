from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from http.client import HTTPConnection
from typing import TYPE_CHECKING

import pytest

from topicspider.demo.server import DemoServer
from topicspider.demo.web import DemoWeb, demo_web

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture(scope="module")
def web() -> DemoWeb:
    return demo_web()


def served(web: DemoWeb, client: Callable[[HTTPConnection], object]) -> list[str]:
    """Run ``client`` against a server; the URLs it was asked for."""

    async def run() -> list[str]:
        server = DemoServer(web)
        address = await server.start()
        try:
            await asyncio.to_thread(with_connection, address.removeprefix("http://"))
        finally:
            await server.close()
        return server.asked

    def with_connection(address: str) -> None:
        connection = HTTPConnection(address, timeout=10)
        try:
            client(connection)
        finally:
            connection.close()

    return asyncio.run(run())


def ask(connection: HTTPConnection, method: str, target: str, host: str | None = None) -> tuple[int, bytes]:
    connection.request(method, target, headers={"Host": host} if host else {})
    response = connection.getresponse()
    return response.status, response.read()


def test_proxy_keeps_the_connection(web):
    urls = ["http://ai-lab.demo.test/", "http://ball-talk.demo.test/show.php?cat=data&id=2", "http://nowhere.test/"]
    answers = []

    def client(connection: HTTPConnection) -> None:
        answers.extend(ask(connection, "GET", url) for url in urls[:1])
        socket = connection.sock
        answers.extend(ask(connection, "GET", url) for url in urls[1:])
        assert connection.sock is socket

    assert served(web, client) == urls
    assert [status for status, _ in answers] == [200, 200, 502]
    assert [body for _, body in answers] == [web.get(url).body for url in urls]


def test_origin_by_host_header(web):
    def client(connection: HTTPConnection) -> None:
        status, body = ask(connection, "GET", "/nlp/1.html", host="ai-lab.demo.test")
        assert (status, body) == (200, web.pages["http://ai-lab.demo.test/nlp/1.html"].body)

    served(web, client)


def test_headers_and_redirect(web):
    def client(connection: HTTPConnection) -> None:
        connection.request("GET", "http://travel.demo.test/")
        response = connection.getresponse()
        assert (response.status, response.headers["Location"], response.read()) == (302, "/index.html", b"")
        connection.request("GET", "http://dir.demo.test/")
        response = connection.getresponse()
        assert response.headers["Content-Type"] == "text/html; charset=gbk"
        assert int(response.headers["Content-Length"]) == len(response.read())

    served(web, client)


def test_head_has_the_length_but_no_body(web):
    def client(connection: HTTPConnection) -> None:
        connection.request("HEAD", "http://ai-lab.demo.test/")
        response = connection.getresponse()
        assert int(response.headers["Content-Length"]) == len(web.get("http://ai-lab.demo.test/").body)
        assert response.read() == b""
        assert ask(connection, "GET", "http://ai-lab.demo.test/robots.txt")[0] == 200

    served(web, client)


def test_other_methods_are_refused(web):
    assert served(web, lambda connection: ask(connection, "DELETE", "http://ai-lab.demo.test/")) == []


@pytest.mark.parametrize("line", [b"nonsense\r\n\r\n", b"GET http://[bad/ HTTP/1.1\r\n\r\n"])
def test_what_is_no_request_gets_400(web, line):
    def client(connection: HTTPConnection) -> None:
        connection.connect()
        connection.sock.sendall(line)
        assert connection.sock.recv(100).startswith(b"HTTP/1.1 400 Bad Request\r\n")

    served(web, client)


def test_client_that_goes_away_harms_nobody(web):
    def client(connection: HTTPConnection) -> None:
        connection.connect()
        connection.sock.sendall(b"GET http://ai-lab.demo")
        connection.close()
        assert ask(connection, "GET", "http://ai-lab.demo.test/")[0] == 200

    served(web, client)


def test_served_alone():
    command = [sys.executable, "-m", "topicspider.demo", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            printed = "".join(process.stdout.readline() for _ in range(5))
            connection = HTTPConnection(re.search(r"http://(127\.0\.0\.1:\d+)", printed)[1], timeout=10)
            status, _ = ask(connection, "GET", "http://ai-lab.demo.test/")
            connection.close()
        finally:
            process.terminate()
    assert status == 200
    assert "http://portal.demo.test/" in printed
