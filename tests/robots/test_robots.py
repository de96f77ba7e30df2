"""``parse_robots``: whom robots.txt means, and what it closes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from topicspider.robots import RobotsRules, parse_robots

FIXTURES = Path(__file__).parents[1] / "fixtures"
CASES = json.loads((FIXTURES / "cases" / "robots_manifest.json").read_text("utf-8"))["cases"]
HOST = "http://www.example.com"
URL = f"{HOST}/robots.txt"


def rules_of(text: str | bytes, *, charset: str = "utf-8", status: int = 200) -> RobotsRules:
    return parse_robots(text if isinstance(text, bytes) else text.encode(charset), URL, status)


def is_closed(text: str | bytes, path: str, *, agent: str = "topicbot", charset: str = "utf-8") -> bool:
    """Say so of *path*; a text that names no agent is for all."""
    everybody = text if isinstance(text, bytes) or "gent" in text else f"User-agent: *\n{text}"
    return not rules_of(everybody, charset=charset).allowed(agent, HOST + path)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_recorded_files_are_obeyed(case: dict[str, Any]) -> None:
    rules = parse_robots((FIXTURES / case["file"]).read_bytes(), URL, case["http_status"])
    found = [rules.allowed(check["agent"], check["url"]) for check in case["checks"]]
    assert found == [check["allowed"] for check in case["checks"]]
    assert rules.crawl_delay("topicbot") == case["expected_crawl_delay"]
    assert case["expected_sitemaps"] in (None, list(rules.sitemaps))


@pytest.mark.parametrize(
    ("status", "is_open"),
    [
        (200, False),
        (204, False),
        (301, True),
        (400, True),
        (401, True),
        (403, True),
        (404, True),
        (410, True),
        (429, False),
        (451, True),
        (499, True),
        (500, False),
        (503, False),
        (599, False),
        (0, False),
    ],
)
def test_what_the_status_says(status: int, is_open: bool) -> None:
    rules = rules_of("User-agent: *\nDisallow: /\nCrawl-delay: 3", status=status)
    assert rules.allowed("topicbot", f"{HOST}/a") is is_open


@pytest.mark.parametrize("status", [0, 404, 429, 503])
def test_the_body_of_an_error_says_nothing(status: int) -> None:
    body = "User-agent: *\nAllow: /a\nCrawl-delay: 3\nSitemap: /s.xml"
    rules = rules_of(body, status=status)
    assert (rules.sitemaps, rules.crawl_delay("topicbot")) == ((), None)
    assert rules.allowed("topicbot", f"{HOST}/a") is (status == 404)


@pytest.mark.parametrize(
    "body", ["", "\n\n", "# nothing\n", "User-agent: *", "User-agent: *\nDisallow:", "Disallow: /"]
)
def test_what_closes_nothing(body: str) -> None:
    assert rules_of(body).allowed("topicbot", f"{HOST}/a")


@pytest.mark.parametrize("body", ["User-agent: *\nDisallow: /", "User-agent: *\nDisallow: *"])
def test_robots_txt_itself_is_always_open(body: str) -> None:
    rules = rules_of(body)
    assert rules.allowed("topicbot", URL)
    assert rules.allowed("topicbot", f"{URL}?v=2")
    assert not rules.allowed("topicbot", f"{HOST}/robots.txt.html")
    assert not rules.allowed("topicbot", f"{HOST}/a/robots.txt")
    assert rules_of("", status=503).allowed("topicbot", URL)


PATHS = [
    # RFC 9309 §2.2.2: a prefix, by case, of path and query
    ("Disallow: /fish", "/fish", True),
    ("Disallow: /fish", "/fish.html", True),
    ("Disallow: /fish", "/fishheads/a?id=1", True),
    ("Disallow: /fish", "/Fish.asp", False),
    ("Disallow: /fish", "/catfish", False),
    ("Disallow: /fish/", "/fish", False),
    ("Disallow: /fish/", "/fish/?id=1", True),
    ("Disallow: /a", "", False),
    ("Disallow: /$", "", True),
    ("Disallow: /?", "?x=1", True),
    ("Disallow: /q?a=1", "/q?a=1&b=2", True),
    ("Disallow: /q?a=1", "/q?b=2&a=1", False),
    ("Disallow: /a?", "/a", False),
    ("Disallow: /a?", "/a?", True),
    ("Disallow: /*b", "/a#b", False),
    # the longest rule, wherever it stands; of equals the one that allows
    ("Disallow: /\nAllow: /p", "/page", False),
    ("Allow: /p\nDisallow: /", "/page", False),
    ("Allow: /p\nDisallow: /", "/other", True),
    ("Allow: /folder\nDisallow: /folder", "/folder/page", False),
    ("Disallow: /folder\nAllow: /folder", "/folder/page", False),
    ("Allow: /example/page/\nDisallow: /example/page/disallowed.gif", "/example/page/disallowed.gif", True),
    ("Allow: /page\nDisallow: /*.htm", "/page.htm", True),
    ("Allow: /page\nDisallow: /*.ph", "/page.php5", False),
    ("Allow: /page\nDisallow: /*.php", "/page.php5", True),
    ("Allow: /$\nDisallow: /", "/", False),
    ("Allow: /a\nDisallow: /a$", "/a", True),
    ("Allow: /$\nDisallow: /", "/page.htm", True),
    ("Disallow: /a/\nAllow: /a/%62%62\nDisallow: /a/bbb", "/a/bbb", True),
    ("Disallow: /%62%62%62\nAllow: /bbbb", "/bbbb", False),
    ("Disallow: /\nAllow: /index.html", "/", True),
    # §2.2.3: "*" and "$"
    ("Disallow: *", "/a", True),
    ("Disallow: /*", "/", True),
    ("Disallow: /fish*", "/fish", True),
    ("Disallow: /*.php", "/folder/any.php.file.html", True),
    ("Disallow: /*.php", "/windows.PHP", False),
    ("Disallow: /*.php$", "/a.php", True),
    ("Disallow: /*.php$", "/a.php?x=1", False),
    ("Disallow: /*.php$", "/a.php.php", True),
    ("Disallow: /*.php$", "/a.php/", False),
    ("Disallow: /fish*.php", "/fishheads/catfish.php?p", True),
    ("Disallow: /fish*.php", "/Fish.PHP", False),
    ("Disallow: */test", "/test", True),
    ("Disallow: */test", "/a/test", True),
    ("Disallow: /a**b***c", "/axxbyyc", True),
    ("Disallow: /a*", "/a", True),
    ("Disallow: /a*$", "/abc", True),
    ("Disallow: /*a*a$", "/xa", False),
    ("Disallow: /*a*a$", "/xaa", True),
    ("Disallow: /ab*b$", "/ab", False),
    ("Disallow: /ab*b$", "/abb", True),
    ("Disallow: /*ab*b", "/ab", False),
    ("Disallow: /*ab*b", "/abb", True),
    ("Disallow: /*/filter/page=*/$", "/1/filter/page=5/", True),
    ("Disallow: /*s=", "/s/", False),
    ("Disallow: /*s=", "/?s=asd", True),
    ("Disallow: /*?", "/a?", True),
    ("Disallow: /*?", "/a", False),
    ("Disallow: /*&", "/a?b=1&c=2", True),
    ("Disallow: /a$b", "/a$b", True),
    ("Disallow: /a$b", "/a", False),
    ("Disallow: /a$$", "/a$", True),
    ("Disallow: /a$$", "/a", False),
    ("Disallow: /a%24", "/a$", True),
    ("Disallow: /a%24", "/a%24b", True),
    ("Disallow: /a%24", "/a", False),
    ("Disallow: /a%2a", "/a*", True),
    ("Disallow: /a%2A", "/a%2a", True),
    ("Disallow: /a%2A", "/ab", False),
    ("Disallow: /a*c", "/a*c", True),
    ("Disallow: /path/file-with-a-%2A.html", "/path/file-with-a-*.html", True),
    ("Disallow: /path/foo-%24", "/path/foo-$", True),
    # percent-encoding: of one kind on both sides
    ("Disallow: /foo/bar?baz=https://foo.bar", "/foo/bar?baz=https%3A%2F%2Ffoo.bar", True),
    ("Disallow: /foo/bar?baz=https%3A%2F%2Ffoo.bar", "/foo/bar?baz=https://foo.bar", True),
    ("Disallow: /*q=*relevance*:type", "/c/4018?q=%3Arelevance%3Atype%3AHedgehog", True),
    ("Disallow: /?a=b,c", "/?a=b%2Cc", True),
    ("Disallow: /foo/bar/ツ", "/foo/bar/%E3%83%84", True),
    ("Disallow: /foo/bar/%E3%83%84", "/foo/bar/ツ", True),
    ("Disallow: /foo/bar/%e3%83%84", "/foo/bar/%E3%83%84", True),
    ("Disallow: /foo/bar/%62%61%7A", "/foo/bar/baz", True),
    ("Disallow: /foo/bar/baz", "/foo/bar/%62%61%7a", True),
    ("Disallow: /%7Ejoe/", "/~joe/index.html", True),
    ("Disallow: /~joe/", "/%7ejoe/index.html", True),
    ("Disallow: /a%2fb", "/a%2Fb", True),
    ("Disallow: /a%2Fb", "/a/b", False),
    ("Disallow: /a/b", "/a%2Fb", False),
    ("Disallow: /*%2F*", "/a/b", False),
    ("Disallow: /*%2F*", "/a?u=x%2Fy", True),
    ("Disallow: /*/amp/", "/x?u=/amp/", True),
    ("Disallow: /a%3Fb", "/a?b", False),
    ("Disallow: /a?b", "/a%3Fb", False),
    ("Disallow: /?q=a%26b", "/?q=a&b", False),
    ("Disallow: /a b", "/a%20b", True),
    ("Disallow: /a%20b", "/a b", True),
    ("Disallow: /a|b", "/a%7Cb", True),
    ('Disallow: /a"b', "/a%22b", True),
    ("Disallow: /100%", "/100%", True),
    ("Disallow: /100%25", "/100%", True),
    ("Disallow: /a%zz", "/a%25zz", True),
    ("Disallow: /a+b", "/a%20b", False),
    ("Disallow: /q?s=新闻", "/q?s=%E6%96%B0%E9%97%BB", True),
    # paths as webmasters write them
    ("Disallow: private/", "/private/a", True),
    ("Disallow: private/", "/a", False),
    ("Disallow: *.bak", "/x.bak", True),
    ("Disallow: 测试", "/%E6%B5%8B%E8%AF%95", True),
    ("Disallow: 测试", "/", False),
    ("Disallow: http://www.example.com/private/", "/private/a", True),
    ("Disallow: http://WWW.example.com", "/a", True),
    ("Disallow: https://other.example/", "/a", False),
    ("Disallow: //a", "//a/b", True),
    ("Disallow: //a", "/a/b", False),
    ("Allow: http://www.example.com/a\nDisallow: /", "/a/b", False),
    ("Allow: a/\nDisallow: /", "/a/b", False),
]


@pytest.mark.parametrize(("text", "path", "expected"), PATHS)
def test_paths(text: str, path: str, expected: bool) -> None:
    assert is_closed(text, path) is expected


LINES = [
    ("user-AGENT:topicbot\nDISallow:/a", True),
    ("User-agent : topicbot\nDisallow  :  /a", True),
    ("\tUser-agent:\ttopicbot\n  Disallow:\t/a \t", True),
    ("User-agent: topicbot # us\nDisallow: /a# all of it", True),
    ("User-agent: topicbot\nDisallow: #/a", False),
    ("# User-agent: topicbot\n#Disallow: /a", False),
    ("User-agent: topicbot\n//Disallow: /a", False),
    ("User-agent: topicbot\n\n\nDisallow: /a", True),
    ("User-agent: topicbot\r\n\r\nDisallow: /a\r\n", True),
    ("User-agent: topicbot\rDisallow: /a\r", True),
    ("User-agent: topicbot\n\rDisallow: /a\n\r", True),
    ("User-agent: topicbot\r\r\nDisallow: /a\r\r\n", True),
    ("User-agent: topicbot\nDisallow: /x\u2028Disallow: /a", False),
    ("User-agent: topicbot\nDisallow: /x\x85Disallow: /a", False),
    ("User-agent: topicbot\nDisallow: /x\x0bDisallow: /a", False),
    ("User-agent: topicbot\nDisallow: /x\x1cDisallow: /a", False),
    ("User-agent topicbot\nDisallow /a", True),
    ("User agent: topicbot\nDisallow: /a", True),
    ("Useragent: topicbot\nDisallow: /a", True),
    ("User_Agent: topicbot\nDisallow: /a", True),
    ("User-agent：topicbot\nDisallow：/a", True),
    ("User-agent:\xa0topicbot\nDisallow:\xa0/a", True),
    ("User-agent:　topicbot\nDisallow:　/a", True),
    ("\u200bUser-agent: topicbot\n\xa0Disallow: /a", True),
    ("说明：User-agent: topicbot\nDisallow: /a", False),
    ("User-agent: topicbot\n不要写 Disallow: /a", False),
    ("User-agent: topicbot\nDissallow: /a", True),
    ("User-agent: topicbot\nDissalow: /a", True),
    ("User-agent: topicbot\nDisalow: /a", True),
    ("User-agent: topicbot\nDiasllow: /a", True),
    ("User-agent: topicbot\nDisallaw: /a", True),
    ("User-agent: topicbot\nDisallowed: /a", False),
    ("User-agent: topicbot\nNoindex: /a", False),
    ("User-agent: topicbot\nDisallow /a is what we mean", False),
    ("User-agent: topicbot\nDisallow: /b\nUser-agent is a name\nDisallow: /a", True),
    ("User-agent: topicbot\nallow anything\nDisallow: /a", True),
    ("User-agent: topicbot\nDisallow\nDisallow: /a", True),
    ("User-agent: topicbot\n: /\n:\nDisallow: /a", True),
    ("<<<<<<< HEAD\nUser-agent: topicbot\nDisallow: /a", True),
    ("<!-- ours -->\nUser-agent: topicbot\nDisallow: /a", True),
    ("<pre>\nUser-agent: topicbot\nDisallow: /a\n</pre>", True),
    ("<!DOCTYPE html>\n<pre>\nUser-agent: topicbot\nDisallow: /a\n</pre>", False),
    ("\ufeff\n <html><body>\nUser-agent: *\nDisallow: /a\n", False),
    ("<!-- x --><?xml version='1.0'?>\n<HTML>\nUser-agent: *\nDisallow: /a\n", False),
]


@pytest.mark.parametrize(("text", "expected"), LINES)
def test_lines(text: str, expected: bool) -> None:
    assert is_closed(text, "/a") is expected


GROUPS = [
    # whom a group means
    ("topicbot", "topicbot", True),
    ("TopicBot", "TOPICBOT", True),
    ("TopicBot/2.0", "topicbot", True),
    ("TopicBot (all versions)", "topicbot", True),
    ("*topicbot*", "topicbot", True),
    ("Mozilla/5.0 (compatible; TopicBot/2.0; +http://e.example)", "topicbot", True),
    ("topic", "topicbot", False),
    ("bot", "topicbot", False),
    ("topicbots", "topicbot", False),
    ("topicbot2", "topicbot", False),
    ("topicbot", "topicbot-news", True),
    ("topicbot-news", "topicbot", False),
    ("topicbot-image", "topicbot-news", False),
    ("", "topicbot", False),
    ("", "", False),
    ("*", "topicbot", True),
    ("*", "*", True),
    ("* # all", "", True),
    ("* everybody", "topicbot", True),
    ("topicbot", "*", False),
    ("topicbot", "TopicBot/1.0 (+http://e.example/bot)", True),
    ("topicbot", "Mozilla/5.0 (compatible; TopicBot/1.0; +http://e.example/bot)", True),
    ("topicbot", "Mozilla/5.0 AppleWebKit/537 (KHTML, like Gecko; compatible; TopicBot) Chrome/120 Safari/537", True),
    ("e", "TopicBot/1.0 (+http://e.example/bot)", False),
    ("5emeRue", "topicbot", False),
    ("360Spider", "360spider", True),
    ("蜘蛛", "蜘蛛/1.0", True),
]


@pytest.mark.parametrize(("named", "agent", "expected"), GROUPS)
def test_whom_a_group_means(named: str, agent: str, expected: bool) -> None:
    assert is_closed(f"User-agent: {named}\nDisallow: /a", "/a", agent=agent) is expected


def closed_paths(text: str, agent: str = "topicbot") -> str:
    """Return which of the paths /a to /f are closed."""
    rules = rules_of(text)
    return "".join(letter for letter in "abcdef" if not rules.allowed(agent, f"{HOST}/{letter}"))


def lines(text: str) -> str:
    """Write ``U x``, ``D /a``, ``A /a``, ``C 1``, ``S url`` and others as lines of robots.txt."""
    names = {"U": "User-agent", "D": "Disallow", "A": "Allow", "C": "Crawl-delay", "S": "Sitemap"}
    pairs = (line.strip().partition(" ") for line in text.split(","))
    return "\n".join(f"{names.get(name, name)}: {value}" if name else "" for name, _, value in pairs)


@pytest.mark.parametrize(
    ("text", "closed"),
    [
        ("U topicbot, D /a, U *, D /b", "a"),
        ("U *, D /b, U topicbot, D /a", "a"),
        ("U *, D /, U topicbot, A /", ""),
        ("U *, D /, U topicbot, D", ""),
        ("U *, D /, U topicbot", ""),
        ("U other, D /, U *, D /b", "b"),
        ("U other, D /", ""),
        # agents in a row
        ("U topicbot, U other, D /a", "a"),
        ("U other, U topicbot, D /a, D /b", "ab"),
        ("U other, , U topicbot, , D /a", "a"),
        ("U topicbot, U *, D /a, U *, D /b", "a"),
        ("U topicbot, D /a, U other, D /b", "a"),
        ("U topicbot, D, U other, D /b", ""),
        ("U other, D /c, U topicbot, U other, D /a", "a"),
        # groups of the same agent are one
        ("U topicbot, D /a, U other, D /b, U TopicBot, D /c", "ac"),
        ("U topicbot, D /a, U topicbot, D /b", "ab"),
        ("U *, D /a, U other, D /, U *, D /b", "ab"),
        ("U topicbot, U topicbot, D /a", "a"),
        ("U topicbot, D /a, U other, U topicbot, D /b", "ab"),
        ("U topicbot, D /, U topicbot, A /a", "bcdef"),
        # the nearest name counts
        ("U topic, D /a, U topicbot, D /b, U topicbot-x, D /c", "b"),
        # rules of nobody
        ("D /a, U topicbot, D /b", "b"),
        ("U topicbot, D /a, U , D /", "a"),
        ("U topicbot, D /a, U ?!, D /", "a"),
        # other records end no row, and no group
        ("U topicbot, S http://e.example/s, U other, D /a", "a"),
        ("U topicbot, D /a, S http://e.example/s, D /b", "ab"),
        ("U topicbot, S, U other, D /a", "a"),
        ("U topicbot, Foo bar, U other, D /a", "a"),
        ("U topicbot, C 5, U other, D /a", "a"),
        ("U topicbot, D /a, Foo bar, U other, D /b", "a"),
        ("U topicbot, D /a, C 5, U other, D /b", "a"),
    ],
)
def test_groups(text: str, closed: str) -> None:
    assert closed_paths(lines(text)) == closed


@pytest.mark.parametrize(
    ("text", "delay"),
    [
        ("U *, C 10", 10.0),
        ("U *, C 1.5", 1.5),
        ("U *, C .5", 0.5),
        ("U *, C 2.", 2.0),
        ("U *, C 0", 0.0),
        ("U *, C 5 # seconds", 5.0),
        ("U *, crawl_delay 5", 5.0),
        ("U *, D /, C 86400", 86400.0),
        ("U *, C", None),
        ("U *, C -1", None),
        ("U *, C +1", None),
        ("U *, C soon", None),
        ("U *, C 1e9", None),
        ("U *, C nan", None),
        ("U *, C inf", None),
        ("U *, C 0x10", None),
        ("U *, C 5;", None),
        ("U *, C ٣", None),
        ("U *, C " + "9" * 400, None),
        ("U *, C 5, C soon", 5.0),
        ("U *, C 2, C 5, C 3", 5.0),
        ("U *, C 2, U other, C 9, U *, C 4", 4.0),
        ("C 5, U *, D /a", None),
        ("U *, C 5, U topicbot, D /a", None),
        ("U *, C 5, D /b, U topicbot, D /a", None),
        ("U topicbot, U other, C 5", 5.0),
        ("U other, C 5, U topicbot, D /a", None),
        ("U topicbot, C 5, U *, C 9, D /a", 5.0),
        ("U topicbot, S /s.xml, C 5", 5.0),
        ("U topicbot, Request-rate 1/10", None),
    ],
)
def test_crawl_delay(text: str, delay: float | None) -> None:
    assert rules_of(lines(text)).crawl_delay("TopicBot/1.0") == delay


@pytest.mark.parametrize(
    ("text", "sitemaps"),
    [
        ("Sitemap: http://www.example.com/s.xml", ["http://www.example.com/s.xml"]),
        ("SITEMAP:https://cdn.example/s.xml.gz # big", ["https://cdn.example/s.xml.gz"]),
        ("Sitemap: /s.xml", ["http://www.example.com/s.xml"]),
        ("Sitemap: s.xml?a=1&b=2", ["http://www.example.com/s.xml?a=1&b=2"]),
        ("Sitemap: //cdn.example/s.xml", ["http://cdn.example/s.xml"]),
        ("Sitemap http://e.example/s.xml", ["http://e.example/s.xml"]),
        ("Site-map: /s.xml\nSitemaps: /t.xml", ["http://www.example.com/s.xml", "http://www.example.com/t.xml"]),
        ("\ufeffSitemap: /s.xml", ["http://www.example.com/s.xml"]),
        ("Sitemap: /s\nUser-agent: x\nDisallow: /\nSitemap: /s\nSitemap: /r", [f"{HOST}/s", f"{HOST}/r"]),
        ("Sitemap: /地图.xml", [f"{HOST}/%E5%9C%B0%E5%9B%BE.xml"]),
        ("Sitemap:", []),
        ("Sitemap: ftp://e.example/s.xml", []),
        ("Sitemap: javascript:alert(1)", []),
        ("Sitemap: http://", []),
        ("Sitemap: http://[/s.xml", []),
        ("Sitemap: data:text/xml,", []),
    ],
)
def test_sitemaps(text: str, sitemaps: list[str]) -> None:
    assert list(rules_of(text).sitemaps) == sitemaps


FILE = "User-agent: *\nDisallow: /测试/\nDisallow: /search?q=新闻\nSitemap: /地图.xml\n"


@pytest.mark.parametrize("charset", ["utf-8", "utf-8-sig", "utf-16", "gbk", "gb18030"])
def test_a_path_in_any_charset_is_compared_as_links_are_sent(charset: str) -> None:
    body = FILE.encode(charset)
    assert is_closed(body, "/%E6%B5%8B%E8%AF%95/")
    assert not is_closed(body, "/")
    assert not is_closed(body, "/other")


def test_a_path_in_gbk_is_compared_as_its_own_octets_too() -> None:
    body = FILE.encode("gbk")
    assert is_closed(body, "/%B2%E2%CA%D4/a")
    assert is_closed(body, "/search?q=%D0%C2%CE%C5&page=2")
    assert is_closed(body, "/search?q=%E6%96%B0%E9%97%BB")
    assert rules_of(body).sitemaps == ("http://www.example.com/%E5%9C%B0%E5%9B%BE.xml",)


def test_wide_colons_and_spaces_in_gbk() -> None:
    body = "# 一\nUser-agent：topicbot\nDisallow：　/a\nDisallow:　/b".encode("gbk")
    assert [is_closed(body, path) for path in ("/a", "/b", "/c")] == [True, True, False]


def test_octets_of_no_charset_close_no_more_than_they_say() -> None:
    body = b"User-agent: *\nDisallow: /\xff\xfe\x81\nDisallow: \xff\nDisallow: /a"
    assert is_closed(body, "/%FF%FE%81")
    assert is_closed(body, "/a")
    assert not is_closed(body, "/")
    assert not is_closed(body, "/b")


def test_what_begins_after_500_kib_is_not_read() -> None:
    head = b"User-agent: *\nDisallow: /first\n"
    last = b"Disallow: /last\n"
    filled = head + b"#" * (500 * 1024 - len(head) - len(last)) + b"\n"
    fits = filled[:-1] + b"\n" + last[:-1]
    assert len(fits) == 500 * 1024
    assert is_closed(fits + b"\nDisallow: /late", "/last")
    assert is_closed(fits, "/last")
    assert not is_closed(fits + b"\nDisallow: /late", "/late")


def test_a_path_cut_in_half_closes_nothing() -> None:
    head = b"User-agent: *\nDisallow: /first\n"
    body = head + b"#" * (500 * 1024 - len(head) - len(b"\nDisallow: /")) + b"\nDisallow: /private"
    assert body[: 500 * 1024].endswith(b"\nDisallow: /")
    assert is_closed(body, "/first")
    assert not is_closed(body, "/other")
    assert not is_closed(body, "/private")


@pytest.mark.parametrize(
    ("pattern", "path"),
    [("/" + "*a" * 40 + "*b", "/" + "a" * 20_000), ("/" + "*" * 5_000 + "b", "/" + "a" * 20_000)],
)
def test_no_pattern_takes_long(pattern: str, path: str) -> None:
    assert not is_closed(f"Disallow: {pattern}", path)
    assert is_closed(f"Disallow: {pattern}", f"{path}b")


def test_many_agents_and_many_rules_do_not_multiply() -> None:
    agents = "".join(f"User-agent: bot{number}\n" for number in range(8_000))
    rules = "".join(f"Disallow: /{number}\n" for number in range(8_000))
    delayed = "User-agent: topicbot\nCrawl-delay: 1\n" * 8_000
    assert is_closed(agents + delayed + rules, "/7999")
    assert is_closed(agents + rules, "/7999", agent="bot7999")


def test_answers_do_not_depend_on_what_was_asked_before() -> None:
    rules = rules_of("User-agent: *\nDisallow: /a\nUser-agent: topicbot\nDisallow: /b")
    asked = [rules.allowed(agent, HOST + path) for agent in ("x", "topicbot", "x") for path in ("/a", "/b")]
    assert asked == [False, True, True, False, False, True]
