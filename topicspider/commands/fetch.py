"""A few pages from the web for a command, politely, by Scrapy's own crawl."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import scrapy
from scrapy.crawler import CrawlerProcess
from scrapy.settings import Settings

from topicspider.examples import Fetched
from topicspider.exceptions import ConfigError
from topicspider.page.urls import origin_of
from topicspider.responses import headers_of
from topicspider.robots import parse_robots

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from scrapy.http import Response
    from scrapy.settings import BaseSettings

TAKEN_OVER = ("DOWNLOAD_DELAY", "DOWNLOAD_TIMEOUT", "DOWNLOAD_MAXSIZE")
EVERY_STATUS = {"handle_httpstatus_all": True}


class FewPages(scrapy.Spider):
    """Fetches those of *urls* that robots.txt allows to *agent*, and puts what came to *found*."""

    name = "few_pages"

    def __init__(self, urls: list[str], agent: str, found: list[Fetched], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.agent = agent
        self.found = found
        self.urls: dict[str, list[str]] = {}
        for url in dict.fromkeys(urls):
            self.urls.setdefault(origin_of(url), []).append(url)

    async def start(self) -> AsyncIterator[Any]:
        for origin in self.urls:
            yield scrapy.Request(
                f"{origin}/robots.txt", self.read_robots, meta=EVERY_STATUS, cb_kwargs={"origin": origin}
            )

    def read_robots(self, response: Response, origin: str) -> Iterator[scrapy.Request]:
        rules = parse_robots(response.body, response.url, response.status)
        for url in self.urls[origin]:
            if rules.allowed(self.agent, url):
                yield scrapy.Request(url, dont_filter=True)

    def parse(self, response: Response) -> None:
        self.found.append(Fetched(response.url, response.body, headers_of(response)))


def fetch_pages(urls: list[str], settings: BaseSettings) -> list[Fetched]:
    """Fetch *urls*; those that bring nothing are named on standard error. ``ConfigError`` when none brings anything."""
    found: list[Fetched] = []
    own = Settings({name: settings[name] for name in TAKEN_OVER})
    agent = settings["USER_AGENT"].replace("{contact}", settings["TOPIC_CONTACT"] or "no contact given")
    own.set("USER_AGENT", agent)
    for consoles in ("LOG_ENABLED", "TELNETCONSOLE_ENABLED", "REMOTE_CONTROL_ENABLED"):
        own.set(consoles, False)
    process = CrawlerProcess(own)
    process.crawl(FewPages, urls=urls, agent=agent, found=found)
    process.start()
    if not found:
        raise ConfigError(f"none of the {len(urls)} URLs brought a page; the first is {urls[0]}")
    if len(found) < len(urls):
        print(f"{len(urls) - len(found)} of {len(urls)} URLs brought no page and are left out", file=sys.stderr)
    return found
