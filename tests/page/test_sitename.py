"""The name of the site, and titles without it."""

from __future__ import annotations

from typing import Any

import pytest

from topicspider.page.sitename import MAX_NAME, clean_title, site_name, site_of_title


@pytest.mark.parametrize(
    ("named", "nodes", "expected"),
    [
        ({"og:site_name": " 茶 \n网 "}, [], "茶 网"),
        ({"og:site_name": "@tea"}, [], "tea"),
        ({"og:site_name": "", "application-name": "茶网"}, [], "茶网"),
        ({"og:site_name": "http://e.example/"}, [], None),
        ({"og:site_name": "长" * (MAX_NAME + 1)}, [], None),
        ({"application-name": "App"}, [{"@type": "Article", "publisher": {"name": "茶网"}}], "茶网"),
        (
            {},
            [{"@type": "Article", "publisher": {"name": "茶社"}}, {"@type": "WebSite", "name": "茶网"}],
            "茶网",
        ),
        ({"og:site_name": "一"}, [{"@type": "WebSite", "name": "二"}], "一"),
        ({}, [{"@type": "Organization", "name": "茶社"}], None),
        ({}, [], None),
    ],
)
def test_the_name_of_the_site(named: dict[str, str], nodes: list[dict[str, Any]], expected: str | None) -> None:
    assert site_name(named, nodes) == expected


def cut(title: str, site: str | None = None, *, og: str = "", h1: str = "", host: str = "e.example") -> str:
    return clean_title(title, site_name=site, og_title=og, h1=h1, host=host)


@pytest.mark.parametrize(
    "separator", [" - ", "_", "|", " | ", "｜", "—", " —— ", " – ", "·", " · ", " » ", "::", " / ", "-"]
)
def test_the_site_behind_a_separator_goes(separator: str) -> None:
    assert cut(f"绿茶的采摘{separator}茶网", "茶网") == "绿茶的采摘"
    assert cut(f"茶网{separator}绿茶的采摘", "茶网") == "绿茶的采摘"


@pytest.mark.parametrize(
    ("title", "site", "expected"),
    [
        ("C++ - Wikipedia", "Wikipedia", "C++"),
        ("C++ - Wikipedia, the free encyclopedia", "Wikipedia", "C++"),
        ("Assange - BBC", "BBC News", "Assange"),
        ("绿茶-新茶网", "茶网", "绿茶"),
        ("绿茶 - 茶网 - 茶网首页", "茶网", "绿茶"),
        ("绿茶 - 茶叶 - 茶网", "茶网", "绿茶 - 茶叶"),
        ("绿茶 | 喝茶 | 茶网 | 好茶", "喝茶 | 茶网 | 好茶", "绿茶"),
        ("绿茶 | 茶网 - 口号", "茶网 - 口号", "绿茶"),
        ("WIKIPEDIA - Tea", "Wikipedia", "Tea"),
        ("Tea | ", "茶网", "Tea"),
        ("Operators - ++", None, "Operators - ++"),
        ("茶网 - 茶网简介", "茶网", "茶网 - 茶网简介"),
        (
            " | ".join("一二三四五六七八九十甲乙") + " | 茶网",
            "茶网",
            " | ".join("一二三四五六七八九十甲乙") + " | 茶网",
        ),
        ("Python - a language", None, "Python - a language"),
        ("Python - a language", "茶网", "Python - a language"),
        ("How Wikipedia works - a study", "Wikipedia", "How Wikipedia works - a study"),
        ("Tea - Teatime", "Tea Time", "Tea - Teatime"),
        ("The rise of e-commerce", "Commerce", "The rise of e-commerce"),
        ("The name of __init__", "Init", "The name of __init__"),
        ("茶网", "茶网", "茶网"),
        ("茶网 - 茶网", "茶网", "茶网 - 茶网"),
        ("", None, ""),
        (" - ", "茶网", " - "),
    ],
)
def test_a_title_by_the_name_of_the_site(title: str, site: str | None, expected: str) -> None:
    assert cut(title, site) == expected


