from __future__ import annotations

from collections.abc import Callable

import pytest

from topicspider.page import Page, read_page

URL = "http://e.example/dir/page.html"

ReadHtml = Callable[..., Page]


@pytest.fixture
def read() -> ReadHtml:
    """Reads HTML, written as text, as the page at ``URL``; headers are keyword arguments with ``_`` for ``-``."""

    def read_html(html: str, *, charset: str = "utf-8", url: str = URL, **headers: str) -> Page:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return read_page(html.encode(charset), url, {"Content-Type": f"text/html; charset={charset}", **named})

    return read_html
