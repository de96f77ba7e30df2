from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

import numpy as np

from topicspider.strategies.base import LinkView, PageView, Score, Strategy

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

_MOST_ROUNDS = 100


class PageRank(Strategy):
    """Cho, Garcia-Molina, Page, "Efficient crawling through URL ordering", WWW7 1998: the highest PageRank first.

    score = w / (1 + w), in [0, 1), with w = N·PR, the PageRank over the pages fetched and the URLs found on them in
    units of 1/N (``page_ranks``): a score of 1/2 is that of a page as important as all are on average.

    All is computed anew every *every* fetched pages; then ``updates`` has the new scores of all URLs not yet fetched.
    In between a link adds d·w(page)/out(page) to the w of its URL, which starts at 1 − d. d is *damping*. A page's
    links count as they were at its first fetch, one a URL. Held in memory: every URL that was met, and 8 bytes a link.
    """

    def __init__(self, *, damping: float = 0.85, every: int = 500, tolerance: float = 1e-6) -> None:
        self.damping = damping
        self.every = every
        self.tolerance = tolerance
        self.ids_: dict[str, int] = {}
        self.weights_ = array("d")
        self.sources_ = array("i")
        self.targets_ = array("i")
        self.fetched_: set[int] = set()
        self.changed_ = False

    def score(self, page: PageView, links: Sequence[LinkView]) -> list[Score]:
        targets = [self._id(link.url) for link in links]
        source = self._id(page.url)
        if source not in self.fetched_:
            self._add_page(source, targets)
        values = [_value(self.weights_[target]) for target in targets]
        return [Score(value, importance=value) for value in values]

    def updates(self) -> Mapping[str, float]:
        if not self.changed_:
            return {}
        self.changed_ = False
        waiting = ((url, number) for url, number in self.ids_.items() if number not in self.fetched_)
        return {url: _value(self.weights_[number]) for url, number in waiting}

    def _id(self, url: str) -> int:
        number = self.ids_.setdefault(url, len(self.ids_))
        if number == len(self.weights_):
            self.weights_.append(1 - self.damping)
        return number

    def _add_page(self, source: int, links: Sequence[int]) -> None:
        self.fetched_.add(source)
        targets = [target for target in dict.fromkeys(links) if target != source]
        for target in targets:
            self.sources_.append(source)
            self.targets_.append(target)
            self.weights_[target] += self.damping * self.weights_[source] / len(targets)
        if len(self.fetched_) % max(1, self.every) == 0:
            self._compute()

    def _compute(self) -> None:
        ranks = page_ranks(
            np.array(self.weights_),
            np.array(self.sources_),
            np.array(self.targets_),
            damping=self.damping,
            tolerance=self.tolerance,
        )
        self.weights_ = array("d", ranks.tobytes())
        self.changed_ = True


def page_ranks(
    start: NDArray[np.float64],
    sources: NDArray[np.intc],
    targets: NDArray[np.intc],
    *,
    damping: float = 0.85,
    tolerance: float = 1e-6,
) -> NDArray[np.floating]:
    """Return w(p) = N·PR(p) = (1 − d) + d·Σ w(q)/out(q) over the pages q that link to p; shape (N,), each ≥ 1 − d.

    *start*, of shape (N,), is where the iteration begins; link number k leads from node ``sources[k]`` to node
    ``targets[k]``. It ends when w changes by *tolerance* a node on average, at the latest after 100 rounds. What pages
    without links would pass on is lost: to share it out evenly would multiply every w by the same number.
    """
    nodes = len(start)
    ranks: NDArray[np.floating] = start
    per_link = damping / np.bincount(sources, minlength=nodes)[sources]
    for _ in range(_MOST_ROUNDS):
        passed_on = np.bincount(targets, weights=per_link * ranks[sources], minlength=nodes)
        before, ranks = ranks, (1 - damping) + passed_on
        if np.abs(ranks - before).sum() <= tolerance * nodes:
            break
    return ranks


def _value(weight: float) -> float:
    return weight / (1 + weight)
