"""Shows how the crawl goes: a live line on a terminal, elsewhere a log line from time to time."""

from __future__ import annotations

import logging
import sys
import time
from collections import deque
from typing import TYPE_CHECKING, Any, Self

from scrapy import signals
from scrapy.utils.asyncio import create_looping_call

from topicspider.report.measures import WINDOW
from topicspider.report.text import live_line
from topicspider.signals import frontier_closing

if TYPE_CHECKING:
    from rich.live import Live
    from scrapy.crawler import Crawler

logger = logging.getLogger(__name__)

_ERROR_STATS = ("topic/visit/failed_count", "topic/visit/http_error_count", "topic/visit/robots_count")


class Progress:
    """Every *interval* seconds one line: pages, relevant, harvest rate, URLs waiting, pages/s, errors."""

    def __init__(self, crawler: Crawler, *, interval: float) -> None:
        self.crawler = crawler
        self.interval = max(1.0, interval)
        self._recent: deque[bool] = deque(maxlen=WINDOW)
        self._live: Live | None = None
        self._loop: Any = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        progress = cls(crawler, interval=crawler.settings.getfloat("TOPIC_PROGRESS_INTERVAL_S"))
        for handler, signal in (
            (progress.spider_opened, signals.spider_opened),
            (progress.item_scraped, signals.item_scraped),
            (progress.stop, frontier_closing),
            (progress.stop, signals.spider_closed),
        ):
            crawler.signals.connect(handler, signal=signal)
        return progress

    def spider_opened(self) -> None:
        self._started = time.monotonic()
        self._pages_before = self._frontier.totals.pages
        if sys.stderr.isatty():
            self._show_live()
        else:
            self._loop = create_looping_call(lambda: logger.info("%s", self.line()))
            self._loop.start(self.interval, now=False)

    def item_scraped(self, item: Any) -> None:
        self._recent.append(bool(getattr(item, "relevant", False)))

    def stop(self) -> None:
        if self._live is not None:
            self._live.stop()
            self._live = None
        if self._loop is not None and self._loop.running:
            self._loop.stop()

    def line(self) -> str:
        totals, stats = self._frontier.totals, self.crawler.stats
        seconds = max(0.001, time.monotonic() - self._started)
        return live_line(
            pages=totals.pages,
            relevant=totals.relevant,
            harvest=totals.relevant / max(1, totals.pages),
            recent=sum(self._recent) / max(1, len(self._recent)),
            waiting=len(self._frontier),
            pages_per_second=(totals.pages - self._pages_before) / seconds,
            errors=sum(stats.get_value(name, 0) for name in _ERROR_STATS),
        )

    @property
    def _frontier(self) -> Any:
        return self.crawler.engine.scheduler.frontier  # type: ignore[union-attr]

    def _show_live(self) -> None:
        from rich.console import Console
        from rich.live import Live
        from rich.text import Text

        console = Console(stderr=True)
        self._live = Live(console=console, get_renderable=lambda: Text(self.line()), transient=True)
        self._live.start(refresh=False)
        for handler in logging.root.handlers:
            if isinstance(handler, logging.StreamHandler) and not isinstance(handler, logging.FileHandler):
                handler.setStream(sys.stderr)  # Live's own: log lines appear above the live line
