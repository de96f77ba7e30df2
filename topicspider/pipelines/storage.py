"""Hands pages to the storage's own thread and waits until they are durable there."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Self

from scrapy.exceptions import DropItem

from topicspider import config
from topicspider.exceptions import StorageAwayError
from topicspider.items import PageItem
from topicspider.storage.html import HtmlFiles
from topicspider.storage.pages import PageTable
from topicspider.storage.writer import StorageWriter

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

logger = logging.getLogger(__name__)


class DuplicatePageError(DropItem):
    """Raised for a page whose content the database holds already under another URL."""

    outcome = "duplicate"


class StoragePipeline:
    """Stores rows (*database_url*) and HTML files (*html_folder*, ``None``: not kept)."""

    def __init__(self, crawler: Crawler, table: PageTable, html: HtmlFiles | None, *, retry_seconds: float) -> None:
        self.crawler = crawler
        self.table = table
        self.html = html
        self.retry_seconds = retry_seconds
        self._closing: asyncio.Future[None] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Opens the database at once, so that one that cannot be reached ends the crawl before it begins."""
        settings = crawler.settings
        table = PageTable(config.database_url(settings))
        table.open()
        html = HtmlFiles(config.output_folder(settings) / "html") if settings.getbool("TOPIC_HTML_FILES") else None
        return cls(crawler, table, html, retry_seconds=settings.getfloat("TOPIC_DATABASE_RETRY_S"))

    def open_spider(self) -> None:
        self._writer = StorageWriter(self.table, self.html, retry_seconds=self.retry_seconds)

    async def process_item(self, item: object) -> object:
        if not isinstance(item, PageItem):
            return item
        try:
            outcome = await asyncio.wrap_future(self._writer.submit(item))
        except StorageAwayError:
            if self._closing is None:
                self._closing = asyncio.ensure_future(self.crawler.engine.close_spider_async(reason="database_away"))
            raise
        if outcome == "duplicate":
            raise DuplicatePageError(f"its content is stored under another URL: {item.url}")
        return item

    async def close_spider(self) -> None:
        await asyncio.to_thread(self._writer.close)
        for name, count in self._writer.counts.items():
            self.crawler.stats.set_value(f"topic/storage/{name}_count", count)
