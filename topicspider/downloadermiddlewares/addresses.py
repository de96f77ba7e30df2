"""No way through the crawler into one's own computer, network or cloud."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Self

from scrapy import signals
from scrapy.exceptions import CannotResolveHostError, NotConfigured
from scrapy.http.request import NO_CALLBACK

from topicspider import config
from topicspider.addresses import is_private_host, normal_host
from topicspider.exceptions import ConfigError
from topicspider.page.sites import is_within
from topicspider.page.urls import host_of, resolve
from topicspider.requesterrors import RefusedError
from topicspider.resolver import PublicResolver

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings
    from scrapy.statscollectors import StatsCollector

logger = logging.getLogger(__name__)

STAT = "topic/refused_count/private_address"


class PrivateAddressMiddleware:
    """Refuses what is at an address that is not public, be it a page, a redirect or a robots.txt, unless its host is
    one of *hosts* or within one of *domains*.

    A host that says so itself is refused before anything is sent. Where a name leads to is seen by ``PublicResolver``,
    on the address that is connected to. That of the proxy is the user's own; what is asked of it, it resolves itself.
    """

    def __init__(self, stats: StatsCollector, *, hosts: Iterable[str] = (), domains: Iterable[str] = ()) -> None:
        self.stats = stats
        self.hosts = frozenset(hosts)
        self.domains = frozenset(domains)
        self.proxies: set[str] = set()
        self._resolver: PublicResolver | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = crawler.settings
        if settings["TOPIC_REPLAY"]:
            raise NotConfigured  # the network is not used
        seeds = config.seeds(settings["TOPIC_SEEDS"], settings["TOPIC_NAME"])
        middleware = cls(crawler.stats, hosts=map(_host, seeds), domains=_allowed_hosts(settings))
        crawler.signals.connect(middleware.spider_opened, signal=signals.spider_opened)
        crawler.signals.connect(middleware.spider_closed, signal=signals.spider_closed)
        crawler.signals.connect(middleware.request_reached_downloader, signal=signals.request_reached_downloader)
        return middleware

    def spider_opened(self) -> None:
        from twisted.internet import reactor  # noqa: TID251 -- it is installed by now

        self._resolver = PublicResolver(reactor, lambda host: host in self.proxies or self.is_allowed(host))
        self._resolver.install()

    def spider_closed(self) -> None:
        if self._resolver is not None:
            self._resolver.uninstall()

    def request_reached_downloader(self, request: Request) -> None:
        if proxy := request.meta.get("proxy"):
            self.proxies.add(_host(proxy if "://" in proxy else f"http://{proxy}"))

    def process_request(self, request: Request) -> None:
        host = _host(request.url)
        if (is_private_host(host) or host in self.proxies) and not self.is_allowed(host):
            self._refuse(request)

    def process_exception(self, request: Request, exception: Exception) -> None:
        is_unresolved = isinstance(exception, CannotResolveHostError)
        if is_unresolved and self._resolver is not None and _host(request.url) in self._resolver.refused:
            self._refuse(request)

    def is_allowed(self, host: str) -> bool:
        return host in self.hosts or is_within(host, self.domains)

    def _refuse(self, request: Request) -> None:
        """A robots.txt counts with the page that it is asked for, unless it is elsewhere."""
        if request.callback is not NO_CALLBACK or "redirect_urls" in request.meta:
            if not self.stats.get_value(STAT):
                logger.info(
                    "%s leads to a private address and is not fetched; more of the kind are counted only. "
                    "TOPIC_ALLOWED_PRIVATE_HOSTS can allow its host",
                    request.url,
                )
            self.stats.inc_value(STAT)
        raise RefusedError("private address")


def _host(url: str) -> str:
    return normal_host(host_of(url))


def _allowed_hosts(settings: BaseSettings) -> Iterator[str]:
    for entry in config.read_list(settings["TOPIC_ALLOWED_PRIVATE_HOSTS"]):
        url = resolve(f"http://{entry.removeprefix('*.')}/", "about:blank")
        if url is None or url.count("/") > 3:
            raise ConfigError(
                f"TOPIC_ALLOWED_PRIVATE_HOSTS: {entry!r} is no host; give names such as wiki.intranet, or addresses "
                "such as 10.0.0.7 or [fd00::7]"
            )
        yield _host(url)
