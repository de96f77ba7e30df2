"""What TopicSpider adds between engine and downloader."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Self

from scrapy.downloadermiddlewares.offsite import OffsiteMiddleware
from scrapy.exceptions import NotConfigured
from scrapy.http import Response
from scrapy.http.cookies import CookieJar
from scrapy.http.request import NO_CALLBACK

from topicspider.extensions.demo import DemoWebExtension
from topicspider.page.urls import host_of
from topicspider.scheduler import META_KEY

if TYPE_CHECKING:
    from scrapy import Request, Spider
    from scrapy.crawler import Crawler
    from scrapy.statscollectors import StatsCollector

logger = logging.getLogger(__name__)


class RedirectCookiesMiddleware:
    """Keeps cookies for the length of one redirect chain: sites that set a cookie and send you back are read, and no
    site can follow the crawl from page to page. With ``COOKIES_ENABLED`` Scrapy's own middleware keeps them all.
    """

    def __init__(self) -> None:
        self._jars: dict[str, CookieJar] = {}

    def process_request(self, request: Request) -> None:
        jar = self._jars.get(_chain(request))
        if jar is not None:
            jar.add_cookie_header(request)

    def process_response(self, request: Request, response: Response) -> Response:
        chain = _chain(request)
        if 300 <= response.status < 400 and chain and (b"Set-Cookie" in response.headers or chain in self._jars):
            jar = self._jars.setdefault(chain, CookieJar())
            request.headers.pop("Cookie", None)
            jar.extract_cookies(response, request)
        else:
            self._jars.pop(chain, None)
        return response

    def process_exception(self, request: Request, exception: Exception) -> None:
        self._jars.pop(_chain(request), None)


def _chain(request: Request) -> str:
    """Return what is the same for all requests of a redirect chain: the URL that was leased."""
    url: str = request.meta.get(META_KEY, {}).get("url", "")
    return url


class TopicOffsiteMiddleware(OffsiteMiddleware):
    """Refuses offsite URLs of the frontier when they are fetched, not when they are queued: a redirect that leaves
    the allowed domains then reaches the spider's errback, which ends the lease of its URL.
    """

    def request_scheduled(self, request: Request, spider: Spider) -> None:
        if META_KEY not in request.meta:
            super().request_scheduled(request, spider)


class RobotsFetchMiddleware:
    """Fetches robots.txt beside the pages, not before them.

    It has a download slot of its own: the first page of a host does not wait in the downloader for a delay after it,
    where it would hold a place and hold up a shutdown. One that cannot be fetched is told once and then counted.
    """

    def __init__(self, stats: StatsCollector) -> None:
        self.stats = stats

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler.stats)

    def process_request(self, request: Request) -> None:
        if _is_for_robots(request):
            request.meta.setdefault("download_slot", f"robots.txt of {host_of(request.url)}")

    def process_exception(self, request: Request, exception: Exception) -> Response | None:
        """Called when no retry helped: answer as a server would that cannot serve."""
        if not _is_for_robots(request):
            return None
        if not self.stats.get_value("topic/robots/unreachable_count"):
            logger.info("%s cannot be fetched (%s); more of the kind are counted only", request.url, exception)
        self.stats.inc_value("topic/robots/unreachable_count")
        return Response(request.url, status=503)


def _is_for_robots(request: Request) -> bool:
    return request.callback is NO_CALLBACK and bool(request.meta.get("dont_obey_robotstxt"))


class DemoProxyMiddleware:
    """Sends every request of a demo crawl to the server of the demo web."""

    def __init__(self, demo: DemoWebExtension) -> None:
        self.demo = demo

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        demo = crawler.get_extension(DemoWebExtension)
        if demo is None:
            raise NotConfigured
        return cls(demo)

    def process_request(self, request: Request) -> None:
        request.meta["proxy"] = self.demo.address
