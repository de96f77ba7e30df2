"""Applies what the user says of single hosts (``scrapy hosts``) while the crawl runs, and tells how hosts stand."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Any, Self

from scrapy import signals
from scrapy.utils.asyncio import create_looping_call

from topicspider.exceptions import ConfigError
from topicspider.extensions.job import Job
from topicspider.guards.rulesfile import FILE_NAME, load_rules
from topicspider.jsonfile import write_json
from topicspider.scheduler import scheduler_of
from topicspider.signals import frontier_closing

if TYPE_CHECKING:
    from pathlib import Path

    from scrapy.crawler import Crawler

logger = logging.getLogger(__name__)

STATE_NAME = "hosts.state.json"
_TICKS_A_STATE = 5
"""Looking at all hosts takes a while when there are many."""


class Hosts:
    """Every *interval* seconds reads the rules if they have changed; now and then tells which hosts are held back."""

    folder: Path

    def __init__(self, crawler: Crawler, *, interval: float) -> None:
        self.crawler = crawler
        self.interval = max(0.1, interval)
        self._read_at: int | None = None
        self._ticks = 0
        self._loop: Any = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        hosts = cls(crawler, interval=crawler.settings.getfloat("TOPIC_CONTROL_INTERVAL_S"))
        crawler.signals.connect(hosts.spider_opened, signal=signals.spider_opened)
        crawler.signals.connect(hosts.frontier_closing, signal=frontier_closing)
        return hosts

    def spider_opened(self) -> None:
        job = self.crawler.get_extension(Job)
        assert job is not None
        self.folder = job.path
        self._loop = create_looping_call(self.tick)
        self._loop.start(self.interval)

    def frontier_closing(self) -> None:
        if self._loop is not None and self._loop.running:
            self._loop.stop()
            (self.folder / STATE_NAME).unlink(missing_ok=True)

    def tick(self) -> None:
        self._apply_rules()
        if self._ticks % _TICKS_A_STATE == 0:
            self._write_state()
        self._ticks += 1

    def _apply_rules(self) -> None:
        path = self.folder / FILE_NAME
        changed_at = path.stat().st_mtime_ns if path.exists() else None
        if changed_at == self._read_at:
            return
        self._read_at = changed_at
        try:
            rules = load_rules(path)
        except ConfigError as error:
            logger.warning("%s; the rules stay as they were", error)
            return
        scheduler = scheduler_of(self.crawler)
        old, scheduler.guard.budgets.rules = scheduler.guard.budgets.rules, rules
        for host in {*old, *rules}:
            scheduler.frontier.boost(host, rules[host].boost if host in rules else 1.0)
            scheduler.frontier.unpark(host)  # what still holds parks it again at its next URL

    def _write_state(self) -> None:
        scheduler = scheduler_of(self.crawler)
        now = time.monotonic()
        hosts = {
            name: {"delay": delay, "held_s": round(max(0.0, ready_at - now), 1), "parked": parked}
            for name, delay, ready_at, parked in scheduler.frontier.slow_hosts(now)
        }
        patterns = [*scheduler.guard.patterns.spent, *scheduler.guard.dull_patterns.spent]
        write_json(self.folder / STATE_NAME, {"hosts": hosts, "patterns": patterns})
