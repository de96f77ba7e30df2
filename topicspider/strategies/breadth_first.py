from __future__ import annotations

from typing import TYPE_CHECKING

from topicspider.strategies.base import LinkView, PageView, Score, Strategy

if TYPE_CHECKING:
    from collections.abc import Sequence


class BreadthFirst(Strategy):
    """The baseline without a topic: score = 1/(2 + depth of the page), the nearest to the seeds first.

    Links of the same depth come in the order in which they were found.
    """

    def score(self, page: PageView, links: Sequence[LinkView]) -> list[Score]:
        return [Score(1 / (2 + page.depth))] * len(links)
