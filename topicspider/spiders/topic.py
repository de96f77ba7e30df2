"""The spider ``topic``: turns responses into judged pages, and their links into scored URLs of the frontier."""

from __future__ import annotations

import gc
import logging
import time
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urlsplit

import scrapy
from scrapy import signals
from scrapy.exceptions import IgnoreRequest
from scrapy.settings import SETTINGS_PRIORITIES
from scrapy.spidermiddlewares.httperror import HttpError

from topicspider import config
from topicspider.exceptions import StorageAwayError
from topicspider.frontier.base import FrontierLink, Visit
from topicspider.items import CopyItem, PageItem
from topicspider.scheduler import META_KEY
from topicspider.signals import copy_found
from topicspider.visit import LinkScorer, visit_page

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from scrapy.settings import BaseSettings
    from twisted.python.failure import Failure

    from topicspider.readers import ReaderPool
    from topicspider.reading import Reading
    from topicspider.scheduler import TopicScheduler

logger = logging.getLogger(__name__)

ARGUMENTS = {
    "topic": "TOPIC_NAME",
    "keywords": "TOPIC_KEYWORDS",
    "seeds": "TOPIC_SEEDS",
    "strategy": "TOPIC_STRATEGY",
    "max_pages": "TOPIC_MAX_PAGES",
    "max_depth": "DEPTH_LIMIT",
    "threshold": "TOPIC_THRESHOLD",
    "allowed_domains": "TOPIC_ALLOWED_DOMAINS",
    "fresh": "TOPIC_FRESH",
}
"""Spider argument → setting. Other arguments become attributes of the spider, as with any Scrapy spider."""


