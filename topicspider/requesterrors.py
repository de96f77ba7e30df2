"""Why a request is not sent, as downloader middlewares say it to the spider's errback."""

from __future__ import annotations

from scrapy.exceptions import IgnoreRequest


class RefusedError(IgnoreRequest):
    """Raised for a request that may not be sent at all; *outcome* is what becomes of its URL."""

    def __init__(self, reason: str, *, outcome: str = "failed") -> None:
        super().__init__(reason)
        self.outcome = outcome


class AskLaterError(IgnoreRequest):
    """Raised for a request that may not be sent now: its URL goes back to the frontier, its host rests *pause* seconds.

    *counts* says whether that was a try.
    """

    def __init__(self, reason: str, *, pause: float, counts: bool = False) -> None:
        super().__init__(reason)
        self.pause = pause
        self.counts = counts
