"""One thread that stores pages off the crawl's path: all that wait at once, patient when the database is away."""

from __future__ import annotations

import logging
import threading
from collections import Counter, deque
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sqlalchemy.exc import DBAPIError

from topicspider.exceptions import StorageAwayError, StorageError
from topicspider.storage.batch import write_batch
from topicspider.storage.errors import is_away, reason
from topicspider.storage.outage import Outage
from topicspider.storage.rows import cut_columns

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from topicspider.items import CopyItem, PageItem
    from topicspider.storage.files import PageFiles
    from topicspider.storage.pages import PageTable
    from topicspider.storage.plan import Outcome

logger = logging.getLogger(__name__)

_BATCH = 200
_GATHER_SECONDS = 0.03
"""A batch costs about as much as ten rows: it pays to wait a moment for more."""


@dataclass(frozen=True, slots=True)
class _Job:
    item: PageItem | CopyItem
    future: Future[Outcome] = field(default_factory=Future)


class StorageWriter:
    """Stores pages in ``table``, an open one that only this object uses from now on, and ``files``.

    While the database is away, the same work is tried again for ``retry_seconds``; then this page and all later
    ones fail. A batch is written when ``gather`` pages wait, or the first has waited 30 ms. ``counts`` has what became
    of the pages. The thread ends with ``close``, which must be called.
    """

    def __init__(
        self,
        table: PageTable,
        files: PageFiles,
        *,
        retry_seconds: float = 300.0,
        gather: int = 1,
        on_event: Callable[[str, int], None] | None = None,
    ) -> None:
        self.counts: Counter[str] = Counter()  # inserted, updated, duplicate, copy, truncated, retry, failed
        self._table, self._files = table, files
        self._retry_seconds = retry_seconds
        self._gather = gather
        self._on_event = on_event
        self._waiting: deque[_Job] = deque()
        self._wake = threading.Condition()
        self._closing = False
        self._give_up = threading.Event()
        self._failure: str | None = None
        self._thread = threading.Thread(target=self._run, name="storage-writer")
        self._thread.start()

    def submit(self, item: PageItem | CopyItem) -> Future[Outcome]:
        """Return at once; the future tells what became of ``item`` when that is durable, or a StorageError."""
        job = _Job(item)
        with self._wake:
            if self._closing:
                raise StorageError(f"cannot store {item.url}: the storage is closed")
            self._waiting.append(job)
            self._wake.notify()
        return job.future

    def close(self, timeout: float | None = None) -> None:
        """Store what waits, and end. An outage of the database is waited for ``timeout`` seconds at most."""
        with self._wake:
            self._closing = True
            self._wake.notify()
        self._thread.join(timeout)
        self._give_up.set()
        self._thread.join()

    def _run(self) -> None:
        while jobs := self._take():
            if wanted := [job for job in jobs if job.future.set_running_or_notify_cancel()]:
                self._store(wanted)

    def _take(self) -> list[_Job]:
        """Return what waits; an empty list when nothing will come any more."""
        with self._wake:
            self._wake.wait_for(lambda: self._waiting or self._closing)
            self._wake.wait_for(lambda: len(self._waiting) >= self._gather or self._closing, _GATHER_SECONDS)
            return [self._waiting.popleft() for _ in range(min(len(self._waiting), _BATCH))]

    def _store(self, jobs: Sequence[_Job]) -> None:
        try:
            outcomes = self._write([job.item for job in jobs])
        except Exception as error:  # noqa: BLE001 -- whatever it is, the futures tell it and the thread lives on
            if len(jobs) == 1 or self._failure:
                self._fail(jobs, error)
            else:  # one of them is bad: the others shall not suffer for it
                for job in jobs:
                    self._store([job])
            return
        for job, outcome in zip(jobs, outcomes, strict=True):
            self._note_cuts(job.item)
            self._count(outcome)
            job.future.set_result(outcome)

    def _write(self, items: Sequence[PageItem | CopyItem]) -> list[Outcome]:
        """Write ``items``, again and again while the database is away."""
        outage: Outage | None = None
        while not self._failure:
            try:
                outcomes = write_batch(self._table, self._files, items)
            except DBAPIError as error:
                if not is_away(error):
                    raise
                if outage is None:
                    outage = Outage(self._retry_seconds)
                    logger.warning("The database is away, trying for %g s: %s", self._retry_seconds, reason(error))
                self._pause(outage, error)
            else:
                if outage:
                    logger.info("The database is back after %s", outage)
                return outcomes
        raise StorageAwayError(self._failure)

    def _pause(self, outage: Outage, error: DBAPIError) -> None:
        """Wait for the next try; when the time for tries is over, note the failure."""
        self._table.disconnect()
        self._count("retry")
        pause = outage.next_pause()
        if pause is None or self._give_up.wait(pause):
            self._failure = f"the database stayed away for {outage}: {reason(error)}"
            logger.error("Storing is given up, nothing more will be stored: %s", self._failure)

    def _fail(self, jobs: Sequence[_Job], error: Exception) -> None:
        kind = StorageAwayError if self._failure else StorageError
        told = reason(error) if isinstance(error, DBAPIError) else str(error)
        for job in jobs:
            self._count("failed")
            failure = kind(f"cannot store {job.item.url}: {told}")
            failure.__cause__ = error
            job.future.set_exception(failure)

    def _note_cuts(self, item: PageItem | CopyItem) -> None:
        if columns := cut_columns(item):
            if not self.counts["truncated"]:
                logger.warning("Too long for the database and cut: %s of %s; more are counted only", columns, item.url)
            self._count("truncated", len(columns))

    def _count(self, name: str, count: int = 1) -> None:
        self.counts[name] += count
        if self._on_event:
            try:
                self._on_event(name, count)
            except Exception:
                logger.exception("on_event failed")  # the pages that wait shall not suffer for it
