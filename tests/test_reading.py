"""``Reader``: a page as read for a topic."""

from __future__ import annotations

import pytest

from topicspider.page import read_page
from topicspider.reading import Reader
from topicspider.topic import Topic

URL = "http://e.example/"
HTML = "<title>绿茶</title><p>绿茶的<a href=a>采摘</a>，和<a href=b>茶叶</a><p><a href=c>新闻</a>"
HEADERS = {"content-type": "text/html; charset=gbk"}


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(Topic("茶", {"茶叶": 4, "绿茶": 2, "采摘": 1}))


def test_a_page_is_read_and_judged(reader: Reader) -> None:
    body = HTML.encode("gbk")
    reading = reader.read(body, URL, HEADERS)
    assert reading is not None
    assert reading.page == read_page(body, URL, HEADERS)
    assert reading.judgement == reader.topic.judge(reading.page)
    assert reading.judgement.relevant


def test_the_words_of_links_and_around_them_are_rated(reader: Reader) -> None:
    reading = reader.read(HTML.encode("gbk"), URL, HEADERS)
    assert reading is not None
    assert [link.context for link in reading.page.links] == ["绿茶的 ，和茶叶", "绿茶的采摘，和", ""]
    assert reading.anchors == [0.25, 1.0, 0.0]  # of 4: 采摘 1, 茶叶 4, none
    assert reading.contexts == [1.0, 0.75, 0.0]  # of 4: 绿茶 and 茶叶 6, 绿茶 and 采摘 3, none


def test_what_is_no_page_is_not_read(reader: Reader) -> None:
    assert reader.read(b"\x89PNG\r\n\x1a\n\0\0", URL, {"content-type": "text/html"}) is None
    assert reader.read(b"{}", URL, {"content-type": "application/json"}) is None


def test_a_page_without_words_is_no_error(reader: Reader) -> None:
    reading = reader.read(b"", URL, {"content-type": "text/html"})
    assert reading is not None
    assert (reading.judgement.relevance, reading.anchors, reading.contexts) == (0.0, [], [])
