"""Serves the demo web on loopback for as long as a crawl of it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from scrapy import signals
from scrapy.exceptions import NotConfigured

if TYPE_CHECKING:
    from scrapy.crawler import Crawler


class DemoWebExtension:
    """Enabled by ``-a seeds=demo``; ``address`` is that of the proxy through which the demo hosts are reached."""

    def __init__(self) -> None:
        from topicspider.demo.server import DemoServer
        from topicspider.demo.web import demo_web

        self._server = DemoServer(demo_web())
        self.address = ""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        if not crawler.settings.getbool("TOPIC_DEMO"):
            raise NotConfigured
        extension = cls()
        crawler.signals.connect(extension.spider_opened, signal=signals.spider_opened)
        crawler.signals.connect(extension.spider_closed, signal=signals.spider_closed)
        return extension

    async def spider_opened(self) -> None:
        self.address = await self._server.start()

    async def spider_closed(self) -> None:
        await self._server.close()
