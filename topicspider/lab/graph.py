"""The links of a whole recorded web: what only the oracle may know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from topicspider.lab.simulate import MAX_REDIRECTS, headers_of, redirect_target
from topicspider.page.urls import url_identity

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from topicspider.lab.readings import ReadingCache
    from topicspider.lab.web import RecordedWeb


class PageFacts(NamedTuple):
    """A page of the recording: its address there, the addresses there that it links to, and what names its content."""

    url: str
    links: tuple[str, ...]
    content_md5: str | None


@dataclass(frozen=True, slots=True)
class Graph:
    """Pages by number; of pages with the same content one stands for all."""

    urls: Sequence[str]
    links: Sequence[Sequence[int]]
    numbers: Mapping[str, int]
    """Address → page, for the addresses of all pages."""


def facts_of(web: RecordedWeb, readings: ReadingCache, url: str) -> PageFacts | None:
    """Return what is known of the page at *url*, ``None`` if there is none."""
    recorded = web.get(url)
    if recorded is None or recorded.status != 200:
        return None
    page = readings.page(recorded.body, url, headers_of(recorded))
    if page is None:
        return None
    links = [] if page.nofollow else [link.url for link in page.links if not link.nofollow]
    targets = {target: None for link in links if (target := final_address(web, link)) is not None}
    return PageFacts(recorded.url, tuple(targets), page.content_md5)


def final_address(web: RecordedWeb, url: str) -> str | None:
    """Return the address in the recording at which the redirects of *url* end, ``None`` outside the recording."""
    for _ in range(MAX_REDIRECTS + 1):
        address = web.find(url)
        if address is None:
            return None
        if address.status == 200:
            return address.url
        recorded = web.get(url)
        target = recorded and redirect_target(url, recorded)
        if target is None:
            return None
        url = target
    return None


def graph_of(pages: Sequence[PageFacts]) -> Graph:
    first: dict[str, int] = {}
    numbers: dict[str, int] = {}
    kept: list[PageFacts] = []
    for page in pages:
        number = first.setdefault(page.content_md5 or page.url, len(kept))
        if number == len(kept):
            kept.append(page)
        numbers[url_identity(page.url)] = number
    links = [
        sorted({numbers[key] for url in page.links if (key := url_identity(url)) in numbers} - {number})
        for number, page in enumerate(kept)
    ]
    return Graph([page.url for page in kept], links, numbers)
