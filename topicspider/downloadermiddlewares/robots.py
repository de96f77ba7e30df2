"""robots.txt by RFC 9309: read before a host is first asked, kept for a day, shared by all requests to it."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, NamedTuple, Self

from scrapy import Request
from scrapy.exceptions import IgnoreRequest, NotConfigured
from scrapy.http.request import NO_CALLBACK

from topicspider.page.urls import host_of, origin_of
from topicspider.requesterrors import AskLaterError, RefusedError
from topicspider.robots import parse_robots
from topicspider.scheduler import META_KEY, scheduler_of
from topicspider.signals import robots_read

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

    from topicspider.robots import RobotsRules

logger = logging.getLogger(__name__)

MAX_KEPT = 20_000
"""Hosts whose rules are held in memory; the oldest are read again."""


MAX_PAUSE = 2.0
"""Seconds between robots.txt and the first page of a host at most, however long its delay."""


class _Known(NamedTuple):
    rules: RobotsRules
    status: int
    """0 when there was no answer."""
    until: float
    """On the clock of ``time.monotonic``."""

    @property
    def is_reachable(self) -> bool:
        return 0 < self.status < 500 and self.status != 429


class RobotsMiddleware:
    """Refuses what robots.txt forbids to *agent*, and has the frontier keep to its Crawl-delay, up to *longest_delay*.

    A URL that finds no rules goes back to the frontier while they are fetched: its host has *delay* between the two.
    Rules are kept for *keep* seconds. A host whose file cannot be fetched is left alone for *first_hold* seconds, twice
    as long each time; a URL that has come *patience* times too early ends as forbidden.
    """

    def __init__(
        self,
        crawler: Crawler,
        agent: str,
        *,
        delay: float,
        keep: float,
        longest_delay: float,
        patience: int,
        first_hold: float = 2.0,
    ) -> None:
        self.crawler = crawler
        self.agent = agent
        self.delay = delay
        self.keep = keep
        self.longest_delay = longest_delay
        self.patience = patience
        self.first_hold = first_hold
        self._known: dict[str, _Known] = {}
        self._fetching: dict[str, asyncio.Task[_Known]] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = crawler.settings
        if not settings.getbool("ROBOTSTXT_OBEY"):
            raise NotConfigured
        return cls(
            crawler,
            settings["ROBOTSTXT_USER_AGENT"] or settings["USER_AGENT"],
            delay=settings.getfloat("DOWNLOAD_DELAY"),
            keep=settings.getfloat("TOPIC_ROBOTS_KEEP_S"),
            longest_delay=settings.getfloat("TOPIC_CRAWL_DELAY_MAX_S"),
            patience=settings.getint("RETRY_TIMES"),
        )

    async def process_request(self, request: Request) -> None:
        if request.meta.get("dont_obey_robotstxt") or not request.url.startswith(("http://", "https://")):
            return
        origin = origin_of(request.url)
        known = self._known.get(origin)
        if known is None or known.until <= time.monotonic():
            known = await self._fetched(origin)
            if META_KEY in request.meta and known.is_reachable:
                raise AskLaterError("robots.txt was read first", pause=min(self.delay, MAX_PAUSE))
        if not known.is_reachable:
            self._refuse_unreachable(request, known.status)
        if not known.rules.allowed(self.agent, request.url):
            self._count("forbidden")
            raise RefusedError("forbidden by robots.txt", outcome="robots")

    def _refuse_unreachable(self, request: Request, status: int) -> None:
        tries = request.meta.get("retry_times", 0)
        if META_KEY in request.meta and tries < self.patience:
            pause = self.first_hold * 2**tries if status else 0.0  # hosts that do not answer are HostCare's
            raise AskLaterError("robots.txt cannot be fetched", pause=pause, counts=True)
        why = f"HTTP {status}" if status else "no answer"
        raise RefusedError(f"robots.txt cannot be fetched ({why})", outcome="robots" if status else "failed")

    async def _fetched(self, origin: str) -> _Known:
        """Return the rules of *origin*, fetched once for all who ask meanwhile."""
        if origin not in self._fetching:
            task = asyncio.ensure_future(self._fetch(origin))
            self._fetching[origin] = task
            task.add_done_callback(lambda _: self._fetching.pop(origin))
        return await asyncio.shield(self._fetching[origin])

    async def _fetch(self, origin: str) -> _Known:
        url = f"{origin}/robots.txt"
        # A slot of its own: it waits for no page of its host, and holds up none.
        meta = {"dont_obey_robotstxt": True, "download_slot": f"robots.txt of {origin}", "max_retry_times": 1}
        self._count("request")
        try:
            request = Request(url, meta=meta, callback=NO_CALLBACK, priority=1000)
            response = await self.crawler.engine.download_async(request)
            body, status = response.body, response.status
        except IgnoreRequest:  # redirected without end, or to where the crawl may not go: there is none
            body, status = b"", 404
        except Exception as error:  # noqa: BLE001 -- whatever the network gives
            self._tell_unreachable(url, error)
            body, status = b"", 0
        known = _Known(parse_robots(body, url, status), status, time.monotonic() + self.keep)
        if known.is_reachable:
            self._apply(origin, known.rules)
            self._keep(origin, known)
        elif status:
            self._tell_unreachable(url, f"HTTP {status}")
        return known

    def _keep(self, origin: str, known: _Known) -> None:
        self._known.pop(origin, None)
        self._known[origin] = known
        if len(self._known) > MAX_KEPT:
            del self._known[next(iter(self._known))]

    def _apply(self, origin: str, rules: RobotsRules) -> None:
        delay = rules.crawl_delay(self.agent)
        if delay is not None:
            self._count("crawl_delay")
            scheduler_of(self.crawler).frontier.set_delay(host_of(origin), min(delay, self.longest_delay))
        if rules.sitemaps:
            self.crawler.signals.send_catch_log(robots_read, origin=origin, rules=rules)

    def _tell_unreachable(self, url: str, why: object) -> None:
        if not self.crawler.stats.get_value("topic/robots/unreachable_count"):
            logger.info("%s cannot be fetched (%s); more of the kind are counted only", url, why)
        self._count("unreachable")

    def _count(self, what: str) -> None:
        self.crawler.stats.inc_value(f"topic/robots/{what}_count")
