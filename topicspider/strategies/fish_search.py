from __future__ import annotations

from typing import TYPE_CHECKING

from topicspider.strategies.base import LinkView, PageView, Score, Strategy

if TYPE_CHECKING:
    from collections.abc import Sequence

BEGIN, MIDDLE, END = 1.0, 0.5, 0.0
"""The three places of the fish's list where a link can be put."""


class FishSearch(Strategy):
    """De Bra, Post, "Information retrieval in the World-Wide Web: making client-based searching feasible", WWW1 1994.

    A school of fish swims on where there is food and dies out after D pages without any:

    * page relevant (r ≥ *relevant_from*): its first ⌊α·W⌋ links score 1, the rest 0; all may go D pages further;
    * page irrelevant: its first W links score 0.5, the rest 0; all may go one page less far than the page itself;
    * page that may go no further: all its links score 0, so they come when nothing else is left.

    D is *depth* (seeds have all of it), W *width*, α *widening*. How far a link may go is ``inherited``, as its share
    of D. The scores are those of the restatement with a priority queue by Hersovici et al., WWW7 1998, except that a
    link found again keeps what it inherited together with the higher score, not the higher of both.
    """

    def __init__(self, *, depth: int = 3, width: int = 10, widening: float = 1.5, relevant_from: float = 0.5) -> None:
        self.depth = depth
        self.width = width
        self.widening = widening
        self.relevant_from = relevant_from

    def score(self, page: PageView, links: Sequence[LinkView]) -> list[Score]:
        relevant = page.relevance >= self.relevant_from
        left = self._left(page)
        inherited = (self.depth if relevant else max(0, left - 1)) / max(1, self.depth)
        first = self._first(left, relevant)
        place = BEGIN if relevant else MIDDLE
        return [Score(place if number < first else END, inherited) for number in range(len(links))]

    def _left(self, page: PageView) -> int:
        """How many pages further the links of *page* may go."""
        return self.depth if page.depth == 0 else round(page.inherited * self.depth)

    def _first(self, left: int, relevant: bool) -> int:
        """How many links of a page are not put at the end."""
        if left <= 0:
            return 0
        return int(self.widening * self.width) if relevant else self.width
