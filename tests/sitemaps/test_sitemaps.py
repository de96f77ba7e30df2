"""``read_sitemap``: what a sitemap, an index, a text list or a feed names, however it is written, packed or broken."""

from __future__ import annotations

import gzip
import json
import random
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from topicspider.page.urls import MAX_URL_LENGTH
from topicspider.sitemaps import Sitemap, SitemapUrl, read_sitemap
from topicspider.sitemaps.read import MAX_URLS
from topicspider.sitemaps.unpack import MAX_UNPACKED

FIXTURES = Path(__file__).parents[1] / "fixtures"
CASES = json.loads((FIXTURES / "cases" / "sitemaps_manifest.json").read_text("utf-8"))["cases"]
URL = "http://www.example.com/maps/sitemap.xml"
SITE = "http://www.example.com/"
MB = 1024 * 1024


def sitemap_of(text: str, charset: str = "utf-8", **headers: str) -> Sitemap:
    return read_sitemap(text.encode(charset), URL, {name.replace("_", "-"): value for name, value in headers.items()})


def names(text: str) -> list[str]:
    """Return the paths of the pages that *text* names on the site."""
    return [page.url.removeprefix(SITE) for page in sitemap_of(text).pages]


def urlset(*locs: str) -> str:
    entries = "".join(f"<url><loc>{loc}</loc></url>" for loc in locs)
    return f'<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entries}</urlset>'


def rss(item: str) -> str:
    return f"<rss version='2.0'><channel><link>{SITE}</link><item>{item}</item></channel></rss>"


