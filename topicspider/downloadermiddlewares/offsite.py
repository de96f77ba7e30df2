"""Redirects that leave the allowed domains."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scrapy.downloadermiddlewares.offsite import OffsiteMiddleware

from topicspider.scheduler import META_KEY

if TYPE_CHECKING:
    from scrapy import Request, Spider


class TopicOffsiteMiddleware(OffsiteMiddleware):
    """Refuses offsite URLs of the frontier when they are fetched, not when they are queued: a redirect that leaves
    the allowed domains then reaches the spider's errback, which ends the lease of its URL.
    """

    def request_scheduled(self, request: Request, spider: Spider) -> None:
        if META_KEY not in request.meta:
            super().request_scheduled(request, spider)
