"""The crawl as seen and told from outside: pause, continue, stop; and that a crawl which is to end does end."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections import deque
from typing import TYPE_CHECKING, Any, Self

from scrapy import signals
from scrapy.http.request import NO_CALLBACK
from scrapy.utils.asyncio import create_looping_call
from scrapy.utils.defer import deferred_from_coro

from topicspider.downloader import TopicDownloader
from topicspider.extensions.job import Job
from topicspider.extensions.progress import Progress
from topicspider.frontier.status import Command, JobStatus, State, take_command, write_status
from topicspider.signals import frontier_closing

if TYPE_CHECKING:
    from pathlib import Path

    from scrapy.crawler import Crawler
    from twisted.internet import defer

    from topicspider.frontier import Frontier

logger = logging.getLogger(__name__)

_DOWNLOADS_SHARE = 2 / 3
"""The part of the time to stop that downloads have; the rest is for what was fetched to be stored."""
_RATE_SECONDS = 60.0
_URLS_SHOWN = 20


class Control:
    """Every *interval* seconds: obeys a command, tells how the crawl stands, and sees that it ends when it should."""

    def __init__(self, crawler: Crawler, *, interval: float, stop_timeout: float) -> None:
        self.crawler = crawler
        self.interval = max(0.1, interval)
        self.stop_timeout = stop_timeout
        self._started_at = time.time()
        self._counts: deque[tuple[float, int]] = deque(maxlen=max(2, round(_RATE_SECONDS / self.interval)))
        self._stopping_since: float | None = None
        self._has_given_up = False
        self._has_failed = False
        self._closing: asyncio.Future[None] | None = None
        self._folder: Path | None = None
        self._loop: Any = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = crawler.settings
        control = cls(
            crawler,
            interval=settings.getfloat("TOPIC_CONTROL_INTERVAL_S"),
            stop_timeout=settings.getfloat("TOPIC_STOP_TIMEOUT_S"),
        )
        crawler.signals.connect(control.spider_opened, signal=signals.spider_opened)
        crawler.signals.connect(control.frontier_closing, signal=frontier_closing)
        return control

    def spider_opened(self) -> None:
        from twisted.internet import reactor  # noqa: TID251 -- it is installed by now

        job = self.crawler.get_extension(Job)
        assert job is not None
        self._folder = job.path
        self._frontier = job.frontier
        take_command(self._folder)  # one for a run that is over
        self._loop = create_looping_call(self.tick)
        self._loop.start(self.interval)
        reactor.addSystemEventTrigger("before", "shutdown", self._reactor_stops)  # type: ignore[arg-type]
        reactor.addSystemEventTrigger("after", "shutdown", self._reactor_stopped)  # type: ignore[arg-type]

    def tick(self) -> None:
        assert self._folder is not None
        command = take_command(self._folder)
        if command is not None:
            self._obey(command)
        slot = self.crawler.engine._slot
        if slot is not None and slot.closing is not None and slot.inprogress:
            self._watch_stop(time.monotonic())
        self._tell(self.status(self.state))

    def frontier_closing(self, frontier: Frontier, reason: str) -> None:
        """Called when all is stored, while the job is still locked."""
        if self._loop is not None:
            self._loop.stop()
            self._loop = None
            self._tell(self.status(State.FINISHED, reason))

    @property
    def state(self) -> State:
        engine = self.crawler.engine
        if engine._slot is None or engine._slot.closing is not None:  # Scrapy has no signal when closing begins
            return State.STOPPING
        return State.PAUSED if engine.paused else State.RUNNING

    def status(self, state: State, reason: str = "") -> JobStatus:
        totals, slot = self._frontier.totals, self.crawler.engine._slot
        requests = [] if slot is None else [req for req in slot.inprogress if req.callback is not NO_CALLBACK]
        return JobStatus(
            state,
            self.crawler.settings["TOPIC_NAME"],
            reason,
            os.getpid(),
            self._started_at,
            time.time(),
            totals.pages,
            totals.relevant,
            len(self._frontier),
            len(requests),
            self._rate(time.monotonic(), totals.pages),
            tuple(sorted(request.url for request in requests)[:_URLS_SHOWN]),
        )

    # -- inside --------------------------------------------------------------------------------------------------------

    def _obey(self, command: Command) -> None:
        engine = self.crawler.engine
        logger.info("Told to %s", command)
        if command is Command.PAUSE:
            engine.pause()
        elif command is Command.RESUME:
            engine.unpause()
            if engine._slot is not None:
                engine._slot.nextcall.schedule()  # by itself the engine would go on after up to 5 s
        elif self.state is not State.STOPPING:
            self._closing = asyncio.ensure_future(engine.close_spider_async(reason="stopped"))

    def _watch_stop(self, now: float) -> None:
        if self._stopping_since is None:
            self._stopping_since = now - self.interval  # at the earliest
        waited = now - self._stopping_since
        if waited >= self.stop_timeout:
            logger.error("Not finished %g s after it should stop: the crawl is ended; it can be continued", waited)
            self._end_at_once()
        elif waited >= self.stop_timeout * _DOWNLOADS_SHARE and not self._has_given_up:
            self._has_given_up = True
            self._give_up_downloads()

    def _give_up_downloads(self) -> None:
        downloader = self.crawler.engine.downloader
        urls = downloader.give_up() if isinstance(downloader, TopicDownloader) else []
        if urls:
            logger.warning("%d URLs did not answer in time and wait for the next run, such as %s", len(urls), urls[0])
            self.crawler.stats.inc_value("topic/control/unanswered_count", len(urls))

    def _tell(self, status: JobStatus) -> None:
        assert self._folder is not None
        try:
            write_status(self._folder, status)
        except OSError as error:
            if not self._has_failed:
                logger.warning("How the crawl stands cannot be told to others: %s", error)
            self._has_failed = True

    def _rate(self, now: float, pages: int) -> float:
        """Return pages per second over the last minute."""
        self._counts.append((now, pages))
        then, before = self._counts[0]
        return (pages - before) / max(self.interval, now - then)

    def _reactor_stops(self) -> defer.Deferred[None] | None:
        """Close the spider if nobody did: Scrapy leaves it open after a signal that came while it was opening."""
        if self._loop is None or self.state is State.STOPPING:
            return None
        return deferred_from_coro(self.crawler.engine.close_spider_async(reason="shutdown"))

    def _reactor_stopped(self) -> None:
        if self._loop is not None:  # a second signal: nothing was closed
            self._end_at_once()

    def _end_at_once(self) -> None:
        """End the process as a kill would, whatever its threads still wait for: the job is made to outlive that."""
        progress = self.crawler.get_extension(Progress)
        if progress is not None:
            progress.stop()
        logging.shutdown()
        os._exit(1)
