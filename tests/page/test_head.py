"""What the head of a page, and its headers, say about it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from topicspider.page import Page
from topicspider.page.head import MAX_TITLE

Read = Callable[..., Page]


@pytest.mark.parametrize(
    ("html", "title"),
    [
        ("<title>\n 绿茶&nbsp;的\t采摘 </title><h1>标题</h1>", "绿茶 的 采摘"),
        ("<title> </title><meta property='og:title' content=' 茶 叶 '><h1>标题</h1>", "茶 叶"),
        ("<h1>绿<b>茶</b>的<br>采摘</h1><h1>二</h1>", "绿茶的 采摘"),
        ("<p>前<h1><div>标题</div></h1><h1>二</h1>", "标题"),
        ("<h1> <div>标<b>题</b></div>\n<div>二</div>三</h1>", "标题 二 三"),
        ("<p>前<a href=a>一<h1>标题</h1>二</a>", "标题"),
        ("<h1><img></h1><h1>二</h1>", "二"),
        ("<h1>绿<b>茶</b></h1><h1>二</h1>", "绿茶"),
        ("<svg><title>图标</title></svg><p>没有标题", ""),
        ("<title>" + "茶" * (MAX_TITLE + 1) + "</title>", "茶" * MAX_TITLE),
        ("<h1>" + "茶" * (MAX_TITLE + 1) + "</h1>", "茶" * MAX_TITLE),
    ],
)
def test_the_title(read: Read, html: str, title: str) -> None:
    assert read(html).title == title


@pytest.mark.parametrize(
    ("meta", "header", "noindex", "nofollow"),
    [
        ("", "", False, False),
        ("<META NAME=Robots CONTENT='NoIndex , NoFollow'>", "", True, True),
        ("<meta name=robots content=none>", "", True, True),
        ("<meta name=robots content='index,follow,max-snippet:-1'>", "", False, False),
        ("<meta name=topicspider content=noindex>", "", True, False),
        ("<meta name=robots content=nofollow><meta name=topicspider content=noindex>", "", True, True),
        ("<meta name=baiduspider content=none>", "", False, False),
        ("<meta name=description content=noindex>", "", False, False),
        ("<meta name=robots content=noindex><meta name=robots content=nofollow>", "", True, True),
        ("<meta name=robots content=all><meta name=ROBOTS content=none>", "", True, True),
        ("", "noindex", True, False),
        ("", "NOINDEX, nofollow", True, True),
        ("", "topicspider: nofollow", False, True),
        ("", "otherbot: noindex", False, False),
        ("", "otherbot: noindex, nofollow", False, False),
        ("", "360Spider: noindex, topicspider: nofollow", False, True),
        ("", "noindex, otherbot: nofollow, nosnippet", True, False),
        ("", "otherbot: noindex\nnofollow", False, True),  # two headers
        ("", "max-snippet: 5, noindex", True, False),
        ("", "otherbot: max-snippet: 5, noindex", False, False),
        ("", "unavailable_after: Saturday, 25-Jun-10 15:00:00 PST, nofollow", False, True),
        ("", "unavailable_after: 25 Jun 2010 15:00:00 PST", False, False),
        ("<meta name=robots content=nofollow>", "noindex", True, True),
    ],
)
def test_robots_directives(read: Read, meta: str, header: str, noindex: bool, nofollow: bool) -> None:
    page = read(meta + "<p>茶", X_Robots_Tag=header)
    assert (page.noindex, page.nofollow) == (noindex, nofollow)


@pytest.mark.parametrize(
    ("head", "canonical"),
    [
        ("", None),
        ("<link rel=canonical href='/a?x=1'>", "http://e.example/a?x=1"),
        ("<link rel='Alternate Canonical' href=b>", "http://e.example/dir/b"),
        ("<base href='http://b.example/'><link rel=canonical href=a>", "http://b.example/a"),
        ("<link rel=canonical href='http://e.example:80/a'><link rel=canonical href='/a'>", "http://e.example/a"),
        ("<link rel=canonical href='/a'><link rel=canonical href='/b'>", None),
        ("<link rel=canonical href='javascript:1'>", None),
        ("<link rel=canonical>", None),
        ("<link rel=canonical href=' '>", None),
        ("<link rel=canonical><link rel=canonical href='/a'>", "http://e.example/a"),
        ("<link rel=stylesheet href='/a'>", None),
    ],
)
def test_the_canonical_url(read: Read, head: str, canonical: str | None) -> None:
    assert read(head + "<p>茶").canonical == canonical


@pytest.mark.parametrize(
    ("base", "url"),
    [
        ("", "http://e.example/dir/a"),
        ("<base href='/x/'>", "http://e.example/x/a"),
        ("<base href='//b.example'>", "http://b.example/a"),
        ("<base href='/x/'><base href='/y/'>", "http://e.example/x/a"),
        ("<base target=_top><base href='/y/'>", "http://e.example/y/a"),
        ("<base href='http://['>", "http://e.example/dir/a"),
        ("<base href='data:text/html,x'>", "http://e.example/dir/a"),
    ],
)
def test_links_are_relative_to_the_base(read: Read, base: str, url: str) -> None:
    assert [link.url for link in read(f"{base}<a href=a>茶</a>").links] == [url]


def test_a_fragment_alone_is_the_base(read: Read) -> None:
    html = "<base href='{}'><a href='#sec'>茶</a>"
    assert [link.url for link in read(html.format("http://b.example/x")).links] == ["http://b.example/x"]
    assert read(html.format("page.html")).links == ()  # the page itself


@pytest.mark.parametrize(
    ("content", "url"),
    [
        ("0;url=next.html", "http://e.example/dir/next.html"),
        ("5; URL = '/next.html'", "http://e.example/next.html"),
        ("0, //b.example/", "http://b.example/"),
        ("0.5;/next.html", "http://e.example/next.html"),
        ("300", None),
        ("0;url=page.html", None),  # itself
        ("0;url=javascript:alert(1)", None),
        ("0;url=", None),
        ("0;url=''", None),
        ("0; URL = '  '", None),
        ("0;", None),
        ("0" + " " * 100_000, None),
        ("soon;url=next.html", None),
        ("", None),
    ],
)
def test_a_redirect_in_the_page_is_its_first_link(read: Read, content: str, url: str | None) -> None:
    meta = f'<meta http-equiv=Refresh content="{content}">'
    for page in (read(meta + "<a href=a>茶</a>"), read("<a href=a>茶</a>", Refresh=content)):
        assert [link.url for link in page.links] == [*([url] if url else []), "http://e.example/dir/a"]
