"""Reading a page for a topic: what it is, how much it is about the topic, and how much its links' words are.

Pure and without memory, so that it can be done in any process, and a live crawl and a simulation do the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from topicspider.page import is_html, read_document, read_page
from topicspider.page.neardup import sketch
from topicspider.page.simhash import fingerprint
from topicspider.sitemaps import read_sitemap

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from topicspider.page import Page
    from topicspider.page.neardup import Sketch
    from topicspider.sitemaps import SitemapUrl
    from topicspider.topic import Judgement, Topic


class Reading(NamedTuple):
    """A page and what it says of the topic.

    ``anchors`` and ``contexts`` rate the words of its links, in order; ``hits`` is for each of the page's
    ``link_blocks`` the share of its links whose anchors say something of the topic. ``simhash`` (64 bits) and
    ``sketch`` are fingerprints of a relevant page's main text, ``None`` where it is too short to tell anything: what
    is not relevant need not be known again when it is edited.
    """

    page: Page
    judgement: Judgement
    anchors: list[float]
    contexts: list[float]
    hits: list[float]
    simhash: int | None = None
    sketch: Sketch | None = None


class SitemapReading(NamedTuple):
    """The pages that a sitemap names, the newest first, and the sitemaps; ``titles`` rates the words of the pages'."""

    pages: list[SitemapUrl]
    titles: list[float]
    children: tuple[str, ...]


class Reader:
    """Reads pages for *topic*, and of documents (PDF, Word) the first *document_pages* pages."""

    def __init__(self, topic: Topic, *, document_pages: int = 0) -> None:
        self.topic = topic
        self.document_pages = document_pages

    def read(self, body: bytes, url: str, headers: Mapping[str, str]) -> Reading | None:
        """Read *body*, which came from *url* with *headers* (lower-case names); ``None`` when it cannot be read."""
        if is_html(body, headers.get("content-type", "")):
            return self.assess(read_page(body, url, headers))
        page = read_document(body, url, max_pages=self.document_pages) if self.document_pages else None
        return None if page is None else self.assess(page)

    def read_sitemap(self, body: bytes, url: str, headers: Mapping[str, str]) -> SitemapReading:
        sitemap = read_sitemap(body, url, headers)
        pages = sorted(sitemap.pages, key=_age)
        return SitemapReading(pages, self.topic.rate([page.title for page in pages]), sitemap.children)

    def assess(self, page: Page) -> Reading:
        anchors = self.topic.rate([link.anchor for link in page.links])
        contexts = self.topic.rate([link.context for link in page.links])
        judgement = self.topic.judge(page)
        prints = _prints(page.text) if judgement.relevant and page.has_main_text else (None, None)
        return Reading(page, judgement, anchors, contexts, _hits(page, anchors), *prints)


def _prints(text: str) -> tuple[int | None, Sketch | None]:
    return fingerprint(text), sketch(text)


def _age(page: SitemapUrl) -> float:
    return -page.lastmod.timestamp() if page.lastmod else float("inf")


def _hits(page: Page, anchors: Sequence[float]) -> list[float]:
    links, hits = [0] * len(page.link_blocks), [0] * len(page.link_blocks)
    for link, anchor in zip(page.links, anchors, strict=True):
        if link.block >= 0:
            links[link.block] += 1
            hits[link.block] += anchor > 0
    return [hit / count for hit, count in zip(hits, links, strict=True)]
