"""robots.txt, Crawl-delay, Retry-After, hosts that fail, sitemaps: measured at the server."""

from __future__ import annotations

import time
from itertools import pairwise

from support.crawls import article

TEXT = {"Content-Type": "text/plain"}


def timed(times, answer):
    """Serve *answer* and note when it was asked for."""

    def serve(_headers):
        times.append(time.monotonic())
        return answer

    return serve


def outcomes(crawls):
    return {line[5]: line[3] for line in crawls.visited()}


def test_the_crawl_delay_of_a_host_is_kept(site, crawls):
    times = []
    site.pages = {
        "http://slow.test/robots.txt": timed(times, (200, TEXT, "User-agent: *\nCrawl-delay: 0.7\n")),
        "http://slow.test/": timed(times, article("茶叶", "绿茶", "/1", "/2")),
        "http://slow.test/1": timed(times, (301, {"Location": "/3"}, "")),
        "http://slow.test/2": timed(times, article("绿茶", "茶叶")),
        "http://slow.test/3": timed(times, article("采摘", "茶叶")),
        "http://fast.test/": article("绿茶", "采摘"),
    }
    seeds = "http://slow.test/,http://fast.test/"
    code, _, log = crawls.run(env={"http_proxy": site.url}, seeds=seeds)
    assert code == 0, log
    assert len(times) == 5
    pauses = [after - before for before, after in pairwise(times[1:])]
    assert min(pauses) >= 0.69  # the clocks of two processes


def test_robots_is_asked_for_once_and_the_first_page_waits_its_delay(site, crawls):
    times = []
    site.pages = {
        "http://a.test/robots.txt": timed(times, (200, TEXT, "User-agent: topicspider\nDisallow: /private\n")),
        "http://a.test/": timed(times, article("茶叶", "绿茶", "/private/1", "/1")),
        "http://a.test/1": article("绿茶", "茶叶"),
    }
    code, _, log = crawls.run("DOWNLOAD_DELAY=0.5", env={"http_proxy": site.url}, seeds="http://a.test/")
    assert code == 0, log
    assert times[1] - times[0] >= 0.4
    assert [url for url in site.asked if url.endswith("robots.txt")] == ["http://a.test/robots.txt"]
    assert outcomes(crawls) == {
        "http://a.test/": "stored",
        "http://a.test/1": "stored",
        "http://a.test/private/1": "robots",
    }


def test_a_robots_txt_that_cannot_be_served_is_asked_for_again(site, crawls):
    answers = [(503, {}, ""), (503, {}, ""), (404, {}, "")]
    site.pages = {
        "http://a.test/robots.txt": lambda _: answers.pop(0),
        "http://a.test/": article("茶叶", "绿茶"),
        "http://b.test/robots.txt": (500, {}, ""),
        "http://b.test/": article("绿茶", "茶叶"),
    }
    code, _, log = crawls.run(env={"http_proxy": site.url}, seeds="http://a.test/,http://b.test/")
    assert code == 0, log
    assert outcomes(crawls) == {"http://a.test/": "stored", "http://b.test/": "robots"}
    assert "http://b.test/" not in site.asked
    assert "Traceback" not in log


def test_retry_after_holds_the_whole_host(site, crawls):
    times = []
    busy = [(503, {"Retry-After": "2"}, "")]

    def page(_headers):
        times.append(time.monotonic())
        return busy.pop() if busy else article("茶叶", "绿茶", "/1")

    site.pages = {
        "http://a.test/": page,
        "http://a.test/1": timed(times, article("绿茶", "采摘")),
        "http://b.test/": article("采摘", "茶叶", *(f"/{n}" for n in range(3))),
        **{f"http://b.test/{n}": article(f"茶叶{n}", "绿茶") for n in range(3)},
    }
    code, _, log = crawls.run(env={"http_proxy": site.url}, seeds="http://a.test/,http://b.test/")
    assert code == 0, log
    assert times[1] - times[0] >= 1.9
    assert len(crawls.rows()) == 6
    before = site.asked.index("http://a.test/", site.asked.index("http://a.test/") + 1)
    assert all(site.asked.index(f"http://b.test/{n}") < before for n in range(3)), "other hosts do not wait"


