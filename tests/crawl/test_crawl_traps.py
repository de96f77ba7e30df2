"""Sites that have no end: the crawl leaves them, and goes on elsewhere."""

from __future__ import annotations

import gzip
import re
import threading
from collections import Counter
from urllib.parse import parse_qs, urlsplit

import pytest
from support.crawls import article

GOOD = 60


class Trap(dict):
    """The pages of good.test, and of trap.test whatever *generate* makes of path and query."""

    def __init__(self, generate):
        self.generate = generate
        for n in range(GOOD):
            links = [f"http://good.test/{n + 1}"] if n + 1 < GOOD else []
            self[f"http://good.test/{n}"] = article(f"第{n}种茶叶", f"绿茶的第{n}个故事{chr(0x4E00 + n) * 9}", *links)

    def get(self, url, default):
        parts = urlsplit(url)
        if parts.hostname == "trap.test" and parts.path != "/robots.txt":
            return self.generate(parts.path, parse_qs(parts.query))
        return super().get(url, default)


def page(title, text, *links):
    anchors = "".join(f"<a href='{href}'>{anchor}</a> " for href, anchor in links)
    return f"<meta charset=utf-8><title>{title}</title><h1>{title}</h1><p>{text}</p><p>{anchors}</p>"


def calendar(_path, query):  # TR01
    year, month = int(query.get("y", ["2024"])[0]), int(query.get("m", ["5"])[0])
    later, earlier = (year + month // 12, month % 12 + 1), (year - (month == 1), (month - 2) % 12 + 1)
    links = [(f"/cal?y={y}&m={m}", "茶叶的另一个月") for y, m in (later, earlier)]
    return page(f"{year}年{month}月", "活动日历", *links)


def repeating(path, _query):  # TR02
    return page("产品", f"产品 {path.count('p')}", ("products/", "茶叶产品"), ("more/", "更多茶叶"))


def session(_path, query):  # TR04
    number = int(query.get("z", ["0"])[0])
    links = [(f"/s?z={number * 7 + n}&token={number + n}", "茶叶") for n in range(5)]
    return page("会话", "同一页的茶叶", *links)


def facets(path, query):  # TR05
    links = [
        (f"/f?{'&'.join(f'f{n}={(number * 3 + n) % 10}' for n in range(6))}&o={number}", "茶叶") for number in range(40)
    ]
    return page("筛选", "没有结果", *links)


def missing(path, _query):  # TR07
    return page("提示", "您访问的页面不存在", (f"{len(path)}/x", "茶叶"), (f"y{len(path)}/", "绿茶"))


@pytest.mark.parametrize(
    ("generate", "most"),
    [(calendar, 60), (repeating, 60), (session, 80), (facets, 80), (missing, 260)],
    ids=["calendar", "repeating path", "session ids", "facets", "soft 404"],
)
def test_a_trap_is_left_and_the_rest_is_crawled(site, crawls, generate, most):
    site.pages = Trap(generate)
    code, _, log = crawls.run(
        env={"http_proxy": site.url}, seeds="http://trap.test/start,http://good.test/0", max_pages="600"
    )
    assert code == 0, log
    fetched = Counter(urlsplit(url).hostname for url in site.fetched)
    assert fetched["trap.test"] <= most
    assert len([url for url in crawls.rows() if "good.test" in url]) == GOOD
    assert "Traceback" not in log
    refused = re.findall(r"'topic/guard/refused_count/(?!host_)\w+': (\d+)", log)
    assert re.findall(r"'topic/visit/trap_count': (\d+)", log) == ([str(sum(map(int, refused)))] if refused else [])


def test_budgets_leave_the_rest_of_a_host_for_later(site, crawls):
    site.pages = Trap(
        lambda path, _: article(f"茶叶{path}", f"绿茶{chr(0x4E00 + len(path)) * 9}", f"{path}a", f"{path}b")
    )
    arguments = {"env": {"http_proxy": site.url}, "seeds": "http://trap.test/x,http://good.test/0"}
    code, _, log = crawls.run("TOPIC_MAX_PAGES_PER_HOST=10", "CONCURRENT_REQUESTS_PER_DOMAIN=1", **arguments)
    assert code == 0, log
    assert Counter(urlsplit(url).hostname for url in crawls.rows()) == {"trap.test": 10, "good.test": 10}
    assert "'topic/guard/refused_count/host_budget': 2" in log
    code, _, log = crawls.run("TOPIC_MAX_PAGES_PER_HOST=20", "CONCURRENT_REQUESTS_PER_DOMAIN=1", **arguments)
    assert code == 0, log
    assert Counter(urlsplit(url).hostname for url in crawls.rows()) == {"trap.test": 20, "good.test": 20}


def stuffed(path, _query):  # TR08
    links = [(f"{path}{n}", "茶叶绿茶采摘") for n in range(100)]
    return page("茶叶 绿茶 采摘", f"茶叶绿茶采摘{path}" * 20, *links)


def test_a_host_that_says_every_keyword_on_every_page_does_not_take_all(site, crawls):
    site.pages = Trap(stuffed)
    for host in "abc":
        for n in range(GOOD):
            links = [f"http://{host}.test/{other}" for other in range(1, GOOD)] if n == 0 else []
            text = f"绿茶的第{n}个故事{chr(0x4E00 + n) * 9}{host}"
            site.pages[f"http://{host}.test/{n}"] = article(f"{host}的第{n}种茶叶", text, *links)
    seeds = ",".join(["http://trap.test/x", *(f"http://{host}.test/0" for host in "abc")])
    code, _, log = crawls.run(env={"http_proxy": site.url}, seeds=seeds, max_pages="180")
    assert code == 0, log
    fetched = Counter(urlsplit(url).hostname for url in site.fetched)
    assert fetched["trap.test"] < sum(fetched.values()) / 2


def test_a_body_that_never_ends_and_one_that_unpacks_without_end_are_given_up(site, crawls):  # TR10, TR11
    bomb = gzip.compress(b"<p>" + bytes(60_000_000))
    assert len(bomb) < 100_000

    def slow(_headers):
        threading.Event().wait(30)
        return "too late"

    site.pages = {
        "http://a.test/0": article("茶叶", "绿茶", "http://bomb.test/", "http://slow.test/", "http://b.test/"),
        "http://b.test/": article("绿茶", "采摘"),
        "http://bomb.test/": (200, {"Content-Encoding": "gzip"}, bomb),
        "http://slow.test/": slow,
    }
    code, _, log = crawls.run("DOWNLOAD_TIMEOUT=2", env={"http_proxy": site.url}, seeds="http://a.test/0")
    assert code == 0, log
    assert {url: outcome for _, _, _, outcome, _, url in crawls.visited()}["http://bomb.test/"] == "failed"
    assert crawls.rows() == ["http://a.test/0", "http://b.test/"]
    assert "topic/error_count/failed" in log
    assert "Traceback" not in log
