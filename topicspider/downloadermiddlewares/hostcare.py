"""Hosts that fail are left alone for a while, as a whole; Retry-After is obeyed; delays count from the arrival."""

from __future__ import annotations

import logging
import time
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Self

from scrapy.downloadermiddlewares.retry import RetryMiddleware

from topicspider.frontier.care import HostCare
from topicspider.page.urls import host_of, origin_of
from topicspider.scheduler import scheduler_of

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response

logger = logging.getLogger(__name__)

MAX_SENDING = 0.05
"""Seconds within which a request has reached its server after it was begun, if the answer took longer than that."""
TROUBLE_STATUSES = frozenset({429, 503})


class HostCareMiddleware:
    """Tells the frontier to hold or park the hosts that cannot answer now, by *care*."""

    def __init__(self, crawler: Crawler, care: HostCare) -> None:
        self.crawler = crawler
        self.care = care
        self._failures = tuple(RetryMiddleware.from_crawler(crawler).exceptions_to_retry)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(crawler, HostCare(longest=crawler.settings.getfloat("TOPIC_RETRY_AFTER_MAX_S")))

    def process_response(self, request: Request, response: Response) -> Response:
        host = host_of(request.url)
        if "download_latency" in request.meta and not request.meta.get("dont_obey_robotstxt"):
            latency = request.meta["download_latency"]
            reached = time.monotonic() - latency + min(latency, MAX_SENDING)
            scheduler_of(self.crawler).frontier.asked(host, reached)
        if response.status in TROUBLE_STATUSES:
            self._trouble(request.url, f"HTTP {response.status}", _seconds(response.headers.get("Retry-After")))
        else:
            self.care.answered(origin_of(request.url), host)
        return response

    def process_exception(self, request: Request, exception: Exception) -> None:
        if isinstance(exception, self._failures):
            self._trouble(request.url, type(exception).__name__)

    def _trouble(self, url: str, why: str, retry_after: float | None = None) -> None:
        host, stats = host_of(url), self.crawler.stats
        seconds = self.care.failed(origin_of(url), host, retry_after)
        if seconds is not None:
            if seconds > 0:
                stats.inc_value("topic/host/held_count")
                scheduler_of(self.crawler).hold(host, seconds)
            return
        frontier = scheduler_of(self.crawler).frontier
        if frontier.is_parked(host):
            return
        waiting = frontier.park(host)
        logger.info("%s is left alone until the next run (%s); %d of its URLs wait for it", host, why, waiting)
        stats.inc_value("topic/host/parked_count")


def _seconds(header: bytes | None) -> float | None:
    """Return what a Retry-After header asks for: seconds, or a date."""
    text = (header or b"").decode("latin-1").strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except (ValueError, OverflowError):
        return None