def test_a_host_that_asks_for_too_long_a_wait_is_left_for_the_next_run(site, crawls):
    site.pages = {
        "http://a.test/": article("茶叶", "绿茶", "http://b.test/1", "http://b.test/2", "http://b.test/3"),
        **{f"http://b.test/{n}": (429, {"Retry-After": "7200"}, "") for n in (1, 2, 3)},
    }
    arguments = {"env": {"http_proxy": site.url}, "seeds": "http://a.test/"}
    code, _, log = crawls.run("CONCURRENT_REQUESTS_PER_DOMAIN=1", **arguments)
    assert code == 0, log
    assert [url for url in site.fetched if "b.test" in url] == ["http://b.test/1"]
    assert "b.test is left alone until the next run (HTTP 429); 2 of its URLs wait for it" in log
    site.pages |= {f"http://b.test/{n}": article(f"茶叶{n}", "绿茶") for n in (1, 2, 3)}
    code, _, log = crawls.run(**arguments)
    assert code == 0, log
    assert len(crawls.rows()) == 4


def test_the_sitemaps_of_a_relevant_host_are_read(site, crawls):
    index = "<sitemapindex><sitemap><loc>http://a.test/pages.xml</loc></sitemap></sitemapindex>"
    pages = (
        "<urlset><url><loc>http://a.test/old</loc><lastmod>2020-01-01</lastmod></url>"
        "<url><loc>http://a.test/new</loc><lastmod>2024-01-01</lastmod></url>"
        "<url><loc>http://other.test/</loc></url><url><loc>http://a.test/picture.jpg</loc></url></urlset>"
    )
    robots = (200, TEXT, "Sitemap: http://a.test/index.xml\n")
    site.pages = {
        "http://a.test/robots.txt": robots,
        "http://a.test/": article("茶叶", "绿茶"),
        "http://a.test/index.xml": (200, {"Content-Type": "application/xml"}, index),
        "http://a.test/pages.xml": (200, {"Content-Type": "application/xml"}, pages),
        "http://a.test/old": article("绿茶", "茶叶"),
        "http://a.test/new": article("采摘", "茶叶"),
        "http://ball.test/robots.txt": (200, TEXT, "Sitemap: http://ball.test/sitemap.xml\n"),
        "http://ball.test/": article("足球", "射门"),
    }
    code, _, log = crawls.run(
        "CONCURRENT_REQUESTS=1", env={"http_proxy": site.url}, seeds="http://a.test/,http://ball.test/"
    )
    assert code == 0, log
    assert outcomes(crawls) == {
        "http://a.test/": "stored",
        "http://a.test/index.xml": "sitemap",
        "http://a.test/pages.xml": "sitemap",
        "http://a.test/new": "stored",
        "http://a.test/old": "stored",
        "http://ball.test/": "stored",
    }
    asked = [url for url in site.fetched if url in ("http://a.test/new", "http://a.test/old")]
    assert asked == ["http://a.test/new", "http://a.test/old"]  # the newer first


def test_sitemaps_can_be_left_alone(site, crawls):
    site.pages = {
        "http://a.test/robots.txt": (200, TEXT, "Sitemap: http://a.test/index.xml\n"),
        "http://a.test/": article("茶叶", "绿茶"),
    }
    code, _, log = crawls.run("TOPIC_SITEMAPS=", env={"http_proxy": site.url}, seeds="http://a.test/")
    assert code == 0, log
    assert site.fetched == ["http://a.test/"]
    code, _, log = crawls.run("TOPIC_SITEMAPS=all", env={"http_proxy": site.url}, seeds="http://a.test/")
    assert code == 1
    assert "TOPIC_SITEMAPS='all'; give robots, probe, or nothing for none" in log
