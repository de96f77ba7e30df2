"""Requests that wait for the delay of their host, outside the frontier: what URLs of it were redirected to."""

from __future__ import annotations

import time
from heapq import heappop, heappush
from itertools import count
from typing import TYPE_CHECKING

from topicspider.page.urls import host_of

if TYPE_CHECKING:
    from scrapy import Request

    from topicspider.frontier.base import Frontier


class RedirectQueue:
    """In the downloader they would hold a place, and hold up a shutdown. Times are those of ``time.monotonic``."""

    def __init__(self, frontier: Frontier) -> None:
        self._frontier = frontier
        self._waiting: list[tuple[float, int, Request]] = []
        self._numbers = count()

    def push(self, request: Request) -> None:
        """Have *request* wait until its host may be asked; its delay is counted from then."""
        ready_at = self._frontier.reserve(host_of(request.url), time.monotonic())
        heappush(self._waiting, (ready_at, next(self._numbers), request))

    def pop(self, now: float) -> Request | None:
        """Return the first request whose host may be asked at *now*."""
        return heappop(self._waiting)[2] if self._waiting and self._waiting[0][0] <= now else None

    @property
    def ready_at(self) -> float | None:
        return self._waiting[0][0] if self._waiting else None

    def __len__(self) -> int:
        return len(self._waiting)