@pytest.mark.parametrize(
    ("title", "host", "expected"),
    [
        ("C++ - Wikipedia", "en.wikipedia.org", "C++"),
        ("Sort a list - Stack Overflow", "stackoverflow.com", "Sort a list"),
        ("Assange - BBC News", "www.bbc.co.uk", "Assange"),
        ("Refs – Hidden", "hidden.github.io", "Refs"),
        ("命令行 - OI Wiki", "oi-wiki.org", "命令行"),
        ("Meth - nj.com", "www.nj.com", "Meth"),
        ("绿茶 - Blog", "blog.e.example", "绿茶"),
        ("Tea - BBC is a very long suffix", "www.bbc.co.uk", "Tea - BBC is a very long suffix"),
        ("Part - 1", "1.2.3.4", "Part - 1"),
        ("Tea - WWW", "www.e.example", "Tea - WWW"),
        ("Tea - M", "m.e.example", "Tea - M"),
    ],
)
def test_a_title_by_the_host(title: str, host: str, expected: str) -> None:
    assert cut(title, host=host) == expected


@pytest.mark.parametrize(
    ("title", "og", "h1", "expected"),
    [
        ("绿茶的采摘 - 栏目 - 茶网", "绿茶的采摘", "", "绿茶的采摘"),
        ("绿茶的采摘 - 栏目 - 茶网", "", "绿茶的采摘", "绿茶的采摘"),
        ("栏目 | 绿茶的采摘", "绿茶的采摘", "", "绿茶的采摘"),
        ("绿茶的采摘 - 茶网", "", "茶网", "绿茶的采摘 - 茶网"),  # a logo, of which nothing says that it is the site
        ("茶网 - 绿茶的采摘", "", "茶网", "茶网 - 绿茶的采摘"),
        ("绿茶的采摘和保存", "绿茶的采摘", "绿茶的采摘", "绿茶的采摘和保存"),
        ("绿茶的采摘 - 茶网", "红茶", "白茶", "绿茶的采摘 - 茶网"),
        ("", "绿茶", "红茶", "绿茶"),
        ("", "", "红茶", "红茶"),
    ],
)
def test_a_title_by_the_headings(title: str, og: str, h1: str, expected: str) -> None:
    assert cut(title, og=og, h1=h1) == expected


@pytest.mark.parametrize(
    ("title", "og", "h1", "expected"),
    [
        ("茶网", "绿茶 - 茶网", "红茶", "绿茶"),
        ("茶网", "茶网", "红茶", "红茶"),
        ("", "茶网", "红茶", "红茶"),
        ("茶网", "", "茶网", "茶网"),
    ],
)
def test_a_title_that_is_only_the_site_gives_way(title: str, og: str, h1: str, expected: str) -> None:
    assert cut(title, "茶网", og=og, h1=h1) == expected


@pytest.mark.parametrize(
    ("title", "others", "host", "expected"),
    [
        ("绿茶 - 茶网", ["茶网"], "e.example", "茶网"),
        ("绿茶 - 茶网 | 口号", ["茶网 | 口号"], "e.example", "茶网 | 口号"),
        ("绿茶 - 茶网", ["茶网 » Feed", "茶网 » 评论"], "e.example", "茶网"),
        ("绿茶 - 茶网", ["茶网 RSS"], "e.example", "茶网"),
        ("绿茶 - 茶网", ["绿茶"], "e.example", None),
        ("茶网", ["茶网"], "e.example", None),
        ("绿茶 | ", ["", "RSS"], "e.example", None),
        ("C++ - Wikipedia", [], "en.wikipedia.org", "Wikipedia"),
        ("Wikipedia | C++", [], "en.wikipedia.org", "Wikipedia"),
        ("Wikipedia", [], "en.wikipedia.org", None),
    ],
)
def test_the_site_in_the_title(title: str, others: list[str], host: str, expected: str | None) -> None:
    assert site_of_title(title, others, host) == expected
