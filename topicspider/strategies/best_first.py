from __future__ import annotations

from typing import TYPE_CHECKING

from topicspider.strategies.base import LinkView, PageView, Score, Strategy

if TYPE_CHECKING:
    from collections.abc import Sequence


class BestFirst(Strategy):
    """Best-first on page and anchor: score = λ·r(page) + (1 − λ)·r(anchor), in [0, 1].

    Batsakis, Petrakis, Milios, "Improving the performance of focused web crawlers", DKE 2009: a crawler does best
    when the content of the page and the anchor are combined. λ is *page_share*.
    """

    def __init__(self, *, page_share: float = 0.5) -> None:
        self.page_share = page_share

    def score(self, page: PageView, links: Sequence[LinkView]) -> list[Score]:
        from_page = self.page_share * page.relevance
        return [
            Score(
                from_page + (1 - self.page_share) * link.anchor_relevance,
                factors={"page": page.relevance, "anchor": link.anchor_relevance},
            )
            for link in links
        ]
