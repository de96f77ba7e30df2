"""Records everything that is fetched, as it came."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Self
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

import scrapy
from scrapy import signals
from scrapy.exceptions import NotConfigured

from topicspider import config
from topicspider.exceptions import ConfigError
from topicspider.lab.writer import Exchange, Message, RecordingTask
from topicspider.workers import make_worker

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Headers, Response
    from scrapy.settings import BaseSettings
    from scrapy.statscollectors import StatsCollector

    from topicspider.workers import Worker

logger = logging.getLogger(__name__)

_NOT_RECORDED = frozenset({b"Authorization", b"Proxy-Authorization"})
"""Passwords of the user do not belong into a file that others may get."""


class RecordingMiddleware:
    """Writes each response with its request to WARC files, by a worker, before anything else sees it.

    What is recorded is what the downloader has brought, told by its signal: no response that another component made
    up. ``process_response`` waits until the record is written, so that no more than the downloads in flight wait for a
    slow disk, and what is stored is in the recording. An error of the disk is told once and counted; the crawl goes on.
    """

    def __init__(self, recorder: Worker, stats: StatsCollector) -> None:
        self.recorder = recorder
        self.stats = stats
        self._written: WeakKeyDictionary[Response, asyncio.Future[None]] = WeakKeyDictionary()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = crawler.settings
        if not _is_on(settings):
            raise NotConfigured
        folder = config.output_folder(settings) / "warc"
        make = partial(RecordingTask, folder.absolute(), info=_info(settings), max_bytes=_max_bytes(settings))
        recorder = make_worker(make, own_process=settings.getbool("TOPIC_STORAGE_PROCESS"))
        recorder.start()
        middleware = cls(recorder, crawler.stats)
        crawler.signals.connect(middleware.response_downloaded, signal=signals.response_downloaded)
        crawler.signals.connect(middleware.spider_closed, signal=signals.spider_closed)
        logger.info("What is fetched is recorded in %s", folder)
        return middleware

    def response_downloaded(self, response: Response, request: Request) -> None:
        if urlsplit(response.url).scheme in ("http", "https"):
            future = self._written[response] = self.recorder.ask(_exchange(request, response))
            future.add_done_callback(self._note)

    async def process_response(self, request: Request, response: Response) -> Response:
        if future := self._written.pop(response, None):
            await asyncio.wait([future])  # an error of it is noted, and none of the page
        return response

    async def spider_closed(self) -> None:
        counts = await self.recorder.close()
        for name, count in (counts or {}).items():
            self.stats.set_value(f"topic/warc/{name}_count", count)

    def _note(self, future: asyncio.Future[None]) -> None:
        error = None if future.cancelled() else future.exception()
        if error is None:
            return
        if not self.stats.get_value("topic/warc/failed_count"):
            logger.error("A response could not be recorded (%s); more are counted only, the crawl goes on", error)
        self.stats.inc_value("topic/warc/failed_count")


def _is_on(settings: BaseSettings) -> bool:
    try:
        is_on = settings.getbool("TOPIC_WARC")
    except ValueError:
        raise ConfigError(f"TOPIC_WARC={settings['TOPIC_WARC']!r} is neither true nor false") from None
    if is_on and settings["TOPIC_REPLAY"]:
        raise ConfigError(
            "TOPIC_WARC and TOPIC_REPLAY are both set, but a replay fetches nothing; leave one of them out"
        )
    return is_on


def _max_bytes(settings: BaseSettings) -> int:
    try:
        megabytes = settings.getfloat("TOPIC_WARC_MAX_MB")
    except (TypeError, ValueError):
        megabytes = 0.0
    if not 0 < megabytes < float("inf"):
        raise ConfigError(f"TOPIC_WARC_MAX_MB={settings['TOPIC_WARC_MAX_MB']!r} is no number above 0, such as 1000")
    return int(megabytes * 1_000_000)


def _info(settings: BaseSettings) -> dict[str, str]:
    """Return what the warcinfo record says."""
    return {
        "software": f"{settings['BOT_NAME']} on Scrapy {scrapy.__version__}",
        "isPartOf": settings["TOPIC_NAME"],
        "http-header-user-agent": settings["USER_AGENT"],
        "robots": "obey" if settings.getbool("ROBOTSTXT_OBEY") else "ignore",
        "conformsTo": "https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/",
    }


def _exchange(request: Request, response: Response) -> Exchange:
    """Return what went over the wire, as far as Scrapy knows: it keeps no reason phrase and undoes chunks itself."""
    parts = urlsplit(response.url)
    protocol = response.protocol if (response.protocol or "").startswith("HTTP/") else "HTTP/1.1"
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    asked = _fields(request.headers)
    if b"Host" not in request.headers:
        asked.insert(0, (b"Host", parts.netloc.rpartition("@")[2].encode()))
    is_direct = response.ip_address and not request.meta.get("proxy")
    return Exchange(
        response.url,
        datetime.now(UTC),
        Message(f"{request.method} {target} {protocol}", asked, request.body),
        Message(f"{protocol} {response.status} {_phrase(response.status)}", _fields(response.headers), response.body),
        str(response.ip_address) if is_direct else "",
    )


def _fields(headers: Headers) -> list[tuple[bytes, bytes]]:
    return [(name, value) for name in headers if name not in _NOT_RECORDED for value in headers.getlist(name)]


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Unknown"