def atom(entry: str, base: str = "") -> str:
    return (
        f"<feed xmlns='http://www.w3.org/2005/Atom'{base}><link href='{SITE}'/><id>{SITE}</id>"
        f"<entry>{entry}</entry></feed>"
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_recorded_case(case: dict[str, Any]) -> None:
    body = (FIXTURES / case["file"]).read_bytes()
    sitemap = read_sitemap(body, case["served_url"], {"Content-Type": case["content_type"]})
    assert [page.url for page in sitemap.pages] == case["expected_page_urls"]
    assert list(sitemap.children) == case["expected_child_sitemaps"]


@pytest.mark.parametrize(
    ("loc", "path"),
    [
        ("http://www.example.com/a", "a"),
        ("\n   http://www.example.com/a\n  ", "a"),
        ("http://www.example.com/long/\n      path/\r\n\tpage", "long/path/page"),
        ("\u3000http://www.example.com/a\xa0\u200b", "a"),
        ("<![CDATA[http://www.example.com/a?x=1&y=2]]>", "a?x=1&y=2"),
        ("\n<![CDATA[\nhttp://www.example.com/a\n]]>\n", "a"),
        ("http://www.<!-- now -->example.com/a", "a"),
        ("http://www.example.com/a?x=1&amp;y=2", "a?x=1&y=2"),
        ("http://www.example.com/a?x=1&#38;y=2&#x26;z=3", "a?x=1&y=2&z=3"),
        ("http://www.example.com/a?x=1&y=2", "a?x=1&y=2"),
        ("http://www.example.com/a?x=1&copy=2&lt=3", "a?x=1&copy=2&lt=3"),
        ("http://www.example.com/a & b", "a%20&%20b"),
        ("http://www.example.com/caf&eacute;", "caf%C3%A9"),
        ("http://www.example.com/绿茶", "%E7%BB%BF%E8%8C%B6"),
        ("http://www.example.com/a#top", "a"),
        ("/a", "a"),
        ("a", "maps/a"),
        ("../a", "a"),
        ("//www.example.com/a", "a"),
        ("HTTP://WWW.EXAMPLE.COM/a", "a"),
    ],
)
def test_what_a_loc_means(loc: str, path: str) -> None:
    assert names(urlset(loc)) == [path]


@pytest.mark.parametrize(
    "loc",
    [
        "",
        "   ",
        "not a url",
        "javascript:alert(1)",
        "mailto:a@example.com",
        "ftp://www.example.com/a",
        "#top",
        "http://",
        "http://www.example.com/&unknown;",
        "http://www.example.com/" + "a" * MAX_URL_LENGTH,
    ],
)
def test_what_names_no_page(loc: str) -> None:
    assert names(urlset(loc, "/b")) == ["b"]


def test_a_page_comes_once_where_it_stands_first() -> None:
    assert names(urlset("/b", "/a", "http://www.example.com/b", "/c")) == ["b", "a", "c"]


@pytest.mark.parametrize(
    "text",
    [
        "<urlset><url><loc>/a</loc></url></urlset>",
        "<sm:urlset xmlns:sm='http://www.sitemaps.org/schemas/sitemap/0.9'><sm:url><sm:loc>/a</sm:loc></sm:url></sm:urlset>",
        "<x:urlset><x:url><x:loc>/a</x:loc></x:url></x:urlset>",
        "<urlset xmlns='https://www.google.com/schemas/sitemap/0.84/'><url><loc>/a</loc></url></urlset>",
        "<urlset xmlns=''><urlset><url><loc>/a</loc></url></urlset></urlset>",
        "<URLSET><Url><LOC>/a</Loc></url></URLSET>",
        "<urlset><url ><loc\n>/a</loc ></url\n></urlset>",
        "<?xml version='1.0' encoding='UTF-8'>\n<urlset><url><loc>/a</loc></url></urlset>",
        "\n\n \ufeff<?xml version='1.0'?><urlset><url><loc>/a</loc></url></urlset>",
        "<?xml version='1.0'?><?xml-stylesheet href='>'?><!-- <urlset> --><urlset><url><loc>/a</loc></url></urlset>",
        "<!DOCTYPE urlset SYSTEM 'http://www.example.com/d.dtd'><urlset><url><loc>/a</loc></url></urlset>",
        "<!DOCTYPE u [<!ENTITY e '<url><loc>/b</loc></url>'>]><urlset><url><loc>/a</loc></url></urlset>",
        "Warning: x in /a.php on line 3\n<?xml version='1.0'?><urlset><url><loc>/a</loc></url></urlset>",
        "<br />\n<b>Warning</b>: x<br />\n<?xml version='1.0'?><urlset><url><loc>/a</loc></url></urlset>",
        "<urlset><!-- <url><loc>/b</loc></url> --><url><loc>/a</loc></url></urlset>",
        "<urlset><url>http://www.example.com/a</url></urlset>",
        "<urlset><url><lastmod/><loc>/a</loc></url></urlset>",
        "<urlset><url/><url></url><url><loc/></url><url><loc>/a</loc></url></urlset>",
    ],
)
def test_spellings_of_a_sitemap(text: str) -> None:
    assert names(text) == ["a"]


FOREIGN = [
    "<image:image><image:loc>/i.png</image:loc><image:license>/l</image:license></image:image>",
    "<image xmlns='http://www.google.com/schemas/sitemap-image/1.1'><loc>/i.png</loc></image>",
    "<image:loc>/i.png</image:loc>",
    "<video:video><video:content_loc>/v.mp4</video:content_loc><video:player_loc>/p</video:player_loc></video:video>",
    "<xhtml:link rel='alternate' hreflang='en' href='http://www.example.com/en/a'/>",
    "<xhtml:link rel='alternate' hreflang='en' href='/en/a'></xhtml:link>",
    "<xhtml:link rel='alternate' href='/en/a'>",
    "<PageMap><DataObject><Attribute name='url'>/p</Attribute></DataObject></PageMap>",
    "<changefreq>daily",
    "<priority>0.5</urgent>",
    "<caption>5 < 6 & 7 > 3</caption>",
    "<c a='<' b=\"x>y\">text</c>",
    "<c a='x>text</c>",
    "<!-- <loc>/x</loc> -->",
    "\x0b\x01\ufffd",
    "]]>",
]


@pytest.mark.parametrize("foreign", FOREIGN)
def test_what_else_stands_in_an_entry_is_passed_over(foreign: str) -> None:
    before, after = f"<url>{foreign}<loc>/a</loc></url>", f"<url><loc>/b</loc>{foreign}</url>"
    assert names(f"<urlset>{before}{after}<url><loc>/c</loc></url></urlset>") == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("entries", "paths"),
    [
        ("<url><loc>/a</url><url><loc>/b</loc></url>", ["a", "b"]),
        ("<url><loc>/a</loc><url><loc>/b</loc></url>", ["a", "b"]),
        ("<url><loc>/a<lastmod>2024-05-01</lastmod></url>", ["a"]),
        ("<url><loc>/a</loc></urls><url><loc>/b</loc></url>", ["a", "b"]),
        ("<url><loc>/a</loc><loc>/b</loc></url>", ["a", "b"]),
        ("<url><image:image><image:loc>/i.png</url><url><loc>/b</loc></url>", ["b"]),
        ("</url></loc><url><loc>/a</loc></url>", ["a"]),
        ("<url><loc>/a</loc></url></urlset><url><loc>/b</loc></url>", ["a", "b"]),
        ("<url><loc>/a</loc></url><url><loc>/b</loc>", ["a", "b"]),
        ("<url><loc>/a</loc></url><url><loc>/b", ["a"]),
        ("<url><loc>/a</loc></url><url><loc><![CDATA[/b", ["a"]),
        ("<url><loc>/a</loc></url><url><loc", ["a"]),
        ("<url><loc>/a</loc></url><!-- <url><loc>/b</loc></url>", ["a"]),
    ],
)
def test_a_broken_sitemap_is_read_as_far_as_it_goes(entries: str, paths: list[str]) -> None:
    assert names(f"<urlset>{entries}") == paths


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b" \n",
        b"\xef\xbb\xbf",
        b"<",
        b"<?xml version='1.0'?>",
        b"<urlset/>",
        b"Not Found",
        b"User-agent: *\nSitemap: http://www.example.com/sitemap.xml",
        b'{"urls": ["http://www.example.com/a"]}',
        b"\x89PNG\r\n\x1a\n\0\0\0",
        b"\x1f\x8b",
        b"\x1f\x8bnot gzip at all",
        b"<!DOCTYPE html><title>404</title><p><a href='/a'>a</a>",
        b"<html><body><urlset><url><loc>http://www.example.com/a</loc></url></urlset></body></html>",
        b"<html xmlns='http://www.w3.org/1999/xhtml'><head><link href='/a'/></head></html>",
        b"<Error><Code>AccessDenied</Code><url>http://www.example.com/a</url></Error>",
    ],
)
def test_what_is_no_sitemap_names_nothing(body: bytes) -> None:
    assert read_sitemap(body, URL) == Sitemap()


