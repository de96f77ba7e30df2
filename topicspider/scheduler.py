"""Scrapy's door to the frontier: URLs are leased to the engine one by one, and given back with what they brought."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any, Self

from scrapy import Request, signals
from scrapy.core.scheduler import BaseScheduler
from scrapy.exceptions import CloseSpider

from topicspider.exceptions import StorageAwayError
from topicspider.extensions.job import Job
from topicspider.frontier.base import FrontierLink, Visit
from topicspider.guards import OF_HOSTS
from topicspider.page.urls import host_of
from topicspider.redirects import RedirectQueue
from topicspider.requestqueue import RequestQueue
from topicspider.signals import frontier_closing, visit_ended
from topicspider.sitemaps.finder import SITEMAP
from topicspider.sitemaps.unpack import MAX_UNPACKED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrapy import Spider
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from twisted.python.failure import Failure

    from topicspider.guards import Guard
    from topicspider.requesterrors import AskLaterError

logger = logging.getLogger(__name__)


_REFUSED_AT_ONCE = 100
META_KEY = "topic"
"""The key of ``Request.meta`` under which a request carries the link that it was leased for, as a JSON object."""


class TopicScheduler(BaseScheduler):
    """Hands out the frontier's best URL whenever the engine has a place for it.

    The links of a page are queued and its visit is logged in one transaction when its row is stored, not before. So
    at most *concurrency* pages are between fetch and storage, and no more than these are fetched again after a crash.
    """

    def __init__(
        self, crawler: Crawler, job: Job, requests: RequestQueue, guard: Guard, *, concurrency: int, max_pages: int
    ) -> None:
        self.crawler = crawler
        self.frontier = job.frontier
        self.guard = guard
        self.concurrency = concurrency
        self.max_pages = max_pages
        self._job = job
        self._requests = requests
        self._redirects = RedirectQueue(job.frontier)
        self._held: dict[str, tuple[Visit, Sequence[FrontierLink]]] = {}
        self._ended: list[tuple[str, Visit, Sequence[FrontierLink]]] = []
        self._wake: asyncio.TimerHandle | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        job = crawler.get_extension(Job)
        if job is None or crawler.spider is None:
            raise RuntimeError("TopicScheduler needs the extension topicspider.extensions.job.Job and a spider")
        scheduler = cls(
            crawler,
            job,
            RequestQueue(job.path / "requests.sqlite3", crawler.spider, crawler.request_fingerprinter),
            crawler.spider.scorer.guard,  # type: ignore[attr-defined]
            concurrency=crawler.settings.getint("CONCURRENT_REQUESTS"),
            max_pages=crawler.settings.getint("TOPIC_MAX_PAGES"),
        )
        for handler, signal in (
            (scheduler._item_scraped, signals.item_scraped),
            (scheduler._item_dropped, signals.item_dropped),
            (scheduler._item_error, signals.item_error),
            (scheduler._spider_error, signals.spider_error),
            (scheduler._left_downloader, signals.request_left_downloader),
            (scheduler._spider_idle, signals.spider_idle),
        ):
            crawler.signals.connect(handler, signal=signal)
        return scheduler

    # -- what the engine calls -----------------------------------------------------------------------------------------

    def open(self, spider: Spider) -> None:
        self._errback = getattr(spider, "errback", None)
        self.guard.budgets.resume(self.frontier.host_pages())
        pages = self.frontier.totals.pages
        if pages:
            logger.info("Continuing %s: %d pages fetched, %d URLs wait", self._job.path, pages, len(self.frontier))

    def close(self, reason: str) -> None:
        if self._wake is not None:
            self._wake.cancel()
        if self._ended:
            self._write_ended()
        self.crawler.signals.send_catch_log(frontier_closing, frontier=self.frontier, reason=reason)
        self.crawler.stats.set_value("topic/frontier/waiting_count", len(self.frontier))
        for reason, links in self.guard.refused.items():
            self.crawler.stats.set_value(f"topic/guard/dropped_count/{reason}", links)
        if self.frontier.given_up:
            self.crawler.stats.set_value("topic/frontier/given_up_count", self.frontier.given_up)
        self._requests.close()
        self._job.close()

    def has_pending_requests(self) -> bool:
        if len(self._redirects) or self._ended or len(self._requests):
            return True
        return len(self.frontier) > 0 and not self._is_budget_spent()

    def enqueue_request(self, request: Request) -> bool:
        link = request.meta.get(META_KEY)
        if link is None:
            return self._requests.push(request)
        link = FrontierLink(**link)
        if request.meta.get("seed"):
            return self.frontier.add([link]) > 0
        if request.meta.get("retry_times", 0) > link.tries:
            self.frontier.release(link.url)
            return True
        return self._enqueue_redirect(request, link)

    def next_request(self) -> Request | None:
        now = time.monotonic()
        if (redirected := self._redirects.pop(now)) is not None:
            return redirected
        priority = self._requests.top_priority
        if priority is not None and priority >= 0:
            return self._requests.pop()
        request = self._next_leased(now)
        if request is None and priority is not None:
            return self._requests.pop()
        if request is None:
            self._wake_after(now)
        return request

    # -- what the spider calls -----------------------------------------------------------------------------------------

    def settle(self, request: Request, visit: Visit, links: Sequence[FrontierLink] = ()) -> None:
        """End the lease of *request* now: there is nothing to store."""
        self._end(_lease_url(request), visit, links)

    def ask_later(self, request: Request, error: AskLaterError) -> None:
        """End the lease of *request* without an answer: its URL, or what it was redirected to, is asked for later."""
        url = _lease_url(request)
        is_redirected = request.url != url and not error.counts
        if not is_redirected:
            self.frontier.release(url, tried=error.counts)
        self.hold(host_of(request.url), error.pause)
        if is_redirected:
            self._redirects.push(request.replace(dont_filter=True))
        self._ask_again()

    def hold(self, host: str, seconds: float) -> None:
        """Have *host* left alone for *seconds*."""
        self.frontier.hold(host, time.monotonic() + seconds)

    def settle_when_stored(self, request: Request, visit: Visit, links: Sequence[FrontierLink]) -> None:
        """End the lease of *request* when the item of its page has passed the pipelines."""
        self._held[_lease_url(request)] = (visit, links)

    # -- signals -------------------------------------------------------------------------------------------------------

    def _item_scraped(self, item: Any, response: Response | None) -> None:
        self._settle_held(response, {})

    def _item_dropped(self, item: Any, response: Response | None, exception: BaseException) -> None:
        self._settle_held(response, {"outcome": getattr(exception, "outcome", "dropped"), "reason": str(exception)})

    def _item_error(self, item: Any, response: Response | None, failure: Failure) -> None:
        if isinstance(failure.value, StorageAwayError):
            return  # the crawl stops; the lease stays, so that the next run fetches the page again
        self._settle_held(response, {"outcome": "failed", "reason": repr(failure.value)})

    def _settle_held(self, response: Response | None, changes: dict[str, Any]) -> None:
        url = None if response is None else response.meta.get(META_KEY, {}).get("url")
        if url in self._held:
            visit, links = self._held.pop(url)
            self._end(url, visit._replace(**changes), links)

    def _spider_error(self, failure: Failure, response: Response) -> None:
        if isinstance(response.request, Request) and META_KEY in response.request.meta:
            url = _lease_url(response.request)
            self._held.pop(url, None)
            self._end(url, Visit("failed", time.time(), reason=repr(failure.value)))

    def _left_downloader(self, request: Request) -> None:
        self._requests.finish(request)

    def _spider_idle(self) -> None:
        if self._is_budget_spent():
            raise CloseSpider("topic_max_pages")

    # -- inside --------------------------------------------------------------------------------------------------------

    def _end(self, url: str, visit: Visit, links: Sequence[FrontierLink] = ()) -> None:
        """End a lease, together with the others that end in this turn of the event loop: their rows came in a batch."""
        if not self._ended:
            asyncio.get_running_loop().call_soon(self._write_ended)
        self._ended.append((url, visit, links))

    def _write_ended(self) -> None:
        ended, self._ended = self._ended, []
        self._write(ended)
        self._ask_again()

    def _write(self, ended: Sequence[tuple[str, Visit, Sequence[FrontierLink]]]) -> None:
        stats = self.crawler.stats
        with self.frontier.batch():
            for url, visit, links in ended:
                stats.inc_value(f"topic/visit/{visit.outcome}_count")
                if visit.outcome == "failed":
                    self.frontier.failed(url, visit)
                else:
                    stats.inc_value("topic/frontier/link_count", self.frontier.done(url, visit, links))
        for url, visit, _ in ended:
            self.crawler.signals.send_catch_log(visit_ended, url=url, visit=visit)

    def _enqueue_redirect(self, request: Request, link: FrontierLink) -> bool:
        met = self.frontier.is_taken(request.url, besides=link.url)
        if met and request.url not in request.meta.get("redirect_urls", ()):
            reason = f"redirects to {request.url}, which was met"
            self._end(link.url, Visit("duplicate", time.time(), reason=reason))
            return False
        self._redirects.push(request)
        return True

    def _next_leased(self, now: float) -> Request | None:
        if 0 < self.concurrency <= self.frontier.leased or self._is_budget_spent():
            return None
        link = self._next_allowed(now)
        if link is None:
            return None
        meta: dict[str, Any] = {META_KEY: {**link._asdict(), "factors": dict(link.factors)}}
        if SITEMAP in link.factors:
            meta["download_maxsize"] = MAX_UNPACKED
        if link.tries:
            meta["retry_times"] = link.tries
        return Request(link.url, errback=self._errback, meta=meta)

    def _next_allowed(self, now: float) -> FrontierLink | None:
        """Lease the best URL that the guard lets pass; seeds are the user's own choice."""
        for _ in range(_REFUSED_AT_ONCE):
            link = self.frontier.next(now)
            reason = self.guard.refusal(link.url) if link else ""
            if link is None or not reason or (link.depth == 0 and reason not in OF_HOSTS):
                return link
            self._refuse(link.url, reason)
        self._ask_again()  # the crawl goes on in between
        return None

    def _refuse(self, url: str, reason: str) -> None:
        key = f"topic/guard/refused_count/{reason}"
        if not self.crawler.stats.get_value(key):
            logger.info("%s is not asked for (%s); more of the kind are counted only", url, reason)
        self.crawler.stats.inc_value(key)
        if reason in OF_HOSTS:
            self.frontier.release(url, tried=False)
            self.frontier.park(host_of(url))
        else:
            self._write([(url, Visit("trap", time.time(), reason=reason), ())])

    def _is_budget_spent(self) -> bool:
        return 0 < self.max_pages <= self.frontier.totals.pages + self.frontier.leased

    def _wake_after(self, now: float) -> None:
        """Have the engine ask again when the next host may be asked; by itself it would ask after 5 s only."""
        ready = (self._redirects.ready_at, self.frontier.ready_at())
        times = [ready_at for ready_at in ready if ready_at is not None and ready_at > now]
        if self._wake is not None:
            self._wake.cancel()
        if times:
            self._wake = asyncio.get_running_loop().call_later(min(times) - now, self._ask_again)

    def _ask_again(self) -> None:
        slot = self.crawler.engine._slot  # Scrapy has no public call for "ask the scheduler again"
        if slot is not None and slot.closing is None:
            slot.nextcall.schedule()


def scheduler_of(crawler: Crawler) -> TopicScheduler:
    scheduler = crawler.engine.scheduler
    assert isinstance(scheduler, TopicScheduler)
    return scheduler


def _lease_url(request: Request) -> str:
    url: str = request.meta[META_KEY]["url"]
    return url
