"""What a page says about itself, put together."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from selectolax.lexbor import LexborHTMLParser

from topicspider.page.about import MAX_LINES, About, first_lines, read_about
from topicspider.page.blocks import BlockWalker, squeeze

NOW = datetime(2025, 1, 1, tzinfo=UTC)
URL = "http://e.example/dir/page.html"
NOON = datetime(2024, 5, 1, 12, 30, tzinfo=UTC)
NOON_IN_CHINA = datetime(2024, 5, 1, 4, 30, tzinfo=UTC)
CHINESE = "<p>今天我们来谈谈绿茶的采摘和保存，以及怎样泡出一杯好茶。</p>"


def about(html: str, url: str = URL, charset: str = "utf-8") -> About:
    tree = LexborHTMLParser(html)
    walker = BlockWalker()
    assert tree.body is not None
    walker.walk(tree.body)
    metas = [node.attributes for node in tree.css("meta")]
    named = {(meta.get("name") or meta.get("property") or "").lower(): meta.get("content") or "" for meta in metas}
    title = tree.css_first("title")
    return read_about(
        tree,
        named,
        [block.text for block in walker.blocks],
        url,
        title=squeeze(title.text()) if title else "",
        h1=walker.h1,
        charset=charset,
        now=NOW,
    )


def test_a_page_of_news() -> None:
    html = (
        "<html lang=en><title>绿茶的采摘_茶叶频道_茶网</title><meta property=og:site_name content=茶网>"
        "<div>首页</div><h1>绿茶的采摘</h1><div>2024-05-01 12:30 来源：新华社 作者：张三 责任编辑：李四</div>" + CHINESE
    )
    assert about(html) == About("绿茶的采摘", "茶网", NOON_IN_CHINA, "张三", "zh")


def test_json_ld() -> None:
    html = """<title>Tea | Daily</title><script type="Application/LD+JSON">{"@graph": [
        {"@type": "WebSite", "name": "Daily"}, {"@id": "#jane", "@type": "Person", "name": "Jane Doe"},
        {"@type": "BlogPosting", "datePublished": "2024-05-01T12:30", "author": {"@id": "#jane"}}]}</script><p>Tea."""
    assert about(html) == About("Tea", "Daily", NOON, "Jane Doe", None)


def test_microdata() -> None:
    html = """<html lang=en-GB><title>Tea</title><p>By <span itemprop=author><b itemprop=name>Jane Doe</b></span>
        <meta itemprop=datePublished content=2024-05-01T12:30>"""
    assert about(html) == About("Tea", None, NOON, "Jane Doe", "en")


def test_a_page_that_says_nothing() -> None:
    assert about("<p>x") == About("", None, None, None, None)


@pytest.mark.parametrize(
    ("html", "author"),
    [
        ("<a rel=author>甲</a><p class=author>乙</p>", "甲"),
        ("<p class=author>乙</p><p>作者：丙</p>", "丙"),  # a class may be any
        ("<p class='post author'>作者 乙</p>", "乙"),
        ("<link rel=author href=humans.txt><meta rel=author content=humans.txt><p>x", None),
        ("<meta name=author content=茶网><meta property=og:site_name content=茶网><p>作者：丙", "丙"),
    ],
)
def test_the_author(html: str, author: str | None) -> None:
    assert about(html).author == author


def test_the_zone_is_that_of_china_on_chinese_pages() -> None:
    html = "<p>2024-05-01 12:30</p>"
    assert about(html).published_at == NOON
    assert about("<html lang=zh-TW>" + html).published_at == NOON_IN_CHINA
    assert about(html + CHINESE).published_at == NOON_IN_CHINA
    assert about(html, charset="gb18030").published_at == NOON_IN_CHINA


def test_the_languages_declared() -> None:
    assert about("<html lang=fr><meta property=og:locale content=de_DE><p>x").language == "fr"
    assert about("<meta property=og:locale content=de_DE><p>x").language == "de"
    assert about("<meta name=content-language content=de-AT><p>x").language == "de"


def test_the_title_of_a_feed_names_the_site() -> None:
    feed = "<link rel=alternate type=application/rss+xml title='茶网 &raquo; Feed'>"
    page = about(f"<title>绿茶 - 茶网</title>{feed}<p>x")
    assert (page.title, page.site_name) == ("绿茶", "茶网")


def test_the_logo_as_a_heading_names_the_site() -> None:
    page = about("<title>绿茶 - 茶网</title><h1>茶网</h1><h2>绿茶</h2>")
    assert (page.title, page.site_name) == ("绿茶", "茶网")


@pytest.mark.parametrize("url", ["http://e.example", "http://e.example/", "http://e.example/index.html"])
def test_a_home_page_keeps_its_title_and_has_no_date_of_its_news(url: str) -> None:
    html = (
        "<title>茶网 - 好茶</title><meta property=og:site_name content=茶网><time datetime=2024-05-01>昨天</time>"
        "<a rel=author>张三</a><p class=author>李四</p><p>作者：王五 发布时间：2024-05-02</p>"
    )
    assert about(html, url)[:4] == ("茶网 - 好茶", "茶网", None, None)


def test_another_page_of_the_site_is_not_its_home() -> None:
    html = (
        "<title>茶网 - 好茶</title><meta property=og:site_name content=茶网><time datetime=2024-05-01>昨天</time>"
        "<a rel=author>张三</a><p>x"
    )
    assert about(html, "http://e.example/?p=7")[:4] == ("好茶", "茶网", datetime(2024, 5, 1, tzinfo=UTC), "张三")


def test_a_home_page_has_what_its_head_declares() -> None:
    head = "<meta name=author content=张三><meta name=date content=2024-05-01T12:30Z><p>x"
    page = about(head, "http://e.example/")
    assert (page.author, page.published_at) == ("张三", NOON)


def test_lines_are_read_from_the_title_on() -> None:
    texts = [f"导航{number}" for number in range(200)]
    texts[100] = "绿茶"
    lines = first_lines(texts, ("没有", "绿茶"))
    assert lines == texts[95 : 100 + MAX_LINES]
    assert first_lines(texts, ("没有",)) == texts[:MAX_LINES]


def test_a_long_line_is_none() -> None:
    assert first_lines(["短", "长" * 201, "短"], ()) == ["短", "短"]
