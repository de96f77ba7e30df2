"""Who wrote a page."""

from __future__ import annotations

import pytest
from selectolax.lexbor import LexborHTMLParser

from topicspider.page.byline import MAX_AUTHOR, author_of, bylines, declared_authors, read_authors


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("作者：张三", "张三"),
        ("来源：新华社 作者: 张三 责任编辑：李四", "张三"),
        ("本文作者：Jane Doe 发布时间：2024-05-01", "Jane Doe"),
        ("作者：张三 李四 来源：新华社", "张三 李四"),
        ("作者：张三、李四、王五", "张三、李四、王五"),
        ("作者：张三（北京大学教授）", "张三"),
        ("作者：小_明2号 | 阅读 12", "小_明2号"),
        ("作者：加西亚·马尔克斯", "加西亚·马尔克斯"),
        ("2024-05-01 12:30 作者：张三 2024", "张三"),
        ("文/张三", "张三"),
        ("文 | 张三", "张三"),
        ("图文／张三 编辑／李四", "张三"),
        ("（文：张三）", "张三"),
        ("本报记者 张三", "张三"),
        ("记者：张三 通讯员：李四", "张三"),
        ("新华社北京5月1日电（记者张三、李四）茶叶今年丰收。", "张三、李四"),
        ("By Jane Doe", "Jane Doe"),
        ("By JANE DOE, John R. Roe and Li Si | May 1, 2024", "JANE DOE, John R. Roe and Li Si"),
        ("Written by Jane O’Hara-Smith, Tea Daily", "Jane O’Hara-Smith"),
        ("By Jane Doe Updated May 1, 2024", "Jane Doe"),
        ("Author: Jane Doe", "Jane Doe"),
        ("责任编辑：张三", None),
        ("编辑：张三 校对：李四", None),
        ("作者： 来源：新华社", None),
        ("作者：", None),
        ("作者简介：张三，茶农", None),
        ("作者：2024-05-01", None),
        ("记者：请问今年的茶叶怎么样？", None),
        ("记者：您好！", None),
        ("记者从省茶叶协会获悉", None),
        ("中文/英文", None),
        ("原文：茶经", None),
        ("By continuing you agree", None),
        ("Step By Step Guide", None),
        ("By Saturday", None),
    ],
)
def test_a_byline(line: str, expected: str | None) -> None:
    assert next(bylines(["标题", line, "正文"]), None) == expected


def test_a_label_alone_in_its_line_takes_nothing_from_the_next() -> None:
    assert list(bylines(["作者：", "绿茶"])) == []


@pytest.mark.parametrize(
    ("candidates", "expected"),
    [
        (["张三"], "张三"),
        (["  Jane\n Doe "], "Jane Doe"),
        (["By Jane Doe"], "Jane Doe"),
        (["作者：张三"], "张三"),
        (["@jane"], "jane"),
        (["jane@e.example", "张三"], "张三"),
        (["张三 <zs@e.example>"], "张三"),
        (["张三,zs@e.example"], "张三"),
        (["https://e.example/jane", "www.e.example/jane", "tea.com"], None),
        (["茶网 tea.cn", "张三"], "张三"),
        (["admin", "Admin", "管理员", "佚名", "匿名", "", " - ", "123"], None),
        (["茶网", "张三"], "张三"),
        (["管理员老张"], "管理员老张"),
        (["长" * MAX_AUTHOR], "长" * MAX_AUTHOR),
        (["长" * (MAX_AUTHOR + 1), "短"], "短"),
        ([], None),
    ],
)
def test_an_author_is_somebody(candidates: list[str], expected: str | None) -> None:
    assert author_of(candidates, site_name="茶网") == expected


def test_what_is_declared() -> None:
    named = {"author": "a", "article:author": "b", "description": "x"}
    nodes = [{"author": [{"name": "c"}, {"name": "d"}, {"name": "c"}]}, {"author": None}, {"name": "x"}]
    assert list(declared_authors(named, nodes)) == ["a", "b", "c, d", ""]


def test_of_many_authors_as_many_are_named_as_there_is_room_for() -> None:
    joined = next(declared_authors({}, [{"author": [f"{number:09}" for number in range(20)]}]))
    assert joined == ", ".join(f"{number:09}" for number in range(9))  # 9 * 9 + 8 * 2 = 97


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<a rel=author href=x> Jane Doe </a>", ["Jane Doe"]),
        ("<span itemprop=author>By <b itemprop=name>Jane Doe</b>, Tea Daily</span>", ["Jane Doe"]),
        ("<span itemprop=author><meta itemprop=name content='Jane Doe'></span>", ["Jane Doe"]),
        ("<meta itemprop=author content='Jane Doe'>", ["Jane Doe"]),
        ("<div itemprop=author>" + "Jane Doe has written about tea. " * 3 + "</div>", []),
    ],
)
def test_marked_authors(html: str, expected: list[str]) -> None:
    nodes = LexborHTMLParser(html).css("[rel~=author], [itemprop~=author]")
    assert list(read_authors(nodes)) == expected
