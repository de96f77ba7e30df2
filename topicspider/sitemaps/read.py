"""Reading a sitemap: bytes in, the pages and sitemaps that it names out."""

from __future__ import annotations

import re
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple

from topicspider.page import resolve_link
from topicspider.page.urls import MAX_URL_LENGTH
from topicspider.sitemaps.dates import read_moment
from topicspider.sitemaps.entries import DATES, FEED_ENTRIES, Entry, read_entries
from topicspider.sitemaps.markup import names_an_entity, read_tags, resolved
from topicspider.sitemaps.textlist import read_lines
from topicspider.sitemaps.unpack import Unpacked, decoded

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

MAX_URLS = 50_000
"""Entries of a sitemap that are read (sitemaps.org 0.9)."""
_SPARE_FIELDS = ("guid", "id", "about", "")
"""What is the address of an entry without a link, if it is one."""
_MAX_TARGET = 4 * MAX_URL_LENGTH
"""Characters of a URL before white space and references are resolved."""
_MAX_TITLE = 300
_EDGES = " \t\n\r\f\v\0\xa0\u3000\u200b\ufeff\"'"
_MARKUP_RE = re.compile(r"\A[\s\0\ufeff]*+<|<(?:[\w.-]+:)?(?:urlset|sitemapindex|rss|rdf|feed)\b", re.IGNORECASE)
_ABSOLUTE_RE = re.compile(r"https?://", re.IGNORECASE)
_WRAP_RE = re.compile(r"[ \t]*[\r\n]+[ \t]*")
_BLANK_RE = re.compile(r"\s")
_TAG_RE = re.compile(r"</?[A-Za-z][^<>]*>")


class SitemapUrl(NamedTuple):
    """A page that a sitemap names. A tuple, since a sitemap has many."""

    url: str
    lastmod: datetime | None = None
    """When it was changed last, or written, in UTC."""
    title: str = ""
    """What feeds and news sitemaps call it."""


class Sitemap(NamedTuple):
    pages: tuple[SitemapUrl, ...] = ()
    children: tuple[str, ...] = ()
    """The sitemaps that an index names; its own address may be among them."""


def read_sitemap(body: bytes, url: str, headers: Mapping[str, str] | None = None) -> Sitemap:
    """Read the sitemap, sitemap index, text list or feed *body* that came from *url* with the response *headers*.

    What it is shows its content alone. Each URL comes once, where it stands first. Whatever is broken, what can be
    read is; what is none of these names nothing.
    """
    types = (value for name, value in (headers or {}).items() if name.lower() == "content-type")
    unpacked = Unpacked(body)
    texts = decoded(unpacked, next(types, ""))
    head = next(texts, "")
    whole = chain([head], texts)
    if _MARKUP_RE.search(head):
        return _sitemap_of(read_entries(read_tags(whole)), url)
    lines = islice(read_lines(whole, is_cut=lambda: unpacked.cut), MAX_URLS)
    targets = filter(None, (resolve_link(line, url) for line in lines))
    return Sitemap(pages=tuple(map(SitemapUrl, dict.fromkeys(targets))))


def _sitemap_of(entries: Iterable[Entry], url: str) -> Sitemap:
    pages: dict[str, SitemapUrl] = {}
    children: dict[str, None] = {}
    for entry in islice(entries, MAX_URLS):
        targets = _targets(entry, url)
        if entry.local == "sitemap":
            children.update(dict.fromkeys(targets))
            continue
        for target in targets:
            if target not in pages:
                pages[target] = SitemapUrl(target, _lastmod(entry), _title(entry))
    return Sitemap(tuple(pages.values())[:MAX_URLS], tuple(children)[:MAX_URLS])


def _targets(entry: Entry, url: str) -> list[str]:
    """Return what an entry of a sitemap names; of the addresses of an entry of a feed the best one."""
    is_feed = entry.local in FEED_ENTRIES
    named = entry.fields.get("link" if is_feed else "loc")
    targets = _resolved(named or (), url, entry.base)
    if targets or (named and not is_feed):
        return targets[:1] if is_feed else targets
    spare = [text for name in _SPARE_FIELDS for text in entry.fields.get(name, ())]
    return _resolved([text for text in spare if _ABSOLUTE_RE.match(text.strip(_EDGES))], url)[:1]


def _resolved(texts: Iterable[str], url: str, base: str = "") -> list[str]:
    return [target for text in texts if (target := _target(text, url, base))]


def _target(text: str, url: str, base: str = "") -> str | None:
    """Return the URL that *text* is, white space and line breaks in it aside."""
    text = text.strip(_EDGES)
    if len(text) > _MAX_TARGET or names_an_entity(text):
        return None
    href = _WRAP_RE.sub("", resolved(text)).strip(_EDGES)
    if not href or (_BLANK_RE.search(href) and not _ABSOLUTE_RE.match(href)):
        return None
    return resolve_link(href, url, resolved(base))


def _title(entry: Entry) -> str:
    for text in entry.fields.get("title", ()):
        return " ".join(_TAG_RE.sub(" ", resolved(resolved(text))).split())[:_MAX_TITLE]
    return ""


def _lastmod(entry: Entry) -> datetime | None:
    fields = entry.fields
    texts = [text for name in DATES if name in fields for text in fields[name]]
    return next(filter(None, map(read_moment, texts)), None)
