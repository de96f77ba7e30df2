"""The practical limit: a crawl that knows which pages are relevant and how to get there."""

from __future__ import annotations

from collections import Counter, deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence


def oracle_order(links: Sequence[Sequence[int]], relevant: Collection[int], seeds: Sequence[int]) -> Iterator[int]:
    """Yield pages of the graph *links* (page → pages), the nearest relevant ones first.

    A waiting page that is relevant is next; else the way to the nearest relevant page is gone, among equally near ones
    by the waiting page that links to the most; else what waits longest. No page comes that nothing before links to.
    """
    crawl = _Crawl(links, relevant, seeds)
    while (page := crawl.best()) is not None:
        crawl.fetch(page)
        yield page


class _Crawl:
    def __init__(self, links: Sequence[Sequence[int]], relevant: Collection[int], seeds: Sequence[int]) -> None:
        self.links = links
        self.sources = _reversed(links)
        self.wanted = set(relevant)
        self.fetched: set[int] = set()
        self.waiting: dict[int, None] = dict.fromkeys(seeds)  # in order of discovery
        self.good: deque[int] = deque(page for page in self.waiting if page in self.wanted)

    def fetch(self, page: int) -> None:
        self.fetched.add(page)
        self.wanted.discard(page)
        del self.waiting[page]
        for target in self.links[page]:
            if target not in self.fetched and target not in self.waiting:
                self.waiting[target] = None
                if target in self.wanted:
                    self.good.append(target)

    def best(self) -> int | None:
        if self.good:
            return self.good.popleft()
        return self._nearest() if self.wanted else next(iter(self.waiting), None)

    def _nearest(self) -> int | None:
        """Go back from all wanted pages at once, level by level, to the first that wait."""
        met = set(self.wanted)
        level = list(self.wanted)
        while level:
            reached = Counter(
                source
                for page in level
                for source in self.sources[page]
                if source not in self.fetched and source not in met
            )
            if ends := [page for page in reached if page in self.waiting]:
                return max(ends, key=lambda page: (reached[page], -page))
            met.update(reached)
            level = list(reached)
        return next(iter(self.waiting), None)


def _reversed(links: Sequence[Sequence[int]]) -> list[list[int]]:
    sources: list[list[int]] = [[] for _ in links]
    for page, targets in enumerate(links):
        for target in targets:
            sources[target].append(page)
    return sources