@pytest.mark.parametrize(
    "text",
    [
        "http://www.example.com/a\nhttp://www.example.com/b?x=1&y=2\n",
        "\ufeffhttp://www.example.com/a\r\nhttp://www.example.com/b?x=1&y=2",
        "http://www.example.com/a\rhttp://www.example.com/b?x=1&y=2\r",
        "\n# ours\n  http://www.example.com/a  \n/c\nhttp://\n\nsee http://www.example.com/d\nhttp://www.example.com/b?x=1&y=2",
        "http://www.example.com/a\nhttp://www.example.com/a\nhttp://www.example.com/c is gone\nhttp://www.example.com/b?x=1&y=2",
    ],
)
@pytest.mark.parametrize("charset", ["utf-8", "utf-16"])
def test_a_text_list(text: str, charset: str) -> None:
    pages = sitemap_of(text, charset).pages
    assert pages == (SitemapUrl(SITE + "a"), SitemapUrl(SITE + "b?x=1&y=2"))


@pytest.mark.parametrize("charset", ["gbk", "gb18030", "big5", "utf-16", "utf-8-sig"])
def test_the_charset_is_the_declared_one(charset: str) -> None:
    declaration = f"<?xml version='1.0' encoding='{charset.removesuffix('-sig')}'?>"
    text = declaration + rss("<title>茶</title><link>/茶?a</link>")
    assert sitemap_of(text, charset).pages == (SitemapUrl(SITE + "%E8%8C%B6?a", title="茶"),)


