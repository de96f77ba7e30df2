"""Reading pages beside the crawl: on other cores, and so that no page can take the crawl down with it."""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from topicspider.exceptions import TopicSpiderError
from topicspider.page.chinese import mainly_chinese
from topicspider.reading import Reader
from topicspider.topic import Topic
from topicspider.workers import HAS_PROCESSES, LocalWorker, ProcessWorker, WorkerLostError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from topicspider.reading import Reading, SitemapReading
    from topicspider.workers import Worker

logger = logging.getLogger(__name__)

TEXTS: Mapping[str, Callable[[str], str]] = {"": lambda _: "", "all": str, "chinese": mainly_chinese}
"""What can be asked of the text of pages."""


class PageReadError(TopicSpiderError):
    """Raised for a page at which the process that read it came to its end."""


class ReaderTask:
    """Reads pages for the topic that ``Topic(**topic)`` makes.

    Of their text comes what *texts* asks for: nothing (``""``), ``all``, or what is mainly ``chinese``.
    """

    def __init__(self, topic: Mapping[str, Any], document_pages: int = 0, texts: str = "") -> None:
        self._kept = TEXTS[texts]
        self._reader = Reader(Topic(**topic), document_pages=document_pages)
        self._reader.topic.warm_up()

    def __call__(self, asked: tuple[str, bytes, str, Mapping[str, str]]) -> Reading | SitemapReading | None:
        kind, body, url, headers = asked
        if kind == "sitemap":
            return self._reader.read_sitemap(body, url, headers)
        reading = self._reader.read(body, url, headers)
        return reading and reading._replace(page=replace(reading.page, text=self._kept(reading.page.text)))

    def close(self) -> None:
        """There is nothing to end."""


class ReaderPool:
    """Reads pages for *topic* in *processes* processes, or with 0 in this one; the rest as ``ReaderTask``.

    ``start`` raises what making the topic raises. ``close`` must be called.
    """

    def __init__(self, topic: Mapping[str, Any], *, processes: int, document_pages: int = 0, texts: str = "") -> None:
        self.topic = dict(topic)
        self.document_pages = document_pages
        self.texts = texts
        self.processes = processes if HAS_PROCESSES else 0
        self.workers: list[Worker] = []

    def start(self) -> None:
        self.workers = [self._new() for _ in range(max(1, self.processes))]
        for worker in self.workers:
            worker.start()
        for worker in self.workers:
            worker.wait()

    async def read(self, body: bytes, url: str, headers: Mapping[str, str]) -> Reading | None:
        """As ``Reader.read``, but of the page's text comes only what *texts* asks for.

        Raises ``PageReadError`` when the page brings its reader down.
        """
        reading: Reading | None = await self._ask("page", body, url, headers)
        return reading

    async def read_sitemap(self, body: bytes, url: str, headers: Mapping[str, str]) -> SitemapReading:
        """As ``Reader.read_sitemap``; raises ``PageReadError``, too."""
        reading: SitemapReading = await self._ask("sitemap", body, url, headers)
        return reading

    async def _ask(self, kind: str, body: bytes, url: str, headers: Mapping[str, str]) -> Any:
        while True:
            worker = min(self.workers, key=_waiting)
            try:
                return await worker.ask((kind, body, url, headers))
            except WorkerLostError as error:
                self._replace(worker)
                if error.is_suspect:
                    logger.error("The process that reads pages died at %s (%s)", url, error)  # noqa: TRY400 -- no bug here
                    raise PageReadError(f"{url} brought down the process that read it") from error

    async def close(self) -> None:
        for worker in self.workers:
            await worker.close()

    def _new(self) -> Worker:
        make = partial(ReaderTask, self.topic, self.document_pages, self.texts)
        return ProcessWorker(make) if self.processes else LocalWorker(make)

    def _replace(self, lost: Worker) -> None:
        """Have another take the place of *lost*; all whose pages it held come here, the first one does it."""
        if lost in self.workers:
            worker = self._new()
            worker.start()
            self.workers[self.workers.index(lost)] = worker


def _waiting(worker: Worker) -> int:
    return worker.waiting
