"""Log lines for users: pages one by one at DEBUG level only, and then not with their bodies."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Self

from scrapy.logformatter import LogFormatter, LogFormatterResult

if TYPE_CHECKING:
    from scrapy import Request, Spider
    from scrapy.crawler import Crawler
    from scrapy.http import Response


class QuietLogFormatter(LogFormatter):
    """As Scrapy's, but what is told of each page is made only if *verbose*, and a dropped duplicate is no warning."""

    def __init__(self, *, verbose: bool) -> None:
        self.verbose = verbose

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        level = logging.getLevelName(crawler.settings["LOG_LEVEL"])
        return cls(verbose=not isinstance(level, int) or level <= logging.DEBUG)

    def crawled(self, request: Request, response: Response, spider: Spider) -> LogFormatterResult | None:  # type: ignore[override]
        return super().crawled(request, response, spider) if self.verbose else None

    def scraped(self, item: Any, response: Any, spider: Spider) -> LogFormatterResult | None:  # type: ignore[override]
        if not self.verbose:
            return None
        return {"level": logging.DEBUG, "msg": "Stored %(url)s", "args": {"url": getattr(item, "url", item)}}

    def dropped(self, item: Any, exception: BaseException, response: Any, spider: Spider) -> LogFormatterResult | None:  # type: ignore[override]
        if not self.verbose:
            return None
        return {"level": logging.DEBUG, "msg": "Dropped: %(exception)s", "args": {"exception": exception}}