@pytest.mark.parametrize("charset", ["utf-16-le", "utf-16-be"])
def test_utf_16_needs_no_mark(charset: str) -> None:
    assert sitemap_of(urlset("/茶"), charset).pages == (SitemapUrl(SITE + "%E8%8C%B6"),)


def test_a_charset_may_stand_in_the_header_alone() -> None:
    page = SitemapUrl(SITE + "a", title="绿茶")
    text = rss("<title>绿茶</title><link>/a</link>")
    assert sitemap_of(text, "gbk", content_type="text/xml; charset=gb2312").pages == (page,)
    assert sitemap_of(text, content_type="text/xml; charset=gb2312").pages == (page,)


def test_an_index_names_sitemaps() -> None:
    text = """<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
        <sitemap><loc> /1.xml.gz </loc><lastmod>2024-05-01</lastmod></sitemap>
        <sitemap><loc><![CDATA[/2.php?a=1&b=2]]></loc></sitemap>
        <sitemap>http://www.example.com/3.xml</sitemap>
        <sitemap><loc>/1.xml.gz</loc></sitemap>
        <sitemap><loc>javascript:a()</loc></sitemap>
        <sitemap><lastmod>2024-05-01</lastmod></sitemap></sitemapindex>"""
    assert sitemap_of(text) == Sitemap((), (SITE + "1.xml.gz", SITE + "2.php?a=1&b=2", SITE + "3.xml"))


def test_what_an_entry_is_called_says_what_it_names() -> None:
    entries = "<url><loc>/a.xml</loc></url><sitemap><loc>/b</loc></sitemap>"
    expected = Sitemap((SitemapUrl(SITE + "a.xml"),), (SITE + "b",))
    assert sitemap_of(f"<urlset>{entries}</urlset>") == expected
    assert sitemap_of(f"<sitemapindex>{entries}</sitemapindex>") == expected


@pytest.mark.parametrize(
    "item",
    [
        "<link>/a</link>",
        "<link>\n<![CDATA[ http://www.example.com/a ]]>\n</link>",
        "<link>/a</link><guid>http://www.example.com/b</guid>",
        "<guid>http://www.example.com/a</guid>",
        "<link/><guid isPermaLink='true'>http://www.example.com/a</guid>",
        "<guid isPermaLink='false'>http://www.example.com/b</guid><link>/a</link>",
        "<atom:link rel='self' href='/self'/><link>/a</link><atom:link href='/b'/>",
        "<atom:link href='/a'/>",
        "<link>/a</link><comments>/c</comments><enclosure url='/e.mp3'/><source url='/s'>s</source>",
        "<media:content url='/m'><media:title>m</media:title></media:content><link>/a</link>",
        "<description>5 &lsquo; & <a href='/x'><link>/x</link></a></description><link>/a</link>",
        "<image><url>/i.png</url><link>/x</link></image><link>/a</link>",
    ],
)
def test_the_page_of_an_item(item: str) -> None:
    assert names(rss(item)) == ["a"]


@pytest.mark.parametrize("item", ["<guid>4711</guid>", "<guid isPermaLink='false'>http://www.example.com/b</guid>", ""])
def test_an_item_may_have_no_page(item: str) -> None:
    assert names(rss(item) + rss("<link>/a</link>")) == ["a"]


def test_rss_1_has_its_items_beside_the_channel() -> None:
    text = f"""<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
        <channel rdf:about="{SITE}"><link>{SITE}</link>
        <items><rdf:Seq><rdf:li resource="{SITE}x"/></rdf:Seq></items></channel>
        <image><url>{SITE}i.png</url><link>{SITE}</link></image>
        <item rdf:about="{SITE}x"><title>一</title><link>{SITE}a</link>
        <dc:date>2024-05-01T08:00:00+08:00</dc:date></item>
        <item rdf:about="{SITE}b"><title>二</title></item></rdf:RDF>"""
    first = SitemapUrl(SITE + "a", datetime(2024, 5, 1, tzinfo=UTC), "一")
    assert sitemap_of(text).pages == (first, SitemapUrl(SITE + "b", title="二"))


