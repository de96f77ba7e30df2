"""Opens the recording that a crawl has in place of the network."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TYPE_CHECKING, Self

from scrapy.exceptions import NotConfigured

from topicspider.lab.web import RecordedWeb

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

logger = logging.getLogger(__name__)


class RecordedWebExtension:
    """Enabled by ``TOPIC_REPLAY``; ``web`` is what ``ReplayDownloadHandler`` answers from."""

    def __init__(self, web: RecordedWeb) -> None:
        self.web = web

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Raises ``ConfigError`` when the recording cannot be used; nothing is half started then."""
        settings = crawler.settings
        paths = [Path(path.strip()) for path in settings.getlist("TOPIC_REPLAY") if path.strip()]
        if not paths:
            raise NotConfigured
        web = RecordedWeb(paths, cache=Path(settings["TOPIC_JOBS_DIR"]) / ".recordings")
        logger.info("Nothing is fetched: the recording %s answers", settings["TOPIC_REPLAY"])
        return cls(web)
