"""What a page says about itself: title, site, author, date, language. Pure; reads the tree that is there."""

from __future__ import annotations

from datetime import UTC
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from topicspider.page.byline import author_of, bylines, declared_authors, read_authors
from topicspider.page.dates import CHINA
from topicspider.page.head import MAX_TITLE
from topicspider.page.jsonld import read_jsonld
from topicspider.page.language import read_language
from topicspider.page.published import declared_dates, published_at, read_times
from topicspider.page.sitename import clean_title, site_name, site_of_title
from topicspider.page.urls import host_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from selectolax.lexbor import LexborHTMLParser, LexborNode

MAX_LINES = 60
"""How many lines are read for a date and a byline, from the title on."""
_MAX_LINE = 200
_LINES_BEFORE_TITLE = 5
_HOME = ("", "index.html", "index.htm", "index.php")
_SELECTOR = (
    'script[type="application/ld+json" i], time, [itemprop~="datePublished"]:not(time),'
    ' [itemprop~="author"], a[rel~="author"], .author'
)


class About(NamedTuple):
    title: str
    """Without the name of the site."""
    site_name: str | None
    published_at: datetime | None
    """In UTC."""
    author: str | None
    language: str | None
    """``en``, ``zh``, ``zh-hant`` …"""


class _Marks(NamedTuple):
    """The elements of a tree that were made to say something about it."""

    scripts: list[str]
    times: list[LexborNode]
    authors: list[LexborNode]
    classed: list[LexborNode]
    """What is an author by its class only; that may be any."""


def read_about(
    tree: LexborHTMLParser,
    named: Mapping[str, str],
    texts: Sequence[str],
    url: str,
    *,
    title: str,
    h1: str,
    charset: str,
    now: datetime,
) -> About:
    """Read what *tree*, the page at *url*, says about itself.

    *named* are its metas by lower-case name, *texts* its blocks in order, *title* and *h1* its title and first heading.
    *now* bounds the date. A home page has a date and an author only where it declares them in its head.
    """
    host, is_home = host_of(url), url.partition("://")[2].partition("/")[2] in _HOME
    marks = _marks(tree)
    nodes = read_jsonld(marks.scripts)
    language = read_language(_declared_languages(tree, named), texts, charset)
    site = site_name(named, nodes) or site_of_title(title, (*_feeds(tree), h1), host)
    og_title = " ".join(named.get("og:title", "")[:MAX_TITLE].split())
    heading = h1[:MAX_TITLE]
    short = clean_title(title, site_name=site, og_title=og_title, h1=heading, host=host)
    short = title if is_home and title else short
    lines = [] if is_home else first_lines(texts, (h1, short))
    times, authors, classed = ([], [], []) if is_home else (marks.times, marks.authors, marks.classed)
    dates = declared_dates(named, nodes, read_times(times))
    people = chain(declared_authors(named, nodes), read_authors(authors), bylines(lines), read_authors(classed))
    zone = CHINA if language in ("zh", "zh-hant") else UTC
    return About(
        title=short,
        site_name=site,
        published_at=published_at(dates, lines, url, zone=zone, now=now),
        author=author_of(people, site_name=site),
        language=language,
    )


def first_lines(texts: Sequence[str], titles: Sequence[str]) -> list[str]:
    """Return the short ones of the first *texts*, from where one of *titles* stands."""
    start = next((texts.index(title) for title in titles if title in texts), 0)
    first = max(0, start - _LINES_BEFORE_TITLE)
    return [text for text in texts[first : start + MAX_LINES] if len(text) <= _MAX_LINE]


def _marks(tree: LexborHTMLParser) -> _Marks:
    marks = _Marks([], [], [], [])
    for node in tree.css(_SELECTOR):
        tag, attributes = node.tag, node.attributes
        if tag == "script":
            marks.scripts.append(node.text())
        elif tag == "time" or "datePublished" in (attributes.get("itemprop") or ""):
            marks.times.append(node)
        elif "rel" in attributes or "itemprop" in attributes:
            marks.authors.append(node)
        else:
            marks.classed.append(node)
    return marks


def _feeds(tree: LexborHTMLParser) -> list[str]:
    links = tree.head.css('link[type="application/rss+xml"], link[type="application/atom+xml"]') if tree.head else []
    return [node.attributes.get("title") or "" for node in links]


def _declared_languages(tree: LexborHTMLParser, named: Mapping[str, str]) -> list[str]:
    root = tree.root
    language = root.attributes.get("lang") if root is not None else None
    return [language or "", named.get("content-language", ""), named.get("og:locale", "")]