@pytest.mark.parametrize(
    "entry",
    [
        "<link href='/a'/>",
        "<link rel=alternate type=text/html href=/a />",
        "<link rel='alternate' href='/a'></link><link rel='alternate' href='/b'/>",
        "<link rel='self' href='/s'/><link rel='replies' href='/r'/><link rel='enclosure' href='/e'/><link href='/a'/>",
        "<id>http://www.example.com/a</id>",
        "<id>http://www.example.com/b</id><link href='/a'/>",
        "<source><link href='/s'/><id>http://www.example.com/s</id></source><link href='/a'>",
        "<content type='xhtml'><div><link href='/x'/></div></content><link href='/a'/>",
    ],
)
def test_the_page_of_an_atom_entry(entry: str) -> None:
    assert names(atom(entry)) == ["a"]


def test_an_atom_entry_has_a_title_and_the_date_of_its_change() -> None:
    dates = "<published>2024-05-01T00:00:00Z</published><updated>2024-05-02T00:00:00Z</updated>"
    title = "<title type='html'>&lt;b&gt;绿茶&lt;/b&gt; &amp;amp;\n  红茶</title>"
    source = "<source><title>别处</title><updated>2000-01-01T00:00:00Z</updated></source>"
    expected = SitemapUrl(SITE + "a?x=1&y=2", datetime(2024, 5, 2, tzinfo=UTC), "绿茶 & 红茶")
    assert sitemap_of(atom(f"{source}{title}{dates}<link href='/a?x=1&amp;y=2'/>")).pages == (expected,)


def test_links_of_a_feed_are_relative_to_its_base() -> None:
    text = atom("<link href='a'/></entry><entry xml:base='/d/'><link href='b'/>", base=" xml:base='/c/?x=1&amp;y'")
    assert names(text) == ["c/a", "d/b"]


def test_a_news_sitemap_has_titles_and_dates() -> None:
    news = (
        "<news:news><news:publication><news:name>报</news:name></news:publication>"
        "<news:publication_date>2024-05-01</news:publication_date><news:title>绿茶</news:title></news:news>"
    )
    image = "<image:image><image:loc>/i</image:loc><image:title>图</image:title></image:image>"
    expected = SitemapUrl(SITE + "a", datetime(2024, 5, 1, tzinfo=UTC), "绿茶")
    assert sitemap_of(f"<urlset><url>{image}<loc>/a</loc>{news}</url></urlset>").pages == (expected,)


@pytest.mark.parametrize(
    ("text", "when"),
    [
        ("2024", "2024-01-01T00:00:00"),
        ("2024-05", "2024-05-01T00:00:00"),
        ("2024-05-01", "2024-05-01T00:00:00"),
        (" \n2024-05-01 ", "2024-05-01T00:00:00"),
        ("<![CDATA[2024-05-01]]>", "2024-05-01T00:00:00"),
        ("2024-05-01T12:30Z", "2024-05-01T12:30:00"),
        ("2024-05-01T12:30+08:00", "2024-05-01T04:30:00"),
        ("2024-05-01T12:30:15-0330", "2024-05-01T16:00:15"),
        ("2024-05-01T12:30:15.25Z", "2024-05-01T12:30:15.250000"),
        ("2024-05-01T12:30:15", "2024-05-01T12:30:15"),
        ("2024-05-01 12:30:15", "2024-05-01T12:30:15"),
        ("2024-05-01 08:53:11 PM", "2024-05-01T20:53:11"),
        ("2024-5-1", "2024-05-01T00:00:00"),
        ("2024/05/01", "2024-05-01T00:00:00"),
        ("Wed, 01 May 2024 12:30:15 +0800", "2024-05-01T04:30:15"),
        ("Wed, 01 May 2024 12:30:15 GMT", "2024-05-01T12:30:15"),
        ("Wed, 01 May 24 12:30:15 EST", "2024-05-01T17:30:15"),
        ("1 May 2024 12:30:15 -0000", "2024-05-01T12:30:15"),
        ("2099-01-01", "2099-01-01T00:00:00"),
    ],
)
def test_the_forms_of_a_date(text: str, when: str) -> None:
    expected = (SitemapUrl(SITE + "a", datetime.fromisoformat(when + "+00:00")),)
    assert sitemap_of(f"<urlset><url><loc>/a</loc><lastmod>{text}</lastmod></url></urlset>").pages == expected
    assert sitemap_of(rss(f"<link>/a</link><pubDate>{text}</pubDate>")).pages == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "today",
        "-",
        "0000-00-00",
        "2024-13-01",
        "2024-02-30",
        "-0001-11-30T00:00:00+00:00",
        "0001-01-01",
        "Mon, 01 Jan 0001 00:00:00 GMT",
        "24",
        "&x;",
    ],
)
def test_nonsense_is_no_date(text: str) -> None:
    assert sitemap_of(f"<urlset><url><loc>/a</loc><lastmod>{text}</lastmod></url></urlset>").pages == (
        SitemapUrl(SITE + "a"),
    )


