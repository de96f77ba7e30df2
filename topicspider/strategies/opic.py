from __future__ import annotations

from typing import TYPE_CHECKING

from topicspider.strategies.base import LinkView, PageView, Score, Strategy

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_MOST = 1 - 1e-12  # the score whose cash is still a number


class Opic(Strategy):
    """Abiteboul, Preda, Cobena, "Adaptive on-line page importance computation", WWW 2003.

    Each URL has cash. When a page is fetched, its cash is shared evenly between its distinct links, and it has none
    left. The URL with the most cash comes next: it is linked from many pages, or from important ones.

    score = cash / (cash + half), in [0, 1): it grows with the cash, and *half* is the cash that scores 1/2.

    Each seed brings a cash of 1 when it is fetched. The score is also ``inherited``: a page whose URL was never met as
    a link (the end of a redirect, or of a crawl taken up again) has the cash that its own link had. Cash that comes to
    pages fetched already stays there. One entry is held in memory for each URL that was met.
    """

    def __init__(self, *, half: float = 0.01) -> None:
        self.half = half
        self.cash_: dict[str, float] = {}
        self.fetched_: set[str] = set()
        self.risen_: set[str] = set()

    def score(self, page: PageView, links: Sequence[LinkView]) -> list[Score]:
        cash = self._spend(page)
        targets = dict.fromkeys(link.url for link in links)
        for url in targets:
            self._receive(url, cash / len(targets))
        values = [self._value(self.cash_[link.url]) for link in links]
        return [Score(value, inherited=value, importance=value) for value in values]

    def updates(self) -> Mapping[str, float]:
        scores = {url: self._value(self.cash_[url]) for url in self.risen_ - self.fetched_}
        self.risen_.clear()
        return scores

    def _spend(self, page: PageView) -> float:
        """Return the cash of *page* and leave it without."""
        known = self.cash_.get(page.url)
        self.cash_[page.url] = 0.0
        if page.url in self.fetched_:
            return known or 0.0
        self.fetched_.add(page.url)
        if page.depth == 0:
            return 1.0 + (known or 0.0)
        return self._cash(page.inherited) if known is None else known

    def _receive(self, url: str, cash: float) -> None:
        if url not in self.cash_:
            self.cash_[url] = cash
        elif cash > 0:
            self.cash_[url] += cash
            self.risen_.add(url)

    def _value(self, cash: float) -> float:
        return cash / (cash + self.half)

    def _cash(self, value: float) -> float:
        value = min(value, _MOST)
        return self.half * value / (1 - value)
