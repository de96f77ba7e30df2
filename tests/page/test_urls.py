"""``resolve``, ``url_identity``, ``strict_identity`` and ``host_of``."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import Any

import pytest

from topicspider.page import read_page, resolve_link
from topicspider.page.urls import MAX_URL_LENGTH, host_of, resolve, strict_identity, url_identity

CASES = Path(__file__).parents[1] / "fixtures" / "cases"
LINKS = json.loads((CASES / "urls.json").read_text("utf-8"))["cases"]
PAIRS = json.loads((CASES / "url_identity.json").read_text("utf-8"))["cases"]
BASE = "http://www.example.com/dir/page.html"

# What url_identity says where the standard leaves it open: sorted query, no session, no root dot.
OURS = {"UI12": True, "UI14": True, "UI20": True}
STRICT = {"UI12": False, "UI14": False, "UI20": True}


def case_id(case: dict[str, Any]) -> str:
    return str(case["id"])


@pytest.mark.parametrize("case", LINKS, ids=case_id)
def test_a_link_means_what_a_browser_would_ask_for(case: dict[str, Any]) -> None:
    found = resolve_link(case["href"], case["page_url"], case["base_href"], case["page_encoding"])
    assert found == case["expected_request"]


@pytest.mark.parametrize("case", LINKS, ids=case_id)
def test_a_link_on_a_page_is_the_same(case: dict[str, Any]) -> None:
    base = f'<base href="{escape(case["base_href"])}">' if case["base_href"] else ""
    anchor = case["raw_html"] or f'<a href="{escape(case["href"])}">x</a>'
    html = f'<meta charset="{case["page_encoding"]}">{base}{anchor}<a href="http://last.example/">y</a>'
    page = read_page(html.encode(case["page_encoding"], "xmlcharrefreplace"), case["page_url"])
    expected = [case["expected_request"]] if case["expected_request"] else []
    assert [link.url for link in page.links] == [*expected, "http://last.example/"]


@pytest.mark.parametrize("case", PAIRS, ids=case_id)
def test_what_is_the_same_resource(case: dict[str, Any]) -> None:
    expected = case["same_resource"]
    a, b = case["a"], case["b"]
    assert (url_identity(a) == url_identity(b)) is OURS.get(case["id"], expected)
    assert (strict_identity(a) == strict_identity(b)) is STRICT.get(case["id"], expected)


@pytest.mark.parametrize(
    ("url", "identity", "strict"),
    [
        ("http://e.example", "http://e.example/", "http://e.example/"),
        ("HTTP://E.example:80?x=1", "http://e.example/?x=1", "http://e.example/?x=1"),
        ("https://e.example:443/", "https://e.example/", "https://e.example/"),
        ("http://e.example:443/", "http://e.example:443/", "http://e.example:443/"),
        ("http://e.example/%7euser", "http://e.example/~user", "http://e.example/~user"),
        ("http://e.example/a?q=%e4%b8%ad", "http://e.example/a?q=%E4%B8%AD", "http://e.example/a?q=%E4%B8%AD"),
        ("http://u:p@e.example/a#f", "http://e.example/a", "http://e.example/a"),
        ("http://[::1]:80/", "http://[::1]/", "http://[::1]/"),
        ("http://1/", "http://0.0.0.1/", "http://0.0.0.1/"),
        ("http://127.1/", "http://127.0.0.1/", "http://127.0.0.1/"),
        ("http://0x7f000001/a", "http://127.0.0.1/a", "http://127.0.0.1/a"),
        ("http://e.example:08080/", "http://e.example:8080/", "http://e.example:8080/"),
        ("http://e.example./", "http://e.example/", "http://e.example/"),
        ("http://e.example/.;jsessionid=1", "http://e.example/", "http://e.example/.;jsessionid=1"),
        ("http://e.example/a/..;sid=1/b", "http://e.example/b", "http://e.example/a/..;sid=1/b"),
        ("http://e.example/a%%41e", "http://e.example/a%25Ae", "http://e.example/a%25Ae"),
        ("http://a;sid=1/b", "http://a;sid=1/b", "http://a;sid=1/b"),
        ("http://e.example/a?b=2&a=1&a=0", "http://e.example/a?a=0&a=1&b=2", "http://e.example/a?b=2&a=1&a=0"),
        ("http://e.example/?x=utm_source", "http://e.example/?x=utm_source", "http://e.example/?x=utm_source"),
        ("http://e.example/?utm_medium=x&id=3", "http://e.example/?id=3", "http://e.example/?utm_medium=x&id=3"),
        ("http://e.example/?SPM=x&from=y&id=3&&", "http://e.example/?id=3", "http://e.example/?SPM=x&from=y&id=3&&"),
        ("http://e.example/?PHPSESSID=1", "http://e.example/", "http://e.example/?PHPSESSID=1"),
        ("http://e.example/a;sid=1/b", "http://e.example/a/b", "http://e.example/a;sid=1/b"),
        (
            "http://e.example/?fromage=1&side=2",
            "http://e.example/?fromage=1&side=2",
            "http://e.example/?fromage=1&side=2",
        ),
    ],
)
def test_the_normal_forms(url: str, identity: str, strict: str) -> None:
    assert url_identity(url) == identity
    assert strict_identity(url) == strict
    assert url_identity(identity) == identity
    assert strict_identity(strict) == strict


@pytest.mark.parametrize(
    "url",
    [
        "http://e.example/",
        "https://e.example:8080/a/b.html",
        "http://e.example/%E4%B8%AD/~a_b-c",
        "http://e.example//a//",
        "http://e.example/a..b/.../c",
        "http://e.example/?a=1&b=%2F",
        "http://10.0.0.1/",
        "http://1../",
        "http://[",  # no URL, or not of the web: as it is
        "http://999.999.999.999/",
        "mailto:A@e.example",
        "",
    ],
)
def test_a_normal_form_is_its_own(url: str) -> None:
    assert url_identity(url) == strict_identity(url) == url


@pytest.mark.parametrize("url", ["http://e.example/a/./b", "http://e.example/c/../a/b", "http://e.example/./a/b"])
def test_dot_segments_are_resolved(url: str) -> None:
    assert url_identity(url) == "http://e.example/a/b"


@pytest.mark.parametrize(
    "href",
    [
        "mailto:a@e.example",
        "tel:10086",
        "ftp://e.example/a",
        "about:blank",
        "http://",
        "http://[",
        "<%= url %>",
        "/a/${id}",
        'a.html>bad</a><a href="b.html',
        "/" + "a" * MAX_URL_LENGTH,
    ],
)
def test_what_is_no_link(href: str) -> None:
    assert resolve(href, BASE) is None


def test_the_longest_url_is_2083_characters() -> None:
    href = "http://e.example/".ljust(2083, "a")
    assert resolve(href, BASE) == href
    assert resolve(href + "a", BASE) is None


def test_white_space_around_and_within_a_link_is_dropped() -> None:
    assert resolve("\t /a\nb\r\n ", BASE) == "http://www.example.com/ab"


@pytest.mark.parametrize(("charset", "query"), [("utf-8", "%E8%8C%B6"), ("gb18030", "%B2%E8"), ("big5hkscs", "%AF%F9")])
def test_the_query_has_the_charset_of_the_page_and_the_path_has_not(charset: str, query: str) -> None:
    assert resolve("/茶?q=茶#茶", BASE, charset) == f"http://www.example.com/%E8%8C%B6?q={query}"


@pytest.mark.parametrize("charset", ["utf-16-le", "utf-16-be"])
def test_the_query_of_a_utf_16_page_is_utf_8(charset: str) -> None:
    assert resolve("?q=茶", BASE, charset) == f"{BASE}?q=%E8%8C%B6"


def test_a_character_that_the_charset_lacks_is_a_reference() -> None:
    assert resolve("?q=é茶", BASE, "cp1252") == f"{BASE}?q=%E9%26%2333590%3B"


@pytest.mark.parametrize(
    ("href", "url"),
    [
        ("http://user:p@e.example/a", "http://e.example/a"),
        ("//user@x@e.example:8080/", "http://e.example:8080/"),
        ("/login?next=http://me@x.example/", "http://www.example.com/login?next=http://me@x.example/"),
        ("http://a//x@y/z", "http://a//x@y/z"),
        ("http://me@a//x@y/z", "http://a//x@y/z"),
    ],
)
def test_only_the_user_of_the_authority_is_dropped(href: str, url: str) -> None:
    assert resolve(href, BASE) == url


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("http://e.example/a", "e.example"),
        ("HTTP://WWW.E.Example.:8080/", "www.e.example"),
        ("https://user:p@e.example?x@y", "e.example"),
        ("http://[::1]:3/", "[::1]"),
        ("http://a@b@e.example/", "e.example"),
        ("http://e.example", "e.example"),
        ("/a/b", ""),
        ("", ""),
    ],
)
def test_the_host_of_a_url(url: str, host: str) -> None:
    assert host_of(url) == host
