"""The spider ``topic``: turns responses into judged pages, and their links into scored URLs of the frontier."""

from __future__ import annotations

import asyncio
import gc
import logging
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Self

import scrapy
from scrapy import signals
from scrapy.exceptions import IgnoreRequest
from scrapy.settings import SETTINGS_PRIORITIES
from scrapy.spidermiddlewares.httperror import HttpError

from topicspider import config, topicoptions
from topicspider.exceptions import StorageAwayError
from topicspider.frontier.base import FrontierLink, Visit
from topicspider.requesterrors import AskLaterError, RefusedError
from topicspider.responses import copy_item, headers_of, page_item
from topicspider.scheduler import META_KEY, scheduler_of
from topicspider.signals import copy_found, robots_read
from topicspider.sitemaps.finder import SITEMAP, SitemapFinder
from topicspider.visit import LinkScorer, visit_page, visit_sitemap

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from scrapy.settings import BaseSettings
    from twisted.python.failure import Failure

    from topicspider.items import PageItem
    from topicspider.readers import ReaderPool
    from topicspider.robots import RobotsRules
    from topicspider.scheduler import TopicScheduler

logger = logging.getLogger(__name__)

LINKS_AT_ONCE = 1000
"""Links of a sitemap, which may have 50,000, that are queued without a break."""

ARGUMENTS = {
    "topic": "TOPIC_NAME",
    "keywords": "TOPIC_KEYWORDS",
    "examples": "TOPIC_EXAMPLES",
    "background": "TOPIC_BACKGROUND",
    "taxonomy": "TOPIC_TAXONOMY",
    "node": "TOPIC_NODE",
    "seeds": "TOPIC_SEEDS",
    "strategy": "TOPIC_STRATEGY",
    "max_pages": "TOPIC_MAX_PAGES",
    "max_depth": "DEPTH_LIMIT",
    "threshold": "TOPIC_THRESHOLD",
    "judge": "TOPIC_JUDGE",
    "model": "TOPIC_JUDGE_MODEL",
    "allowed_domains": "TOPIC_ALLOWED_DOMAINS",
    "fresh": "TOPIC_FRESH",
}
"""Spider argument → setting. Other arguments become attributes of the spider, as with any Scrapy spider."""


class TopicSpider(scrapy.Spider):
    """Crawls the pages about a topic, the best first."""

    name = "topic"
    readers: ReaderPool
    scorer: LinkScorer
    sitemaps: SitemapFinder

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
        self.topic_options = topicoptions.topic_options(settings)
        self.topic = self.topic_options["name"]
        if settings["TOPIC_SEEDS"] == config.DEMO:
            self._use_demo(crawler)
        elif settings.getpriority("TOPIC_SEEDS") == SETTINGS_PRIORITIES["project"]:  # nobody has named others
            _override(settings, "TOPIC_SEEDS", list(topicoptions.taxonomy_seeds(settings)) or settings["TOPIC_SEEDS"])
        for entry in config.check_seeds(settings["TOPIC_SEEDS"], self.topic):
            logger.warning("The seed %r is no http(s) URL and is left out", entry)
        self.allowed_domains = config.read_domains(settings["TOPIC_ALLOWED_DOMAINS"])
        self.scorer = LinkScorer(
            config.make_strategy(settings),
            max_depth=settings.getint("DEPTH_LIMIT"),
            allowed_domains=self.allowed_domains,
            documents=settings.getbool("TOPIC_DOCUMENTS"),
            guard=config.make_guard(settings),
        )
        self.sitemaps = SitemapFinder(probe=config.sitemaps(settings) == "probe")
        if config.sitemaps(settings):
            crawler.signals.connect(self._robots_read, signal=robots_read)
        self.readers = config.start_readers(settings, self.topic_options)
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
        headers = headers_of(response)
        if SITEMAP in source.factors:
            await self._parse_sitemap(response, source, headers, fetched_at)
            return
        reading = await self.readers.read(response.body, response.url, headers)
        frontier = self.scheduler.frontier
        visit, links = visit_page(
            reading, source, response.url, fetched_at.timestamp(), scorer=self.scorer, frontier=frontier
        )
        if reading is not None and visit.relevant:
            links += self.sitemaps.links(response.url, visit.relevance, source.depth)
        if reading is not None and visit.same_as:
            copy = copy_item(self.topic, response, reading, visit, fetched_at)
            answers = await self.crawler.signals.send_catch_log_async(copy_found, copy=copy, dont_log=StorageAwayError)
            if any(isinstance(answer, StorageAwayError) for _, answer in answers):
                return  # the crawl stops; the lease stays, so that the next run fetches the page again
        if reading is None or visit.outcome != "stored":
            self.scheduler.settle(request, visit, links)
            return
        self.scheduler.settle_when_stored(request, visit, links)
        yield page_item(self.topic, response, headers, reading, source, fetched_at)

    def _robots_read(self, origin: str, rules: RobotsRules) -> None:
        self.sitemaps.found(origin, rules.sitemaps)

    async def _parse_sitemap(
        self, response: Response, source: FrontierLink, headers: dict[str, str], fetched_at: datetime
    ) -> None:
        reading = await self.readers.read_sitemap(response.body, response.url, headers)
        visit, links = visit_sitemap(reading, source, fetched_at.timestamp(), scorer=self.scorer)
        for first in range(0, len(links), LINKS_AT_ONCE):  # the crawl goes on in between
            self.scheduler.frontier.add(links[first : first + LINKS_AT_ONCE])
            await asyncio.sleep(0)
        self.crawler.stats.inc_value("topic/sitemap/url_count", len(links))
        assert response.request is not None
        self.scheduler.settle(response.request, visit)

    def errback(self, failure: Failure) -> None:
        """End the lease of a URL that brought no page."""
        error, request = failure.value, failure.request  # type: ignore[attr-defined]
        if isinstance(error, AskLaterError):
            self.scheduler.ask_later(request, error)
            return
        kind = f"failed {type(error).__name__}"
        outcome, reason = "failed", type(error).__name__
        if isinstance(error, HttpError):
            outcome, reason = "http_error", f"HTTP {error.response.status}"
            kind = reason
        elif isinstance(error, RefusedError):
            outcome, reason, kind = error.outcome, str(error), error.outcome
        elif isinstance(error, IgnoreRequest):
            reason = str(error)
        key = f"topic/error_count/{kind}"
        if not self.crawler.stats.get_value(key):
            logger.info("%s brought no page (%s: %s); more of the kind are counted only", request.url, outcome, error)
        self.crawler.stats.inc_value(key)
        self.scheduler.settle(request, Visit(outcome, time.time(), reason=reason))

    @property
    def scheduler(self) -> TopicScheduler:
        return scheduler_of(self.crawler)


def _override(settings: BaseSettings, name: str, value: Any) -> None:
    """Set *name*, whoever has set it before."""
    settings.set(name, value, priority=max(settings.getpriority(name) or 0, SETTINGS_PRIORITIES["spider"]))
