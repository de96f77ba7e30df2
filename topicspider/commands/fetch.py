"""A few pages from the web for a command, politely, by Scrapy's own crawl."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.settings import Settings

from topicspider.examples import Fetched
from topicspider.exceptions import ConfigError
from topicspider.responses import headers_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from scrapy.http import Response
    from scrapy.settings import BaseSettings

TAKEN_OVER = ("DOWNLOAD_DELAY", "DOWNLOAD_TIMEOUT", "DOWNLOAD_MAXSIZE", "ROBOTSTXT_OBEY")


class FewPages(scrapy.Spider):
    """Fetches *urls* and puts what came to *found*."""

    name = "few_pages"

    def __init__(self, urls: list[str], found: list[Fetched], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.urls = urls
        self.found = found

    async def start(self) -> AsyncIterator[Any]:
        for url in self.urls:
            yield scrapy.Request(url, dont_filter=True)

    def parse(self, response: Response) -> None:
        self.found.append(Fetched(response.url, response.body, headers_of(response)))


def fetch_pages(urls: list[str], settings: BaseSettings) -> list[Fetched]:
    """Fetch *urls*; those that bring nothing are named on standard error. ``ConfigError`` when none brings anything."""
    found: list[Fetched] = []
    own = Settings({name: settings[name] for name in TAKEN_OVER})
    contact = settings["TOPIC_CONTACT"] or "no contact given"
    own.set("USER_AGENT", settings["USER_AGENT"].replace("{contact}", contact))
    own.set("LOG_ENABLED", False)
    own.set("TELNETCONSOLE_ENABLED", False)
    process = CrawlerProcess(own)
    process.crawl(FewPages, urls=urls, found=found)
    process.start()
    if not found:
        raise ConfigError(f"none of the {len(urls)} URLs brought a page; the first is {urls[0]}")
    if len(found) < len(urls):
        print(f"{len(urls) - len(found)} of {len(urls)} URLs brought no page and are left out", file=sys.stderr)
    return found
