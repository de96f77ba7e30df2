from __future__ import annotations

from typing import TYPE_CHECKING

from topicspider.strategies.base import LinkView, PageView, Score, Strategy

if TYPE_CHECKING:
    from collections.abc import Sequence


class BestFirstPage(Strategy):
    """Naive best-first: score = (1 − ε)·r(page) + ε·r(anchor), in [0, 1].

    The best-first crawler of Menczer, Pant, Srinivasan, "Topical web crawlers: evaluating adaptive algorithms", TOIT
    2004: a link is worth what its page is worth. All links of a page tie then; ε, *tie_break*, is so small that the
    anchor decides between them and between hardly any pages.
    """

    def __init__(self, *, tie_break: float = 1e-6) -> None:
        self.tie_break = tie_break

    def score(self, page: PageView, links: Sequence[LinkView]) -> list[Score]:
        from_page = (1 - self.tie_break) * page.relevance
        return [
            Score(
                from_page + self.tie_break * link.anchor_relevance,
                factors={"page": page.relevance, "anchor": link.anchor_relevance},
            )
            for link in links
        ]