TWO = urlset("/a", "/b").encode()
PACKED = gzip.compress(TWO)


@pytest.mark.parametrize(
    "body",
    [
        PACKED,
        gzip.compress(PACKED),
        gzip.compress(gzip.compress(PACKED)),
        gzip.compress(TWO[:99]) + gzip.compress(TWO[99:]),
        PACKED + b"\0" * 512,
        PACKED + b"<!-- cached -->",
        PACKED[:-1],
        PACKED[:-8],
        PACKED[:-8] + b"8 wrong.",
        gzip.compress(PACKED[:-8]),
    ],
)
def test_gzip(body: bytes) -> None:
    assert [page.url for page in read_sitemap(body, URL, {"Content-Type": "application/xml"}).pages] == [
        SITE + "a",
        SITE + "b",
    ]


def test_of_cut_gzip_what_can_be_read_is() -> None:
    numbers = random.Random(1)
    paths = [f"{numbers.getrandbits(64):x}" for _ in range(2000)]
    urls = [SITE + path for path in paths]
    for text in (urlset(*urls), "\n".join(urls)):
        body = gzip.compress(text.encode())
        found = [page.url for page in read_sitemap(body[: len(body) // 2], URL).pages]
        assert 800 < len(found) < 1200
        assert found == urls[: len(found)]
        spoilt = body[: len(body) // 2] + b"\xff" * 99 + body[len(body) // 2 + 99 :]
        assert [page.url for page in read_sitemap(spoilt, URL).pages][:800] == urls[:800]


def test_a_gzip_file_in_too_many_layers_names_nothing() -> None:
    assert read_sitemap(gzip.compress(gzip.compress(gzip.compress(PACKED))), URL) == Sitemap()


def test_no_more_urls_are_read_than_the_protocol_allows() -> None:
    urls = [f"{SITE}{number}" for number in range(MAX_URLS + 10)]
    for text in (urlset(*urls), "\n".join(urls)):
        pages = sitemap_of(text).pages
        assert len(pages) == 50_000
        assert pages[-1].url == f"{SITE}49999"


def test_no_more_bytes_are_read_than_the_protocol_allows() -> None:
    first, last = (f"<url><loc>/{name}</loc></url>".encode() for name in "ab")
    body = b"<urlset>" + first + b" " * (MAX_UNPACKED - 8 - 2 * len(first)) + last
    for end in (b"", b" " * MB):
        assert [page.url for page in read_sitemap(gzip.compress(body + end, 1), URL).pages] == [SITE + "a", SITE + "b"]
    late = gzip.compress(b" " + body, 1)
    assert [page.url for page in read_sitemap(late, URL).pages] == [SITE + "a", SITE + "b"]
    cut = gzip.compress(b" " * len(last) + body, 1)
    assert [page.url for page in read_sitemap(cut, URL).pages] == [SITE + "a"]
