"""What else a crawler meets: a directory, closed pages, files, errors, redirects, robots.txt, an endless calendar."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

from topicspider.demo.markup import Link, article_html, link_list
from topicspider.demo.pages import DemoPage, PageMaker, redirect
from topicspider.demo.sites import DIGEST, DIRECTORY, LAB, SITES, Site
from topicspider.demo.texts import AI, VOCABULARIES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from topicspider.demo.writer import Writer

_PDF = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n"
_PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360606060000000050001a5f64540"
    "0000000049454e44ae426082"
)
_CALENDAR = re.compile(r"/cal/(\d{4})/(\d\d?)")
_EVENTS = ("书市", "灯会", "音乐会", "市集", "讲座", "花展", "电影放映", "义诊")


def special_pages(maker: PageMaker, writer: Writer) -> Iterator[DemoPage]:
    sites = {site.name: site for site in SITES}
    yield from _directory(maker, sites[DIRECTORY])
    yield from _closed(maker, writer, sites[LAB])
    for site in SITES:
        if site.robots is not None:
            yield _file(maker.url(site.name, "/robots.txt"), "text/plain", site.robots.encode(), kind="robots")
        if site.home != "/":
            yield redirect(maker.url(site.name, "/"), site.home, status=302)
    yield _file(maker.url(LAB, "/files/paper.pdf"), "application/pdf", _PDF)
    yield _file(maker.url("travel", "/img/map.png"), "image/png", _PNG)
    yield redirect(maker.url(DIGEST, "/loop/a.html"), "/loop/b.html", status=302)
    yield redirect(maker.url(DIGEST, "/loop/b.html"), "/loop/a.html", status=302)
    yield error_page(maker.url(DIGEST, "/broken.html"), 500, "服务器出错了", kind="error")


def error_page(url: str, status: int, text: str, *, kind: str) -> DemoPage:
    body = f"<html><head><title>{status}</title></head><body><p>{text}</p></body></html>".encode()
    return DemoPage(url, status, {"Content-Type": "text/html; charset=utf-8"}, body, None, kind)


def calendar_page(maker: PageMaker, site: Site, path: str) -> DemoPage | None:
    """One month of the endless calendar, None when ``path`` is no month."""
    match = _CALENDAR.fullmatch(path)
    if match is None or not 1 <= int(match[2]) <= 12:
        return None
    month = int(match[1]) * 12 + int(match[2]) - 1
    rng = Random(month)
    events = [f"{day}日 {rng.choice(_EVENTS)}" for day in sorted(rng.sample(range(1, 29), 6))]
    turns = [Link(_month_path(month - 1), "上个月"), Link(_month_path(month + 1), "下个月")]
    title = f"{match[1]}年{match[2]}月活动日历"
    main = link_list("calendar", title, events) + "<p>" + " ".join(turn.html() for turn in turns) + "</p>"
    return maker.page(site, path, title, main, topic=None, kind="trap")


def _month_path(month: int) -> str:
    return f"/cal/{month // 12:04d}/{month % 12 + 1}"


def _directory(maker: PageMaker, directory: Site) -> Iterator[DemoPage]:
    categories = {topic: f"/cat/{number}.html" for number, topic in enumerate(VOCABULARIES, 1)}
    for topic, path in categories.items():
        listed = [site for site in SITES if site.in_directory and topic in _topics(site)]
        main = link_list("sites", f"{topic}网站", [maker.home_link(site).html() for site in listed])
        main += link_list("categories", "全部分类", [Link(to, name).html() for name, to in categories.items()])
        yield maker.page(directory, path, f"{topic}_{directory.title}", main, topic=topic, kind="list")


def _topics(site: Site) -> set[str | None]:
    return {site.topic, *(column.topic for column in site.columns)}


def _closed(maker: PageMaker, writer: Writer, site: Site) -> Iterator[DemoPage]:
    """Two articles that robots.txt closes."""
    for number, other in ((1, 2), (2, 1)):
        text = writer.write(AI)
        main = article_html(text.title, text.paragraphs) + Link(f"/private/{other}.html", "另一份资料").html()
        yield maker.page(site, f"/private/{number}.html", text.title, main, topic=AI, kind="private")


def _file(url: str, content_type: str, body: bytes, *, kind: str = "file") -> DemoPage:
    return DemoPage(url, 200, {"Content-Type": content_type}, body, None, kind)
