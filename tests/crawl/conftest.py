"""Real crawls of real servers on loopback, each in a process of its own as a user starts it."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from support.crawls import Crawls, Site


@pytest.fixture
def site() -> Iterator[Site]:
    site = Site()
    active: Counter[str] = Counter()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            host = urlsplit(self.path).hostname or ""
            with site.changed:
                active[host] += 1
                site.most_at_once[host] = max(site.most_at_once[host], active[host])
                site.asked.append(self.path)
                site.changed.notify_all()
            page = site.pages.get(self.path, (404, {}, b""))
            try:
                if callable(page):
                    page = page(self.headers)
            finally:  # before the client has the answer: what it asks next is not at the same time
                with site.changed:
                    active[host] -= 1
            self.answer(page)

        def answer(self, page: Any) -> None:
            status, headers, body = page if isinstance(page, tuple) else (200, {}, page)
            body = body.encode() if isinstance(body, str) else body
            headers = {"Content-Type": "text/html; charset=utf-8", "Content-Length": str(len(body)), **headers}
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 128  # with the default of 5 a connection can be dropped, and comes again a second later

        def handle_error(self, *_: object) -> None:
            """A client that was killed is no error."""

    server = Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    site.url = f"http://127.0.0.1:{server.server_address[1]}"
    yield site
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def crawls(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Crawls]:
    """Crawls in one process, which starts sooner than three; with the marker ``processes`` as users have them."""
    crawls = Crawls(tmp_path)
    if request.node.get_closest_marker("processes"):
        crawls.processes = []
    yield crawls
    for process in crawls.running:
        if process.poll() is None:
            process.kill()
            process.communicate()
        assert process.stdout is not None
        process.stdout.close()
