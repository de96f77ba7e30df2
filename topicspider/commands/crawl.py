"""``scrapy crawl`` as Scrapy has it, but what the user gave wrong is told in one line, with a non-zero exit code."""

from __future__ import annotations

import asyncio
import logging
import sys
from typing import TYPE_CHECKING

from scrapy.commands.crawl import Command as ScrapyCrawl
from scrapy.exceptions import UsageError

from topicspider.exceptions import TopicSpiderError

if TYPE_CHECKING:
    import argparse

    from scrapy.statscollectors import StatsCollector

# What Scrapy says of itself at the start and end of a crawl; on a terminal our own line and table are enough.
_SCRAPY_TALK = (
    "scrapy.utils.log",
    "scrapy.crawler",
    "scrapy.middleware",
    "scrapy.core.engine",
    "scrapy.statscollectors",
)
_FAILED_REASONS = frozenset({"database_away"})


class Command(ScrapyCrawl):
    def process_options(self, args: list[str], opts: argparse.Namespace) -> None:
        super().process_options(args, opts)
        if sys.stderr.isatty() and not opts.loglevel and not opts.logfile:
            for name in _SCRAPY_TALK:
                logging.getLogger(name).setLevel(logging.WARNING)

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        if len(args) != 1:
            raise UsageError("give the name of one spider, as in: scrapy crawl topic", print_help=False)
        assert self.crawler_process is not None
        crawler = self._create_crawler(args[0])
        crawl = self.crawler_process.crawl(crawler, **opts.spargs)
        assert isinstance(crawl, asyncio.Task)
        crawl.add_done_callback(self._report_failure)
        self.crawler_process.start()
        if self.crawler_process.bootstrap_failed or (crawler.spider and _has_failed(crawler.stats)):
            self.exitcode = 1

    def _report_failure(self, crawl: asyncio.Task[None]) -> None:
        error = None if crawl.cancelled() else crawl.exception()
        if isinstance(error, TopicSpiderError):
            print(f"scrapy crawl: error: {error}", file=sys.stderr)
        elif error is not None:
            logging.getLogger(__name__).error("The crawl could not start", exc_info=error)


def _has_failed(stats: StatsCollector) -> bool:
    reason = stats.get_value("finish_reason")
    return reason in _FAILED_REASONS or (reason == "finished" and stats.get_value("topic/seed/page_count") == 0)
