"""When a page was published: declarations, lines, URL."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from selectolax.lexbor import LexborHTMLParser

from topicspider.page.dates import CHINA
from topicspider.page.published import date_in_lines, date_of_url, declared_dates, published_at, read_times

NOW = datetime(2025, 1, 1, tzinfo=UTC)
URL = "http://e.example/a.html"


def day(number: int, hour: int = 0, minute: int = 0) -> datetime:
    return datetime(2024, 5, number, hour, minute, tzinfo=UTC)


def test_metas_come_before_json_ld_before_time_elements() -> None:
    named = {"date": "2024-05-02", "article:published_time": "2024-05-01", "article:modified_time": "2024-05-09"}
    nodes = [{"datePublished": "2024-05-03", "dateCreated": "2024-05-05", "dateModified": "2024-05-09"}]
    assert list(declared_dates(named, nodes, ["2024-05-04"])) == [f"2024-05-0{number}" for number in range(1, 6)]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<time datetime=2024-05-01T12:30Z>vorgestern</time>", ("2024-05-01T12:30Z",)),
        ("<time>2024-05-01</time>", ("2024-05-01",)),
        ("<time class=updated datetime=b>", ()),
        ("<time title=修改时间 datetime=b><time datetime=a>", ("a",)),
        ("<time datetime=b><time itemprop=datePublished datetime=a>", ("a", "b")),
        ("<time datetime=b><time pubdate datetime=a>", ("a", "b")),
        ("<meta itemprop=datePublished content=a>", ("a",)),
        ("<time class='published updated' datetime=a>", ("a",)),
        ("<time datetime=a>" * 9, ("a",) * 5),
    ],
)
def test_time_elements(html: str, expected: tuple[str, ...]) -> None:
    nodes = LexborHTMLParser(html).css("time, [itemprop]:not(time)")
    assert read_times(nodes) == expected


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["标题", "发布时间：2024-05-01 12:30 来源：新华社 作者：张三"], day(1, 12, 30)),
        (["来源：新华社 2024年05月01日 12:30"], day(1, 12, 30)),
        (["2024-05-01 12:30:00 阅读 123"], day(1, 12, 30)),
        (["2024-05-01"], day(1)),
        (["📅 2024年5月1日 📁 默认分类"], day(1)),
        (["张三 发表于 2024-05-01 分类于 茶叶"], day(1)),
        (["Posted on May 1, 2024"], day(1)),
        (["更新时间：2024-05-03", "发布时间：2024-05-01"], day(1)),
        (["更新时间：2024-05-03", "2024-05-01"], day(1)),
        (["更新时间：2024-05-03"], day(3)),
        (["Last updated: May 3, 2024", "1 May 2024"], day(1)),
        (["发布时间：2042-05-03", "2024-05-01"], day(1)),  # not yet
        (["2024-05-02", "2024-05-02", "2024-05-03", "2024-05-04", "2024-05-05"], day(2)),
        (["会议将于 2024-05-01 在杭州举行，来自全国各地的茶农、茶商和研究茶的人参加了这次会议，共计三百多人。"], None),
        (["2024-05-01", "2024-05-02", "2024-05-03", "2024-05-04", "2024-05-05"], None),  # a list
        (["版本 1.2024.05.01", "2024-13-01"], None),
        ([], None),
    ],
)
def test_a_date_in_the_lines(lines: list[str], expected: datetime | None) -> None:
    assert date_in_lines(lines, zone=UTC, now=NOW) == expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/2024/05/01/tea/", day(1)),
        ("/news/2024-05-01-tea.html", day(1)),
        ("/202405/01/tea.html", day(1)),
        ("/2024-05/01/tea.html", day(1)),
        ("/a/202405/t20240501_123.html", day(1)),
        ("/20240501/a.html", day(1)),
        ("/2024/05/32/", None),
        ("/2024/02/30/", None),
        ("/2024/05/tea/", None),
        ("/2042/05/01/", None),
        ("/a/1202405011.html", None),
        ("/a?from=/2024/05/01/", None),
    ],
)
def test_a_date_in_the_url(path: str, expected: datetime | None) -> None:
    assert date_of_url("http://e.example" + path, zone=UTC, now=NOW) == expected


def test_what_is_declared_comes_before_the_lines_before_the_url() -> None:
    url = "http://e.example/2024/05/03/"
    assert published_at(["2024-05-01"], ["2024-05-02"], url, zone=UTC, now=NOW) == day(1)
    assert published_at(["soon", "2042-01-01"], ["2024-05-02"], url, zone=UTC, now=NOW) == day(2)
    assert published_at([], [], url, zone=UTC, now=NOW) == day(3)
    assert published_at([], [], URL, zone=UTC, now=NOW) is None


def test_the_zone_holds_everywhere() -> None:
    expected = datetime(2024, 4, 30, 16, tzinfo=UTC)
    for declared, lines, url in [
        (["2024-05-01"], [], URL),
        ([], ["2024-05-01"], URL),
        ([], [], "http://e.example/2024/05/01/"),
    ]:
        assert published_at(declared, lines, url, zone=CHINA, now=NOW) == expected
