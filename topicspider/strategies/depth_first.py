from __future__ import annotations

from typing import TYPE_CHECKING

from topicspider.strategies.base import LinkView, PageView, Score, Strategy

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_PAGES = 2**30
"""So many pages have scores of their own; a double still tells 4 million links of each apart."""


class DepthFirst(Strategy):
    """The other baseline without a topic: the links of the page fetched last come first, in their order on the page.

    score = (n − i/k) / 2³⁰, in [0, 1], for link i = 0 … k−1 of the n-th page. It falls within a page, so that a link
    found again on a later page takes its place in the order of that page. n goes down with the links as ``inherited``:
    so a crawl that is taken up again counts on from where it was.
    """

    def __init__(self) -> None:
        self.pages_ = 0

    def score(self, page: PageView, links: Sequence[LinkView]) -> list[Score]:
        self.pages_ = min(MOST_PAGES, max(self.pages_, round(page.inherited * MOST_PAGES)) + 1)
        inherited = self.pages_ / MOST_PAGES
        return [Score((self.pages_ - place / len(links)) / MOST_PAGES, inherited) for place in range(len(links))]
