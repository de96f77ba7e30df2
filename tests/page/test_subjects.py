"""What the author of a page has filed it under."""

from __future__ import annotations

import pytest

from topicspider.page import read_page
from topicspider.page.subjects import MAX_SUBJECTS, read_subjects

URL = "http://e.example/post/1.html"
TEXT = "<p>今天我们来谈谈绿茶的采摘和保存，以及怎样泡出一杯好茶，水温和时间都有讲究。</p>" * 3


def subjects(head: str = "", body: str = TEXT) -> tuple[str, ...]:
    html = f"<html><head><meta charset=utf-8>{head}</head><body>{body}</body></html>"
    return read_page(html.encode(), URL).subjects


@pytest.mark.parametrize("name", ["keywords", "Keywords", "news_keywords", "DC.subject", "dcterms.subject"])
def test_keywords_of_the_head(name: str) -> None:
    assert subjects(f'<meta name="{name}" content="绿茶, 泡茶，水温、茶具">') == ("绿茶", "泡茶", "水温", "茶具")


def test_every_tag_of_an_article_has_a_meta_of_its_own() -> None:
    head = '<meta property="article:section" content="茶"><meta property="article:tag" content="绿茶">'
    assert subjects(head + '<meta property="article:tag" content="龙井">') == ("茶", "绿茶", "龙井")


@pytest.mark.parametrize(
    "href",
    [
        "/tag/tea/",
        "/tags/%E7%BB%BF%E8%8C%B6",
        "/category/tea/index.html",
        "/categories/tea",
        "/topic/tea",
        "/?tag=tea",
        "/list?page=2&cat=7",
    ],
)
def test_links_to_its_tags_and_categories(href: str) -> None:
    assert subjects(body=f'{TEXT}<p>标签：<a href="{href}">#绿茶</a></p>') == ("绿茶",)


@pytest.mark.parametrize("href", ["/tags/", "/tag/page/2", "/category/tea/2024/07/a.html", "/stage/tea", "/?tag="])
def test_links_that_are_no_files(href: str) -> None:
    assert subjects(body=f'{TEXT}<p><a href="{href}">绿茶</a></p>') == ()


def test_tags_in_navigation_are_those_of_the_site() -> None:
    assert subjects(body=f'<nav><a href="/tag/tea">绿茶</a></nav>{TEXT}') == ()


def test_each_subject_once() -> None:
    assert subjects('<meta name=keywords content="绿茶,绿茶">', f'{TEXT}<a href="/tag/a">绿茶</a>') == ("绿茶",)


def test_a_sentence_is_no_subject() -> None:
    assert read_subjects(["茶" * 41, "茶" * 40], ()) == ("茶" * 40,)


def test_more_than_a_page_can_be_about_say_nothing() -> None:
    names = [str(number) for number in range(MAX_SUBJECTS + 1)]
    assert read_subjects([",".join(names)], ()) == ()
    assert read_subjects([",".join(names[:-1])], ()) == tuple(names[:-1])


def test_a_page_that_says_nothing_has_none() -> None:
    assert subjects('<meta name="keywords" content=" , ">') == ()
