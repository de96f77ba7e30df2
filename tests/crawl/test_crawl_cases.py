"""One crawl of a site with everything that sites do: redirects, cookies, retries, duplicates, errors."""

from __future__ import annotations

import threading
from collections import Counter

import pytest
from support.crawls import article

ROBOTS = (200, {"Content-Type": "text/plain"}, "User-agent: *\nDisallow: /private\n")


def redirect(location, *, cookie=None):
    return (302, {"Location": location, **({"Set-Cookie": cookie} if cookie else {})}, "")


def fill(site):
    """The home page links to each case."""
    wall = article("请登录", "登录以后才能阅读全部内容")
    page = article
    site.pages |= {
        "/robots.txt": ROBOTS,
        "/x?b=2&a=1": redirect("/x?a=1&b=2"),
        "/x?a=1&b=2": page("参数换了次序", "茶叶 SC13"),
        "/in": lambda headers: (
            page("有饼干", "茶叶 SC14") if "seen=1" in headers.get("Cookie", "") else redirect("/cookie")
        ),
        "/cookie": redirect("/in", cookie="seen=1"),
        "/loop/a": redirect("/loop/b"),
        "/loop/b": redirect("/loop/a"),
        "/to-private": redirect("/private/1"),
        "/private/1": page("不许看", "茶叶"),
        "/private/2": page("不许看二", "茶叶"),
        "/to-other-host": redirect(site.url.replace("127.0.0.1", "127.0.0.2") + "/other"),
        "/other": page("别的主机", "茶叶"),
        "/old": redirect("/new"),
        "/new": page("新地址", "茶叶 新", "/old"),
        "/flaky": _after(3, page("第四次才来", "茶叶 SC17")),
        "/missing": (404, {}, "没有"),
        "/broken": (500, {}, "坏了"),
        "/file.pdf": (200, {"Content-Type": "application/pdf"}, b"%PDF-1.7 \x00\x01"),
        "/lie.html": (200, {}, b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"),
        "/empty/1": (200, {}, b""),
        "/empty/2": (200, {}, b"<html><body> \n </body></html>"),
        "/gbk": (
            200,
            {"Content-Type": "text/html; charset=gbk"},
            page("国标", "茶叶和采摘").replace("utf-8", "gbk").encode("gbk"),
        ),
        "/utf8": page("国标", "茶叶和采摘"),
        "/noindex": page("不收录", "茶叶", "/behind-noindex").replace(
            "<title>", '<meta name="robots" content="noindex"><title>'
        ),
        "/behind-noindex": page("在后面", "茶叶 后面"),
        "/copy/1": page("转载", "茶叶 转载", "/behind-copy"),
        "/copy/2": page("转载", "茶叶 转载", "/behind-copy", "/behind-second-copy-only"),
        "/behind-copy": page("原文后面", "茶叶 原文"),
        "/behind-second-copy-only": page("只有副本才有", "茶叶 副本"),
        **{f"/wall/{n}": wall for n in range(20)},
    }
    linked = [
        path
        for path in site.pages
        if not path.startswith(("/robots", "/behind", "/cookie", "/other", "/loop/b", "/private/1"))
    ]
    site.pages["/"] = page("茶的首页", "茶叶", *linked)


def _after(failures, body):
    asked = Counter()
    lock = threading.Lock()

    def answer(_):
        with lock:
            asked["times"] += 1
            return (503, {}, "") if asked["times"] <= failures else body

    return answer


@pytest.fixture
def crawled(site, crawls):
    fill(site)
    code, stdout, log = crawls.run("RETRY_TIMES=3", seeds=f"{site.url}/", allowed_domains="127.0.0.1")
    assert code == 0, log
    assert "Traceback" not in log
    return stdout


def test_a_site_with_everything(site, crawls, crawled):
    urls = {url.removeprefix(site.url): row for url, *row in crawls.rows("url, title, charset, content_md5, status")}
    outcomes = {line[5].removeprefix(site.url): line[3] for line in crawls.visited()}
    fetched = Counter(path.removeprefix(site.url) for path in site.fetched)

    # redirects: to the same page with its parameters in another order; with a cookie; to what was met
    assert "/x?a=1&b=2" in urls
    assert "/in" in urls
    assert fetched["/new"] == 1
    assert "/new" in urls
    assert "/old" not in urls
    # a redirect loop ends, and is told
    assert outcomes["/loop/a"] == "failed"
    assert fetched["/loop/a"] + fetched["/loop/b"] <= 11 + 1
    # robots.txt and the allowed domains hold for what a redirect leads to
    assert not any(path.startswith("/private") for path in fetched)
    assert outcomes["/private/2"] == "robots"
    assert outcomes["/to-private"] == "robots"
    assert fetched["/other"] == 0
    assert outcomes["/to-other-host"] == "failed"
    # what fails at first is asked again, with its place in the order
    assert urls["/flaky"][3] == 200
    assert fetched["/flaky"] == 4
    assert outcomes["/missing"] == outcomes["/broken"] == "http_error"
    # what is no page is no row
    assert outcomes["/file.pdf"] == outcomes["/lie.html"] == "not_html"
    # pages without text are no duplicates of each other
    assert urls["/empty/1"][2] is None
    assert urls["/empty/2"][2] is None
    # the same text in two charsets, or at two addresses, is one page; both addresses are remembered
    assert len({"/gbk", "/utf8"} & urls.keys()) == 1
    assert {outcomes["/gbk"], outcomes["/utf8"]} == {"stored", "duplicate"}
    assert len([path for path in urls if path.startswith("/wall")]) == 1
    assert [outcome for path, outcome in outcomes.items() if path.startswith("/wall")].count("duplicate") == 19
    # a duplicate adds no links
    assert "/behind-copy" in urls
    assert ("/behind-second-copy-only" in urls) == (outcomes["/copy/2"] == "stored")
    # noindex: not stored, but its links are followed
    assert outcomes["/noindex"] == "noindex"
    assert "/noindex" not in urls
    assert "/behind-noindex" in urls
    # every file that is named is there
    for path in crawls.rows("html_path"):
        assert path is None or (crawls.output / "html" / path).is_file()
    assert "report.html" in crawled
