"""Crawls of small recorded webs: what counts, in which order, and on which clock."""

from __future__ import annotations

import pytest
from support.crawls import article
from support.webs import MemoryWeb

from topicspider.lab.readings import ReadingCache
from topicspider.lab.simulate import Clock, Simulation
from topicspider.reading import Reader
from topicspider.strategies.best_first import BestFirst
from topicspider.strategies.breadth_first import BreadthFirst
from topicspider.topic import Topic
from topicspider.visit import LinkScorer


@pytest.fixture
def crawl(tmp_path):
    """Crawl pages from http://a.test/ and return (simulation, fetches)."""

    def run(pages, strategy=None, seeds=("http://a.test/",), **options):
        topic = Topic("茶", {"茶叶": 3.0, "绿茶": 1.0})
        readings = ReadingCache(tmp_path, Reader(topic), "茶")
        simulation = Simulation(MemoryWeb(pages), readings, LinkScorer(strategy or BreadthFirst()), seeds, **options)
        fetches = list(simulation.run())
        readings.close()
        return simulation, fetches

    return run


def urls(fetches):
    return [fetch.url.removeprefix("http://a.test/") for fetch in fetches]


def test_the_strategy_gives_the_order(crawl):
    pages = {
        "http://a.test/": article("目录", "目录", ("/1", "足球"), ("/2", "茶叶"), ("/3", "绿茶")),
        **{f"http://a.test/{number}": article(f"页{number}", f"茶叶{number}") for number in (1, 2, 3)},
    }
    assert urls(crawl(pages, BreadthFirst())[1]) == ["", "1", "2", "3"]
    assert urls(crawl(pages, BestFirst())[1]) == ["", "2", "3", "1"]


def test_only_new_pages_that_were_recorded_count(crawl):
    same = article("同", "同一篇")
    pages = {
        "http://a.test/": article("目录", "目录", "/same1", "/same2", "/gone", "/picture", "/unrecorded", "/last"),
        "http://a.test/same1": same,
        "http://a.test/same2": same,
        "http://a.test/gone": (404, {}, article("没有", "没有")),
        "http://a.test/picture": (200, {"Content-Type": "image/png"}, "\x89PNG"),
        "http://a.test/last": article("最后", "最后"),
    }
    assert urls(crawl(pages)[1]) == ["", "same1", "last"]


def test_redirects_lead_to_their_page_once(crawl):
    pages = {
        "http://a.test/": article("目录", "目录", "/old", "/new", "/loop", "/out"),
        "http://a.test/old": (301, {"Location": "/new"}, ""),
        "http://a.test/new": article("新", "新的"),
        "http://a.test/loop": (302, {"Location": "/loop"}, ""),
        "http://a.test/out": (302, {"Location": "http://b.test/"}, ""),
    }
    assert urls(crawl(pages)[1]) == ["", "new"]


def test_robots_txt_of_the_recording_is_obeyed(crawl):
    pages = {
        "http://a.test/": article("目录", "目录", "/private/1", "/public"),
        "http://a.test/robots.txt": (200, {"Content-Type": "text/plain"}, "User-agent: *\nDisallow: /private/\n"),
        "http://a.test/private/1": article("私", "私人"),
        "http://a.test/public": article("公", "公开"),
    }
    assert urls(crawl(pages)[1]) == ["", "public"]


def test_pages_without_index_count_and_links_without_follow_do_not(crawl):
    pages = {
        "http://a.test/": article("目录", "目录", "/quiet"),
        "http://a.test/quiet": f'<meta name="robots" content="noindex">{article("静", "安静", "/1")}',
        "http://a.test/1": f'<meta name="robots" content="nofollow">{article("一", "第一", "/2")}',
        "http://a.test/2": article("二", "第二"),
    }
    assert urls(crawl(pages)[1]) == ["", "quiet", "1"]


def test_slots_and_delay_make_the_clock(crawl):
    links = [
        (f"http://{host}.test/{number}", "茶叶" if host == "a" else "足球") for number in (1, 2, 3) for host in "ab"
    ]
    pages = {"http://a.test/": article("目录", "目录", *links)}
    pages |= {url: article(url, url) for url, _ in links}
    fetched = [fetch.url for fetch in crawl(pages, BestFirst())[1]]
    assert [url[7] for url in fetched] == list("aaaabbb"), "one after the other: the better host first"
    fetches = crawl(pages, BestFirst(), clock=Clock(slots=2, delay=1.0, latency=0.25))[1]
    # a/ ends at 0.25; a/1 may begin at 1.0, b/1 at once
    times = [(fetch.url[7:].replace(".test", ""), fetch.visit.fetched_at) for fetch in fetches]
    assert times == [
        ("a/", 0.25), ("b/1", 0.5), ("a/1", 1.25), ("b/2", 1.5), ("a/2", 2.25), ("b/3", 2.5), ("a/3", 3.25),
    ]  # fmt: skip


def test_what_was_read_once_is_not_read_again(crawl, monkeypatch):
    pages = {
        "http://a.test/": article("目录", "目录", ("/1", "茶叶")),
        "http://a.test/1": article("茶", "茶叶与绿茶"),
    }
    first = crawl(pages)[1]
    monkeypatch.setattr("topicspider.lab.readings.read_page", None)
    monkeypatch.setattr(Reader, "assess", None)
    assert crawl(pages)[1] == first


def test_another_topic_is_judged_anew(tmp_path):
    body, url, headers = article("茶", "茶叶与绿茶").encode(), "http://a.test/", {"content-type": "text/html"}
    relevances = []
    for keywords in ({"茶叶": 1.0}, {"足球": 1.0}, {"茶叶": 1.0}):
        topic = Topic("t", keywords)
        readings = ReadingCache(tmp_path, Reader(topic), repr(keywords))
        relevances.append(readings.read(body, url, headers).judgement.relevance)
        assert readings.read(body, url, headers) == Reader(topic).read(body, url, headers)
        readings.close()
    assert relevances[0] == relevances[2] > relevances[1] == 0.0
