"""Hands pages to the storage, which works beside the crawl, and waits until they are durable there."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING, Self

from scrapy.exceptions import DropItem

from topicspider import config
from topicspider.exceptions import StorageAwayError
from topicspider.items import CopyItem, PageItem
from topicspider.signals import copy_found
from topicspider.storage.files import PageFiles
from topicspider.storage.task import StorageTask
from topicspider.workers import WorkerLostError, make_worker

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

    from topicspider.storage.plan import Outcome
    from topicspider.workers import Worker

logger = logging.getLogger(__name__)


class DuplicatePageError(DropItem):
    """Raised for a page whose content the database holds already under another URL."""

    outcome = "duplicate"


class StoragePipeline:
    """Stores rows and files by the worker *storage*."""

    def __init__(self, crawler: Crawler, storage: Worker) -> None:
        self.crawler = crawler
        self.storage = storage
        self._closing: asyncio.Future[None] | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Opens the database at once, so that one that cannot be reached ends the crawl before it begins."""
        settings = crawler.settings
        folder = config.output_folder(settings)
        make = partial(
            StorageTask,
            config.database_url(settings),
            PageFiles(
                folder / "html" if settings.getbool("TOPIC_HTML_FILES") else None,
                folder / "text" if config.text_files(settings) else None,
            ),
            retry_seconds=settings.getfloat("TOPIC_DATABASE_RETRY_S"),
            # half of what can wait at most: with all of it nothing would be fetched until the time is over
            gather=settings.getint("CONCURRENT_REQUESTS") // 2,
        )
        storage = make_worker(make, own_process=settings.getbool("TOPIC_STORAGE_PROCESS"))
        storage.start()
        storage.wait()
        pipeline = cls(crawler, storage)
        crawler.signals.connect(pipeline.store_copy, signal=copy_found)
        return pipeline

    async def process_item(self, item: object) -> object:
        if not isinstance(item, PageItem):
            return item
        outcome = await self._store(item)
        if outcome == "duplicate":
            raise DuplicatePageError(f"its content is stored under another URL: {item.url}")
        return item

    async def store_copy(self, copy: CopyItem) -> None:
        await self._store(copy)

    async def _store(self, item: PageItem | CopyItem) -> Outcome:
        try:
            outcome: Outcome = await self.storage.ask(item)
        except WorkerLostError as error:
            self._stop()
            raise StorageAwayError(f"the process that stores pages is gone: {error}") from error
        except StorageAwayError:
            self._stop()
            raise
        return outcome

    def _stop(self) -> None:
        """Stop the crawl: what it would fetch now could not be kept."""
        if self._closing is None:
            self._closing = asyncio.ensure_future(self.crawler.engine.close_spider_async(reason="database_away"))

    async def close_spider(self) -> None:
        counts = await self.storage.close()
        for name, count in (counts or {}).items():
            self.crawler.stats.set_value(f"topic/storage/{name}_count", count)
