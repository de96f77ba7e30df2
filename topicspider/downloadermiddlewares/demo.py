"""The way to the demo web."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from scrapy.exceptions import NotConfigured

from topicspider.extensions.demo import DemoWebExtension

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler


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
