from __future__ import annotations

import re
from collections import Counter, deque
from html import unescape
from urllib.parse import urldefrag, urljoin

import pytest

from topicspider.demo.sites import SITES
from topicspider.demo.web import DemoWeb, demo_web

CHARSETS = {f"{site.name}.demo.test": site.charset for site in SITES}
HREF = re.compile(r'<a href="([^"]*)"')
MAIN = re.compile(r'<article class="content">(.*?)</article>', re.DOTALL)


@pytest.fixture(scope="module")
def web() -> DemoWeb:
    return demo_web()


def text_of(page) -> str:
    """The page's HTML, decoded strictly by what its site is written in."""
    return page.body.decode(CHARSETS[page.url.split("/")[2]])


def links(page) -> list[str]:
    if "Location" in page.headers:
        return [urljoin(page.url, page.headers["Location"])]
    if page.status != 200 or not page.headers["Content-Type"].startswith("text/html"):
        return []
    return [urldefrag(urljoin(page.url, unescape(href))).url for href in HREF.findall(text_of(page))]


def reachable(web: DemoWeb) -> set[str]:
    seen, queue = set(web.seeds), deque(web.seeds)
    while queue:
        for url in links(web.get(queue.popleft())):
            if url not in seen and web.get(url).kind != "trap":
                seen.add(url)
                queue.append(url)
    return seen


def test_same_bytes_every_time(web):
    again = demo_web()
    assert list(again.pages) == list(web.pages)
    assert all(again.pages[url] == page for url, page in web.pages.items())
    assert again.seeds == web.seeds


def test_size_hosts_and_share_of_each_topic(web):
    topics = Counter(page.topic for page in web.pages.values())
    assert 180 <= len(web.pages) <= 240
    assert len({url.split("/")[2] for url in web.pages}) == len(web.hosts) == 12
    assert set(topics) == {"人工智能", "茶", "足球", "旅行", None}
    assert 0.22 <= topics["人工智能"] / len(web.pages) <= 0.28


def test_kinds(web):
    kinds = Counter(page.kind for page in web.pages.values())
    assert kinds["home"] == kinds["about"] == 12
    assert kinds["article"] > 100
    assert kinds["repost"] == 9
    assert {"list", "private", "redirect", "error", "file", "robots"} <= set(kinds)


def test_every_page_decodes_strictly(web):
    html = [page for page in web.pages.values() if page.headers.get("Content-Type", "").startswith("text/html")]
    assert all("\ufffd" not in text_of(page) for page in html)
    assert {CHARSETS[page.url.split("/")[2]] for page in html} == {"utf-8", "gbk", "gb2312", "big5"}


@pytest.mark.parametrize(
    ("host", "content_type", "head"),
    [
        ("dir", "text/html; charset=gbk", b'<html lang="zh-CN">\n<head>\n<title>'),
        ("tea-house", "text/html; charset=gb2312", b"<head>\n<title>"),
        ("ml-notes", "text/html", b'<meta charset="gbk">'),
        ("robots-daily", "text/html", b'<meta http-equiv="Content-Type" content="text/html; charset=gb2312">'),
        ("tea-mountain", "text/html", b'<meta charset="big5">'),
        ("roads", "text/html", b"<head>\n<title>"),
    ],
)
def test_charset_is_declared_where_the_site_says(web, host, content_type, head):
    home = web.get(f"http://{host}.demo.test/")
    assert home.headers["Content-Type"] == content_type
    assert head in home.body


def test_big5_host_writes_traditional_characters(web):
    assert "雲霧茶山" in web.get("http://tea-mountain.demo.test/").body.decode("big5")


def test_articles_are_unique_and_of_300_to_900_characters(web):
    mains = [MAIN.search(text_of(page))[1] for page in web.pages.values() if page.kind == "article"]
    lengths = [len(re.sub(r"<h1>.*?</h1>|<[^>]*>|\s", "", main)) for main in mains]
    assert len(set(mains)) == len(mains)
    assert min(lengths) >= 300
    assert max(lengths) <= 900


def test_reposts_repeat_the_main_text_of_another_host(web):
    originals = {MAIN.search(text_of(p))[1]: p for p in web.pages.values() if p.kind == "article"}
    reposts = [page for page in web.pages.values() if page.kind == "repost"]
    sources = [originals[MAIN.search(text_of(page))[1]] for page in reposts]
    assert all(page.topic == source.topic for page, source in zip(reposts, sources, strict=True))
    assert {"utf-8", "gbk"} <= {CHARSETS[source.url.split("/")[2]] for source in sources}


def test_every_link_leads_somewhere_known_but_the_one_meant_to_be_gone(web):
    targets = {url for page in web.pages.values() for url in links(page)}
    assert {url for url in targets if web.get(url).kind == "missing"} == {"http://ball-talk.demo.test/gone.html"}


def test_seeds_reach_every_page(web):
    unlinked = set(web.pages) - reachable(web)
    assert len(web.seeds) == 3
    assert {web.pages[url].kind for url in unlinked} == {"robots"}


def test_some_anchors_say_nothing(web):
    pages = [text_of(page) for page in web.pages.values() if page.kind in {"home", "list", "article"}]
    anchors = Counter(re.findall(r"<a [^>]*>([^<]*)</a>", "".join(pages)))
    assert all(anchors[generic] > 10 for generic in ("更多", "下一页", "点击查看"))


def test_redirects(web):
    home, loop = web.get("http://travel.demo.test/"), web.get("http://digest.demo.test/loop/a.html")
    old = web.get("http://ai-lab.demo.test/old/nlp.html")
    assert (home.status, home.headers["Location"]) == (302, "/index.html")
    assert (loop.status, links(web.get(links(loop)[0]))) == (302, [loop.url])
    assert (old.status, web.get(links(old)[0]).kind) == (301, "article")


def test_errors_files_and_robots(web):
    assert web.get("http://digest.demo.test/broken.html").status == 500
    assert web.get("http://ball-talk.demo.test/gone.html").status == 404
    assert web.get("http://elsewhere.test/").status == 502
    assert web.get("http://ai-lab.demo.test/files/paper.pdf").body.startswith(b"%PDF-")
    assert web.get("http://travel.demo.test/img/map.png").body.startswith(b"\x89PNG")
    assert b"Disallow: /private/" in web.get("http://ai-lab.demo.test/robots.txt").body
    assert b"Crawl-delay: 0" in web.get("http://tea-house.demo.test/robots.txt").body


def test_calendar_never_ends(web):
    december = web.get("http://digest.demo.test/cal/2026/12")
    assert (december.status, december.kind, december.topic) == (200, "trap", None)
    assert {"http://digest.demo.test/cal/2026/11", "http://digest.demo.test/cal/2027/1"} <= set(links(december))
    assert december == web.get("http://digest.demo.test/cal/2026/12")
    assert web.get("http://digest.demo.test/cal/2026/13").status == 404
    assert web.get("http://travel.demo.test/cal/2026/12").status == 404


def test_port_case_and_fragment_do_not_matter(web):
    page = web.get("http://AI-LAB.demo.test:8080/about.html#contact")
    assert page.url == "http://ai-lab.demo.test/about.html"


def test_other_suffix():
    web = demo_web("example.test")
    assert web.seeds[0] == "http://portal.example.test/"
    assert all(".example.test/" in url for url in web.pages)
