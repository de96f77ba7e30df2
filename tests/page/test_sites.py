"""Which site a host belongs to."""

from __future__ import annotations

import pytest

from topicspider.page.sites import is_same_site, registered_domain


@pytest.mark.parametrize(
    ("host", "domain"),
    [
        ("example.com", "example.com"),
        ("news.example.com.cn", "example.com.cn"),
        ("a.b.example.co.uk", "example.co.uk"),
        ("me.github.io", "me.github.io"),  # whoever has it is another than the neighbour
        ("www.me.github.io", "me.github.io"),
        ("com.cn", "com.cn"),
        ("127.0.0.1", "127.0.0.1"),
        ("[::1]", "[::1]"),
        ("localhost", "localhost"),
        ("www.hub.test", "hub.test"),
        ("", ""),
    ],
)
def test_the_domain_that_was_registered(host: str, domain: str) -> None:
    assert registered_domain(host) == domain


def test_urls_of_the_same_site() -> None:
    assert is_same_site("http://news.example.com.cn/a", "https://example.com.cn:8080/b")
    assert not is_same_site("http://a.github.io/", "http://b.github.io/")
