"""``read_page``: the main text and what names it; ``is_html``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from topicspider.page import Link, Page, is_html, read_page
from topicspider.page.maintext import MIN_MAIN_TEXT

Read = Callable[..., Page]

FIXTURES = Path(__file__).parents[1] / "fixtures"
CASES = json.loads((FIXTURES / "cases" / "pages_manifest.json").read_text("utf-8"))["cases"]
MAIN = "绿茶的采摘从清明开始，先摘一芽一叶，再摘一芽二叶，当天杀青。" * 3  # 31 characters, three times


def _links(page: Page, expected: dict[str, Any]) -> None:
    urls = {link.url: link.anchor for link in page.links}
    assert urls == expected.get("links", urls)
    assert set(expected.get("links_must", [])) <= urls.keys()
    assert not set(expected.get("links_must_not", [])) & urls.keys()
    assert all(len(url) <= expected.get("max_url_len", 2083) and "<" not in url for url in urls)
    if redirect := expected.get("redirect", ""):
        assert page.links[0] == Link(redirect, "")
    elif redirect is None:
        assert not page.links


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_recorded_pages(case: dict[str, Any]) -> None:
    """Of what is recorded, that which reading a page promises."""
    body, expected = (FIXTURES / case["file"]).read_bytes(), case["expected"]
    page = read_page(body, case["url"], case["headers"])
    assert page.title in expected.get("title_any_of", [expected.get("title", page.title)])
    assert page.canonical in expected.get("canonical_any_of", [page.canonical])
    assert page.nofollow is not expected.get("follow", True)
    if "store" in expected and "soft404" not in expected:
        html = is_html(body, case["headers"]["Content-Type"])
        assert (html and not page.noindex) is expected["store"]
    _links(page, expected)


def test_inline_markup_does_not_split_words_and_blocks_do(read: Read) -> None:
    html = "<p>绿<b>茶</b>的<a href=a>采</a>摘 and <i>in</i>line</p>一<br>二<table><tr><td>三<td>四</table>"
    assert read(html).text.split("\n\n") == ["绿茶的采摘 and inline", "一", "二", "三", "四"]


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>绿茶的\n   采摘", "绿茶的采摘"),
        ("<p>绿茶，\r\n\r\n采摘", "绿茶，采摘"),
        ("<p>green\ntea", "green tea"),
        ("<p>绿茶\ntea", "绿茶 tea"),
        ("<p>绿茶 采摘", "绿茶 采摘"),
        ("<p> 一\u3000\xa0二\t三 ", "一 二 三"),
    ],
)
def test_a_source_line_break_between_han_characters_is_no_space(read: Read, html: str, text: str) -> None:
    assert read(html).text == text


def test_navigation_is_left_out_of_the_main_text(read: Read) -> None:
    assert len(MAIN) >= MIN_MAIN_TEXT
    page = read(f"<nav><a href=a>首页</a></nav><div class=menu>栏目</div><p>{MAIN}</p><footer>版权所有</footer>")
    assert page.text == MAIN


def test_the_links_of_a_list_page_are_its_text(read: Read) -> None:
    links = "".join(f"<li><a href={number}>第{number}种茶</a>" for number in range(10))
    page = read(f"<nav>首页</nav><h1>新闻</h1><ul>{links}</ul>")
    assert page.text.split("\n\n") == ["新闻", *(f"第{number}种茶" for number in range(10))]


def test_a_few_links_are_no_text_beside_other_words(read: Read) -> None:
    links = "<a href=a>绿茶采摘</a> <a href=b>红茶加工</a>"
    assert read(f"<h1>日历</h1><p>{links}</p>").text == "日历"
    assert read(f"<p>{links}</p>").text == "绿茶采摘 红茶加工"


def test_pages_that_differ_in_numbers_have_one_frame(read: Read) -> None:
    pages = [read(f"<h1>日历 {year}年</h1><p>共 {year - 1} 天") for year in (2024, 2025)]
    assert len({page.content_md5 for page in pages}) == 2
    assert len({page.frame_md5 for page in pages}) == 1
    assert read("<h1>历日 2024年</h1>").frame_md5 != pages[0].frame_md5


def test_a_page_that_is_all_navigation_keeps_its_text(read: Read) -> None:
    assert read("<nav><a href=a>绿茶</a></nav>").text == "绿茶"


def test_what_is_not_shown_is_no_text(read: Read) -> None:
    hidden = "<script>x</script><style>x</style><!-- x --><noscript>x</noscript><select><option>x</select><svg>x</svg>"
    assert read(f"<p>绿{hidden}茶").text == "绿茶"


def test_a_copy_in_another_charset_is_the_same_content(read: Read) -> None:
    html = f"<title>绿茶</title><p>{MAIN}<a href=a>红茶</a>"
    pages = [read(html, charset=charset) for charset in ("utf-8", "gbk", "gb18030", "utf-16")]
    assert [page.charset for page in pages] == ["utf-8", "gb18030", "gb18030", "utf-16-le"]
    assert len({(page.title, page.text, page.links, page.content_md5) for page in pages}) == 1


@pytest.mark.parametrize(
    ("other", "same"),
    [
        ("<html><body><p>正文</p></body></html>", True),  # DD01
        ("<p>正文</p>\n<!-- 生成于 12:00:01 -->", True),  # DD02
        ("<title>别的标题</title><div><b>正</b>文\n</div><script>1</script>", True),
        ("<p>正<p>文", True),
        ("<p>正文二", False),  # DD07
    ],
)
def test_equal_texts_are_the_same_content(read: Read, other: str, same: bool) -> None:
    assert (read(other).content_md5 == read("<p>正文").content_md5) is same


def test_one_page_under_many_urls_is_one_content(read: Read) -> None:  # DD05
    html = "<title>登录</title><form><p>请先登录后再浏览</p></form>"
    assert len({read(html, url=f"http://e.example/{n}").content_md5 for n in range(50)}) == 1


@pytest.mark.parametrize("html", ["", " \n", "<html></html>", "<title>图</title><img src=x>", "<p>\u3000&nbsp;</p>"])
def test_a_page_without_text_is_the_same_as_no_other(read: Read, html: str) -> None:  # DD04
    page = read(html)
    assert (page.text, page.content_md5) == ("", None)


def test_undecodable_pages_are_told_apart_by_their_bytes() -> None:  # DD06
    html = "<meta charset=utf-8><p>茶叶".encode()
    first, second = (read_page(html + byte + b"</p>", "http://e.example/") for byte in (b"\xff", b"\xfe"))
    assert first.text == second.text == "茶叶\ufffd"
    assert first.content_md5 != second.content_md5
    assert first.content_md5 is not None


def test_header_names_in_any_case() -> None:
    headers = {"CONTENT-TYPE": "text/html; charset=gbk", "x-ROBOTS-tag": "noindex"}
    page = read_page("<p>茶".encode("gbk"), "http://e.example/", headers)
    assert (page.charset_source, page.noindex, page.url) == ("header", True, "http://e.example/")


@pytest.mark.parametrize(
    ("body", "content_type", "expected"),
    [
        (b"<p>x", "text/html", True),
        (b"x", "TEXT/HTML ; charset=gbk", True),
        (b"", "text/html", True),
        (b"x", "application/xhtml+xml", True),
        (b"\xff\xfe<\0p\0>\0", "text/html", True),
        ("<p>茶".encode("utf-16-le"), "text/html", True),
        (b"<p>one\0 byte is no picture" + b"." * 100, "text/html", True),
        ("茶\u3000".encode("gbk") * 300, "text/html", True),
        (b"\x89PNG\r\n\x1a\n\0\0", "text/html", False),
        (b"GIF89a<p>", "text/html", False),
        (b"\xff\xd8\xff\xe0<p>", "text/html", False),
        (b"%PDF-1.4\n<p>", "text/html", False),
        (b"PK\x03\x04<p>", "text/html", False),
        (b"\x1f\x8b\x08<p>", "", False),
        (b"\x7fELF<p>", "application/octet-stream", False),
        (b"\0\0\0\x20ftypisom<p>", "text/html", False),
        (bytes(range(256)) * 2, "text/html", False),
        (b"<p>" + b"\0" * 20, "text/html", False),
        (b"<!DOCTYPE html>", "text/plain", True),
        (b"\xef\xbb\xbf  <HTML>", "", True),
        (b"a note", "text/plain", False),
        (b"<?xml version='1.0'?><rss>", "text/xml", False),
        (b"<html>", "application/json", False),
        (b"<html>", "image/png", False),
        (b"", "", False),
    ],
)
def test_what_is_a_page(body: bytes, content_type: str, expected: bool) -> None:
    assert is_html(body, content_type) is expected
