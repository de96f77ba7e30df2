"""Says what became of each seed, once all have been asked, and that there is no crawl when none brought a page."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Self

from scrapy import signals

from topicspider import config
from topicspider.frontier.base import PAGE_OUTCOMES
from topicspider.scheduler import scheduler_of
from topicspider.signals import frontier_closing, visit_ended

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scrapy.crawler import Crawler

    from topicspider.frontier import Frontier, Visit

logger = logging.getLogger(__name__)

MAX_TOLD = 20
"""So many seeds that brought no page are told one by one."""
_MEANINGS = {
    "robots": "robots.txt forbids it, or cannot be served",
    "not_html": "no HTML page",
    "missing": "it says that it was not found",
}


class SeedCheck:
    """The seeds are asked as part of the crawl: nothing is asked for twice, and good ones do not wait for bad ones."""

    def __init__(self, crawler: Crawler, seeds: Iterable[str]) -> None:
        self.crawler = crawler
        self.seeds = list(seeds)
        self._visits: dict[str, Visit] = {}
        self._waiting: set[str] = set()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = crawler.settings
        check = cls(crawler, config.seeds(settings["TOPIC_SEEDS"], settings["TOPIC_NAME"]))
        crawler.signals.connect(check._spider_opened, signal=signals.spider_opened)
        return check

    def _spider_opened(self) -> None:
        frontier = scheduler_of(self.crawler).frontier
        if frontier.totals.pages or len(frontier):
            return  # the job goes on
        self._waiting = set(self.seeds)
        self.crawler.signals.connect(self._visit_ended, signal=visit_ended)
        self.crawler.signals.connect(self._frontier_closing, signal=frontier_closing)

    def _visit_ended(self, url: str, visit: Visit) -> None:
        if url in self._waiting:
            self._waiting.discard(url)
            self._visits[url] = visit
            if not self._waiting:
                self._tell()

    def _frontier_closing(self, frontier: Frontier, reason: str) -> None:
        if reason != "finished":
            return  # it was stopped
        if self._waiting:
            self._tell()
        if not frontier.totals.pages and not any(_is_page(visit) for visit in self._visits.values()):
            self.crawler.stats.set_value("topic/seed/page_count", 0)
            logger.error(
                "None of the %d seeds brought a page, so there is nothing to crawl; check the addresses, the network "
                "(http_proxy) and what robots.txt says to %s",
                len(self.seeds),
                self.crawler.settings["USER_AGENT"].partition("/")[0],
            )

    def _tell(self) -> None:
        self.crawler.signals.disconnect(self._visit_ended, signal=visit_ended)
        good = sum(map(_is_page, self._visits.values()))
        self.crawler.stats.set_value("topic/seed/page_count", good)
        logger.info("%d of %d seeds brought a page", good, len(self.seeds))
        bad = [url for url in dict.fromkeys(self.seeds) if url not in self._visits or not _is_page(self._visits[url])]
        for url in bad[:MAX_TOLD]:
            logger.warning("The seed %s brought none: %s", url, _reason(self._visits.get(url)))
        if len(bad) > MAX_TOLD:
            logger.warning("So did %d more", len(bad) - MAX_TOLD)


def _is_page(visit: Visit) -> bool:
    return visit.outcome in PAGE_OUTCOMES and visit.outcome != "missing"


def _reason(visit: Visit | None) -> str:
    if visit is None:
        return "it waits for its host, or was not asked"
    return _MEANINGS.get(visit.outcome) or visit.reason or visit.outcome
