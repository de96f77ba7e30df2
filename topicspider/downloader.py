"""Scrapy's downloader, but what is in flight can be given up."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from scrapy import Request, signals
from scrapy.core.downloader import Downloader
from scrapy.exceptions import IgnoreRequest
from scrapy.http.request import NO_CALLBACK
from twisted.internet import defer
from twisted.python.failure import Failure

if TYPE_CHECKING:
    from scrapy import Spider
    from scrapy.crawler import Crawler
    from scrapy.http import Response

    Fetch = defer.Deferred[Response | Request]

_CANCELLED = (asyncio.CancelledError, defer.CancelledError)


class TopicDownloader(Downloader):
    """Of a request that was given up neither callback nor errback hears: on disk all is as if the process had ended
    during its fetch, and so the next run asks for it again.
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._fetches: dict[Request, Fetch] = {}
        self._given_up: set[Request] = set()
        crawler.signals.connect(self._request_scheduled, signal=signals.request_scheduled)

    def fetch(self, request: Request, spider: Spider | None = None) -> Fetch:
        fetch = self._fetches[request] = super().fetch(request)
        return fetch.addBoth(self._fetched, request)

    def give_up(self) -> list[str]:
        """Give up what is in flight; return the URLs, without those of requests on behalf of others, as robots.txt."""
        awaited = [request for request in self._fetches if request.callback is NO_CALLBACK]
        requests = [request for request in self._fetches if request.callback is not NO_CALLBACK]
        self._given_up.update(requests)
        for request in (*requests, *awaited):  # who awaits is given up first: it hears of no failure
            self._fetches[request].cancel()
        return [request.url for request in requests]

    def _fetched(self, result: Any, request: Request) -> Any:
        del self._fetches[request]
        was_cancelled = isinstance(result, Failure) and isinstance(result.value, _CANCELLED)
        return request if was_cancelled and request in self._given_up else result

    def _request_scheduled(self, request: Request) -> None:
        """Called for what a fetch gave instead of a response."""
        if request in self._given_up:
            raise IgnoreRequest("given up, since the crawl ends")
