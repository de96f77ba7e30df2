"""Example pages from whatever a user has."""

from __future__ import annotations

from pathlib import Path

import pytest

from topicspider.examples import Fetched, read_crawl, read_examples
from topicspider.exceptions import ConfigError

PAGE = """<html><head><title>{title}</title><meta name="keywords" content="茶文化,绿茶"></head>
<body><h1>{title}</h1><p>{text}</p></body></html>"""


def html(title: str, text: str = "绿茶用八十度的水冲泡，茶叶在杯中舒展，香气很好，可以冲泡三次。" * 5) -> str:
    return PAGE.format(title=title, text=text)


def no_fetch(urls: list[str]) -> list[Fetched]:
    raise AssertionError(urls)


def test_a_folder_has_the_pages_below_it(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(html("第一页"), "utf-8")
    (tmp_path / "b.htm").write_bytes(html("第二页").replace("<head>", '<head><meta charset="gbk">').encode("gbk"))
    (tmp_path / "www.tea.example").mkdir()
    (tmp_path / "www.tea.example" / "c.html").write_text(html("第三页"), "utf-8")
    (tmp_path / "note.txt").write_text("一篇关于茶叶的笔记", "utf-8")
    (tmp_path / "image.png").write_bytes(b"\x89PNG")
    found = read_examples([str(tmp_path)], no_fetch)
    assert [page.title for page in found] == ["第一页", "第二页", "", "第三页"]
    assert found[0].subjects == ("茶文化", "绿茶")
    assert found[2].text == "一篇关于茶叶的笔记"
    assert found[3].site == "www.tea.example"
    assert len({page.site for page in found}) == 4


def test_a_canonical_link_says_which_site_a_file_is_of(tmp_path: Path) -> None:
    link = '<link rel="canonical" href="http://www.tea.example/1.html">'
    (tmp_path / "a.html").write_text(html("第一页").replace("<head>", f"<head>{link}"), "utf-8")
    assert read_examples([str(tmp_path / "a.html")], no_fetch)[0].site == "www.tea.example"


def test_urls_and_lists_of_urls_are_fetched(tmp_path: Path) -> None:
    (tmp_path / "urls.txt").write_text("# a list\nhttp://a.example/1\n\nhttps://b.example/2\n", "utf-8")

    def fetch(urls: list[str]) -> list[Fetched]:
        return [Fetched(url, html(url).encode(), {"content-type": "text/html; charset=utf-8"}) for url in urls]

    found = read_examples(["http://c.example/3", str(tmp_path / "urls.txt")], fetch)
    assert [page.site for page in found] == ["c.example", "a.example", "b.example"]
    assert found[1].title == "http://a.example/1"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("missing", "'missing' is no file, no folder and no http"),
        ("empty", "empty: there is no page in it"),
        ("x" * 5000, "is no file, no folder"),
        ("a\0b", "is no file, no folder"),
        ("ftp://a.example/", "is no file, no folder and no http"),
        ("http://[a/", "is no file, no folder and no http"),
    ],
)
def test_what_is_no_source_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, message: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    with pytest.raises(ConfigError, match=message):
        read_examples([source], no_fetch)


def test_a_folder_that_is_no_output_of_a_crawl_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="this is no output of a crawl"):
        read_crawl(tmp_path)