class TopicSpider(scrapy.Spider):
    """Crawls the pages about a topic, the best first."""

    name = "topic"
    readers: ReaderPool
    scorer: LinkScorer

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> Self:
        config.apply_arguments(crawler.settings, kwargs, ARGUMENTS)
        others = {name: value for name, value in kwargs.items() if name not in ARGUMENTS}
        spider = super().from_crawler(crawler, *args, **others)
        spider.prepare(crawler)
        return spider

    def prepare(self, crawler: Crawler) -> None:
        """Make what the crawl needs of the settings, before the first request; raises ``ConfigError``."""
        settings = crawler.settings
        contact = settings["TOPIC_CONTACT"] or "no contact given"
        _override(settings, "USER_AGENT", settings["USER_AGENT"].replace("{contact}", contact))
        topic = config.topic_options(settings)
        self.topic = topic["name"]
        if settings["TOPIC_SEEDS"] == config.DEMO:
            self._use_demo(crawler)
        for entry in config.check_seeds(settings["TOPIC_SEEDS"], self.topic):
            logger.warning("The seed %r is no http(s) URL and is left out", entry)
        self.allowed_domains = config.read_domains(settings["TOPIC_ALLOWED_DOMAINS"])
        self.scorer = LinkScorer(
            config.make_strategy(settings),
            max_depth=settings.getint("DEPTH_LIMIT"),
            allowed_domains=self.allowed_domains,
            documents=settings.getbool("TOPIC_DOCUMENTS"),
        )
        self.readers = config.start_readers(settings, topic)
        crawler.signals.connect(self.readers.close, signal=signals.spider_closed)

    def _use_demo(self, crawler: Crawler) -> None:
        from topicspider.demo.web import demo_web

        settings = crawler.settings
        _override(settings, "TOPIC_DEMO", True)
        _override(settings, "TOPIC_SEEDS", demo_web().seeds)
        _override(settings, "DOWNLOAD_DELAY", 0)  # it is our own server
        if not settings.getint("TOPIC_MAX_PAGES"):
            _override(settings, "TOPIC_MAX_PAGES", 200)  # its calendar has no end

    async def start(self) -> AsyncIterator[Any]:
        gc.freeze()  # what is loaded by now stays to the end: the collector need not walk through it again and again
        for url in config.seeds(self.settings["TOPIC_SEEDS"], self.topic):
            link = FrontierLink(url, 1.0)
            meta = {META_KEY: {**link._asdict(), "factors": {}}, "seed": True}
            yield scrapy.Request(url, meta=meta, dont_filter=True)

    async def parse(self, response: Response) -> AsyncIterator[PageItem]:
        request = response.request
        assert request is not None
        source = FrontierLink(**request.meta[META_KEY])
        fetched_at = datetime.now(UTC)
        headers = _headers(response)
        reading = await self.readers.read(response.body, response.url, headers)
        frontier = self.scheduler.frontier
        visit, links = visit_page(
            reading, source, response.url, fetched_at.timestamp(), scorer=self.scorer, frontier=frontier
        )
        if reading is not None and visit.same_as:
            copy = self.copy(response, reading, visit, fetched_at)
            answers = await self.crawler.signals.send_catch_log_async(copy_found, copy=copy, dont_log=StorageAwayError)
            if any(isinstance(answer, StorageAwayError) for _, answer in answers):
                return  # the crawl stops; the lease stays, so that the next run fetches the page again
        if reading is None or visit.outcome != "stored":
            self.scheduler.settle(request, visit, links)
            return
        self.scheduler.settle_when_stored(request, visit, links)
        yield self.item(response, headers, reading, source, fetched_at)

    def item(
        self,
        response: Response,
        headers: dict[str, str],
        reading: Reading,
        source: FrontierLink,
        fetched_at: datetime,
    ) -> PageItem:
        page, judgement = reading.page, reading.judgement
        parts = urlsplit(response.url)
        return PageItem(
            topic=self.topic,
            url=response.url,
            title=page.title,
            content_md5=page.content_md5,
            relevance=judgement.relevance,
            relevant=judgement.relevant,
            title_cosine=judgement.title_cosine,
            body_cosine=judgement.body_cosine,
            score=judgement.score,
            importance=source.importance,
            depth=source.depth,
            charset=page.charset,
            charset_source=page.charset_source,
            content_type=headers.get("content-type", ""),
            content_length=len(response.body),
            status=response.status,
            host=parts.hostname or "",
            port=parts.port or (443 if parts.scheme == "https" else 80),
            fetched_at=fetched_at,
            parent_url=source.parent,
            anchor=source.anchor or None,
            language=page.language,
            published_at=page.published_at,
            author=page.author,
            simhash=page.simhash,
            etag=headers.get("etag"),
            last_modified=_http_date(headers.get("last-modified")),
            body=response.body,
            media=page.media,
            text=page.text,
        )

    def copy(self, response: Response, reading: Reading, visit: Visit, fetched_at: datetime) -> CopyItem:
        return CopyItem(
            topic=self.topic,
            url=response.url,
            page_url=visit.same_as or "",
            is_near=visit.outcome == "near_duplicate",
            title=reading.page.title,
            host=urlsplit(response.url).hostname or "",
            fetched_at=fetched_at,
            published_at=reading.page.published_at,
        )

    def errback(self, failure: Failure) -> None:
        """End the lease of a URL that brought no page."""
        error, request = failure.value, failure.request  # type: ignore[attr-defined]
        if isinstance(error, HttpError):
            outcome, reason = "http_error", f"HTTP {error.response.status}"
        elif isinstance(error, IgnoreRequest):
            outcome, reason = "robots" if "robots.txt" in str(error) else "failed", str(error)
        else:
            outcome, reason = "failed", type(error).__name__
        key = f"topic/error_count/{reason if outcome == 'http_error' else outcome + ' ' + type(error).__name__}"
        if not self.crawler.stats.get_value(key):
            logger.info("%s brought no page (%s: %s); more of the kind are counted only", request.url, outcome, error)
        self.crawler.stats.inc_value(key)
        self.scheduler.settle(request, Visit(outcome, time.time(), reason=reason))

    @property
    def scheduler(self) -> TopicScheduler:
        scheduler = self.crawler.engine.scheduler
        assert scheduler is not None
        return scheduler  # type: ignore[return-value]


def _override(settings: BaseSettings, name: str, value: Any) -> None:
    """Set *name*, whoever has set it before."""
    settings.set(name, value, priority=max(settings.getpriority(name) or 0, SETTINGS_PRIORITIES["spider"]))


def _headers(response: Response) -> dict[str, str]:
    """Return the headers by lower-case name; of robots directives each header keeps its own line."""
    headers = {str(name).lower(): str(value) for name, value in response.headers.to_unicode_dict().items()}
    if "x-robots-tag" in headers:
        lines = [value.decode("latin-1") for value in response.headers.getlist("X-Robots-Tag")]
        headers["x-robots-tag"] = "\n".join(lines)
    return headers


def _http_date(value: str | None) -> datetime | None:
    try:
        date = parsedate_to_datetime(value or "")
    except ValueError:
        return None
    return date if date.tzinfo else date.replace(tzinfo=UTC)
