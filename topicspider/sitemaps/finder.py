"""When the sitemaps of a host are fetched: once a page of the host has turned out relevant."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from topicspider.frontier.base import FrontierLink
from topicspider.page.urls import origin_of

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")

SITEMAP = "sitemap"
"""The factor that marks a link of the frontier as one to a sitemap."""
SHARE = 0.8
"""How much of a page's relevance the score of its host's sitemaps is."""
MAX_KEPT = 20_000
"""Hosts that are held in memory; the oldest are forgotten."""


class SitemapFinder:
    """Remembers what robots.txt files name, and gives it once a host has shown a relevant page.

    With *probe* a host whose robots.txt names none is asked for ``/sitemap.xml``.
    """

    def __init__(self, *, probe: bool = False) -> None:
        self.probe = probe
        self._named: dict[str, Sequence[str]] = {}
        self._given: dict[str, None] = {}

    def found(self, origin: str, sitemaps: Sequence[str]) -> None:
        """Hear of the *sitemaps* of the host behind *origin*, ``http://host:port``."""
        _put(self._named, origin, sitemaps)

    def links(self, page_url: str, relevance: float, depth: int) -> list[FrontierLink]:
        """Return the links to the sitemaps of the host of a relevant page, the first time; *depth* is the page's."""
        origin = origin_of(page_url)
        if origin in self._given:
            return []
        _put(self._given, origin, None)
        urls = self._named.pop(origin, ()) or ([f"{origin}/sitemap.xml"] if self.probe else [])
        return [
            FrontierLink(url, SHARE * relevance, depth + 1, page_url, inherited=relevance, factors={SITEMAP: relevance})
            for url in urls
        ]


def _put(known: dict[str, T], key: str, value: T) -> None:
    known[key] = value
    if len(known) > MAX_KEPT:
        del known[next(iter(known))]
