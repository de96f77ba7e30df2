"""Log lines for users: pages one by one at DEBUG level only."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from scrapy.logformatter import LogFormatter, LogFormatterResult

if TYPE_CHECKING:
    from scrapy import Spider
    from scrapy.http import Response
    from twisted.python.failure import Failure


class QuietLogFormatter(LogFormatter):
    """As Scrapy's, but a dropped duplicate is no warning, and an item is not printed with its body."""

    def dropped(self, item: Any, exception: BaseException, response: Response | Failure | None, spider: Spider) -> Any:
        result = super().dropped(item, exception, response, spider)
        return LogFormatterResult(level=logging.DEBUG, msg="Dropped: %(exception)s", args={"exception": exception}) if (
            result
        ) else result
