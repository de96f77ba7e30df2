"""The demo web: about 200 Chinese pages on twelve hosts, the same bytes every time."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from topicspider.demo.pages import DemoPage, PageMaker
from topicspider.demo.plan import plan_articles
from topicspider.demo.sites import DIGEST, SEED_SITES, SITES, Site
from topicspider.demo.specials import calendar_page, error_page, special_pages
from topicspider.demo.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Mapping

_SEED = 2026


@dataclass(frozen=True, slots=True)
class DemoWeb:
    """``pages`` holds every page by its URL, but for the endless calendar: ``get`` makes its months when asked."""

    pages: Mapping[str, DemoPage]
    seeds: list[str]
    hosts: Mapping[str, Site]
    maker: PageMaker

    def get(self, url: str) -> DemoPage:
        """The page at ``url``; 404 for an unknown path and 502 for an unknown host. Port and fragment do not matter."""
        parts = urlsplit(url)
        host, path = parts.hostname or "", parts.path or "/"
        address = f"http://{host}{path}" + (f"?{parts.query}" if parts.query else "")
        page = self.pages.get(address)
        if page is None and (site := self.hosts.get(host)) and site.name == DIGEST:
            page = calendar_page(self.maker, site, path)
        if page is not None:
            return page
        if host in self.hosts:
            return error_page(address, 404, "页面不存在", kind="missing")
        return error_page(address, 502, "没有这个网站", kind="missing")


def demo_web(hosts_suffix: str = "demo.test") -> DemoWeb:
    """Generate the demo web on hosts below ``hosts_suffix``; takes about a second."""
    rng = Random(_SEED)
    writer = Writer(rng)
    maker = PageMaker(hosts_suffix, plan_articles(writer), rng)
    pages = [page for site in SITES for page in maker.site_pages(site)]
    pages += special_pages(maker, writer)
    return DemoWeb(
        pages={page.url: page for page in pages},
        seeds=[maker.url(name, "/") for name in SEED_SITES],
        hosts={f"{site.name}.{hosts_suffix}": site for site in SITES},
        maker=maker,
    )
