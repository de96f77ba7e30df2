"""Pages as they should not be: whatever bytes come, reading them raises nothing."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator

import pytest

from topicspider.demo.web import demo_web
from topicspider.page import Page, read_page

URL = "http://mutant.test/a/b.html"
EACH = 2_000
_TAG_RE = re.compile(rb"<[^<>]*>")


def flip(body: bytes, rng: random.Random) -> bytes:
    mutant = bytearray(body)
    for _ in range(rng.randint(1, 60)):
        mutant[rng.randrange(len(mutant))] = rng.randrange(256)
    return bytes(mutant)


def cut(body: bytes, rng: random.Random) -> bytes:
    start, end = sorted(rng.choices(range(len(body)), k=2))
    return body[start:end] if rng.random() < 0.3 else body[:end]


def shuffle_tags(body: bytes, rng: random.Random) -> bytes:
    tags = _TAG_RE.findall(body)
    rng.shuffle(tags)
    return _TAG_RE.sub(lambda _: tags.pop(), body)


def insert(body: bytes, rng: random.Random) -> bytes:
    pieces = (
        b"\0" * 9,
        b"<!--",
        b"-->",
        b"<base href='http://[::'>",
        b"<a href='http://h:99999/'>",
        b"\x1b$B",
        b"\xff\xfe",
    )
    mutant = body
    for _ in range(rng.randint(1, 9)):
        at = rng.randrange(len(mutant))
        mutant = mutant[:at] + rng.choice(pieces) + mutant[at:]
    return mutant


def lie(body: bytes, rng: random.Random) -> bytes:
    return re.sub(rb"charset=[\w-]+", b"charset=" + rng.choice([b"big5", b"gbk", b"utf-16", b"x", b"euc-jp"]), body)


def bodies() -> Iterator[bytes]:
    web = demo_web()
    rng = random.Random(5)
    pages = [page.body for url in web.seeds if (page := web.get(url)) and page.body]
    while True:
        yield rng.choice(pages)


@pytest.mark.parametrize("mutate", [flip, cut, shuffle_tags, insert, lie])
def test_ten_thousand_mutants_raise_nothing(mutate: Callable[[bytes, random.Random], bytes]) -> None:
    rng = random.Random(mutate.__name__)
    for _, body in zip(range(EACH), bodies(), strict=False):
        page = read_page(
            mutate(body, rng), URL, {"content-type": rng.choice(["", "text/html", "text/html; charset=gbk"])}
        )
        assert isinstance(page, Page)
        assert all(link.url.startswith(("http://", "https://")) for link in page.links)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\0" * 100_000,
        b"<div>" * 100_000 + "深".encode(),
        b"<a href=/x>" * 100_000,
        b"<b><p>" * 50_000,
        b"<div>" * 100_000 + b"</div>" * 100_000,
        b"<ul><li>" * 50_000,
        b"<table><tr><td>" * 30_000,
        b"<p>" + b"<a href='/x?y=z'>w</a>" * 200_000,
        b"<" * 300_000,
        b"&amp" * 200_000,
        b"<!--" * 200_000,
        b"<title>" + b"x" * 3_000_000,
        b"<meta charset=" * 100_000,
    ],
    ids=lambda body: f"{body[:12]!r}…{len(body)}",
)
def test_monsters_raise_nothing(body: bytes) -> None:
    assert isinstance(read_page(body, URL, {"content-type": "text/html"}), Page)


def test_text_and_links_deep_down_are_read() -> None:
    page = read_page(b"<div>" * 50_000 + "<p>深处的文字</p><a href=/x>链接</a>".encode(), URL)
    assert "深处的文字" in page.text
    assert [(link.url, link.anchor) for link in page.links] == [("http://mutant.test/x", "链接")]
