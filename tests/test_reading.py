"""``Reader``: a page as read for a topic."""

from __future__ import annotations

import pytest

from topicspider.page import read_page
from topicspider.reading import Reader
from topicspider.topic import Topic

URL = "http://e.example/"
HTML = "<title>绿茶</title><p>绿茶的<a href=a>采摘</a>，和<a href=b>茶叶</a><p><a href=c>新闻</a>"
HEADERS = {"content-type": "text/html; charset=gbk"}


def items(*anchors: str) -> str:
    return "".join(f"<li><a href={number}>{anchor}</a>" for number, anchor in enumerate(anchors))


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


def test_the_hits_of_a_list_are_the_share_of_its_anchors_that_say_something_of_the_topic(reader: Reader) -> None:
    first = ("绿茶的故事", "城市的新闻", "采摘的方法", "天气与预报")
    second = ("城市的新闻", "天气与预报", "交通与出行")
    lists = "".join(f"<h3>其一</h3><ul>{items(*anchors)}</ul>" for anchors in (first, second))
    reading = reader.read(f"<p>茶叶<a href=x>看</a>{lists}".encode(), URL, {"content-type": "text/html"})
    assert reading is not None
    assert reading.hits == [0.5, 0.0]


def test_what_is_no_page_is_not_read(reader: Reader) -> None:
    assert reader.read(b"\x89PNG\r\n\x1a\n\0\0", URL, {"content-type": "text/html"}) is None
    assert reader.read(b"{}", URL, {"content-type": "application/json"}) is None


def test_a_page_without_words_is_no_error(reader: Reader) -> None:
    reading = reader.read(b"", URL, {"content-type": "text/html"})
    assert reading is not None
    assert (reading.judgement.relevance, reading.anchors, reading.contexts) == (0.0, [], [])


@pytest.mark.parametrize("judge", ["cosine", "body_cosine", "saturation"])
@pytest.mark.parametrize(
    "navigation", ["<nav>{}</nav>", "<ul>{}</ul>", "<div class=topnav><table><tr><td>{}</table></div>"]
)
def test_navigation_that_names_every_keyword_makes_no_page_of_the_topic(judge: str, navigation: str) -> None:
    topic = Topic("茶", {"茶叶": 4, "绿茶": 2, "采摘": 1}, judge=judge)
    named = navigation.format("<a href=1>茶叶</a> <a href=2>绿茶</a> <a href=3>采摘</a> <a href=4>茶叶采摘</a>")
    off = "市政府昨天召开会议，研究城市交通的建设，会议要求各部门加快进度，保证安全。" * 8
    about = "今年的茶叶从清明开始采摘，绿茶当天杀青，茶叶的香气由此而来，采摘的人都很忙。" * 8
    relevances = [
        topic.judge(read_page(f"<title>{title}</title>{nav}<div><p>{text}</div>".encode(), URL)).relevance
        for title, nav, text in (("会议", named, off), ("春天", "", about))
    ]
    assert relevances[0] < relevances[1] / 4
