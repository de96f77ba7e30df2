from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from topicspider.strategies.base import LinkView, PageView, Score, Strategy

if TYPE_CHECKING:
    from collections.abc import Sequence


class RandomOrder(Strategy):
    """The baseline without any knowledge: score = blake2b(seed, URL) as a number, even over [0, 1).

    A URL has the same score wherever and whenever it is found; another *seed* is another order.
    """

    def __init__(self, *, seed: int = 0) -> None:
        self.seed = seed

    def score(self, page: PageView, links: Sequence[LinkView]) -> list[Score]:
        return [Score(self._number(link.url)) for link in links]

    def _number(self, url: str) -> float:
        text = f"{self.seed} {url}".encode("utf-8", "surrogatepass")
        digest = blake2b(text, digest_size=8).digest()
        return (int.from_bytes(digest, "big") >> 11) / 2**53  # 53 bits: all that a double holds
