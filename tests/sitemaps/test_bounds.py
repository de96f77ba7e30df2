"""Whatever bytes come, reading a sitemap raises nothing, takes little memory and comes to an end."""

from __future__ import annotations

import gzip
import random
import time
import tracemalloc
from pathlib import Path

import pytest

from topicspider.sitemaps import Sitemap, read_sitemap
from topicspider.sitemaps.entries import read_entries
from topicspider.sitemaps.markup import read_tags
from topicspider.sitemaps.unpack import MAX_UNPACKED

URL = "http://www.example.com/sitemap.xml"
PAGE = b"<urlset><url><loc>http://www.example.com/a</loc></url>"
SAMPLE = """<?xml version="1.0" encoding="UTF-8"?><!-- a > b --><!DOCTYPE rss [<!ENTITY x "<y>">]>
<rss xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>茶</title><link>http://www.example.com/</link>
<atom:link rel="self" href="http://www.example.com/rss"/>
<item rdf:about='http://www.example.com/z'><title><![CDATA[绿茶 <b>]]></title><link>http://www.example.com/a?x=1&amp;y=2</link>
<pubDate>Wed, 01 May 2024 12:30:15 +0800</pubDate><guid isPermaLink="false">1</guid></item>
<url><loc>/u</loc></url><item><atom:link href='/b' /><description>5 < 6 &lt; 7</description></item>
<item><guid>http://www.example.com/c</guid><media:x><title>no</title></media:x></item></channel></rss>"""


def test_where_a_piece_ends_makes_no_difference() -> None:
    whole = [(entry.name, entry.fields) for entry in read_entries(read_tags([SAMPLE]))]
    assert len(whole) == 3
    for size in range(1, 40):
        pieces = [SAMPLE[at : at + size] for at in range(0, len(SAMPLE), size)]
        assert [(entry.name, entry.fields) for entry in read_entries(read_tags([*pieces, ""]))] == whole


def test_a_large_sitemap_is_the_sum_of_its_pieces() -> None:
    entries = "".join(f"<url><loc>/茶/{number}</loc><lastmod>2024-05-01</lastmod></url>" for number in range(20_000))
    for charset in ("utf-8", "gbk", "utf-16"):
        body = f"<?xml version='1.0' encoding='{charset}'?><urlset>{entries}</urlset>".encode(charset)
        pages = read_sitemap(body, URL).pages
        assert [page.url.rpartition("/")[2] for page in pages] == [str(number) for number in range(20_000)]
        assert {page.url.rpartition("/")[0] for page in pages} == {"http://www.example.com/%E8%8C%B6"}


UNITS = [
    *(b"\0", b" ", b"abc ", b"<", b"< ", b"<a>", b"</a>", b"<url>", b"<loc>", b"<url/>", b"<!-- ", b"<!---->"),
    *(b"<![CDATA[", b"<![CDATA[a]]>", b"<!ENTITY a ", b"<!ENTITY a '\"", b"<?", b"<a b='", b"<a b='\" ", b"&", b"&a;"),
    *(b"<link a", b"<title>a", b"<c>abc</c>", b"\n", b"\r", b"http://a/"),
]


@pytest.mark.parametrize("start", [b"", PAGE, b"<rss><item><link>", b"<feed><entry><link ", b"<urlset><url><loc>a"])
@pytest.mark.parametrize("unit", UNITS)
def test_nothing_takes_more_than_linear_time(start: bytes, unit: bytes) -> None:
    """Half a megabyte takes a tenth of a second; in quadratic time it would take hours."""
    began = time.process_time()
    read_sitemap(start + unit * (512 * 1024 // len(unit)), URL)
    assert time.process_time() - began < 10


@pytest.mark.parametrize("unit", [b" ", b"<!-- a ", b"<![CDATA[", b"<a b='", b"<url><loc>/"])
def test_a_bomb_takes_little_memory(unit: bytes) -> None:
    packed = gzip.compress(PAGE + unit * (2 * MAX_UNPACKED // len(unit)), 1)
    assert len(packed) < MAX_UNPACKED // 20
    tracemalloc.start()
    try:
        pages = read_sitemap(packed, URL).pages
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert pages[0].url == "http://www.example.com/a"
    assert peak < MAX_UNPACKED // 2


def test_entities_are_neither_expanded_nor_fetched(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("<url><loc>/secret</loc></url>")
    for declared in (f"SYSTEM '{secret.as_uri()}'", "'a'", "'<url><loc>/b</loc></url>'"):
        text = f"<!DOCTYPE u [<!ENTITY x {declared}>]><urlset><url><loc>http://a.example/&x;</loc></url>&x;</urlset>"
        assert read_sitemap(text.encode(), URL) == Sitemap()


INSERTED = (b"<", b">", b"\0", b"&", b"<!--", b"]]>", b"\xff", b"'", b"\x1f\x8b")


def mutants() -> list[bytes]:
    rng = random.Random(7)
    sample = SAMPLE.encode()
    bodies = []
    for _ in range(600):
        mutant = bytearray(sample)
        for _ in range(rng.randint(1, 30)):
            at = rng.randrange(len(mutant))
            mutant[at : at + rng.choice((0, 1, 9))] = rng.choice(
                (b"<", b">", b"\0", b"&", b"<!--", b"]]>", b"\xff", b"'")
            )
        bodies.append(bytes(mutant))
    return bodies


def test_no_mutant_raises_or_names_what_is_no_url() -> None:
    for body in mutants():
        for packed in (body, gzip.compress(body), gzip.compress(body)[: len(body) // 3]):
            sitemap = read_sitemap(packed, URL)
            assert all(page.url.startswith(("http://", "https://")) for page in sitemap.pages)
