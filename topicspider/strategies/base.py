"""What a strategy sees of a page and its links, and what it answers: numbers in, numbers out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_NO_FACTORS: Mapping[str, float] = MappingProxyType({})


class BlockView(NamedTuple):
    """The list of links that a link stands in, as a strategy sees it; numbers are in [0, 1]."""

    role: str = "text"
    """``text`` for a link within the text, ``list``, ``navigation``, or ``noise``: advertising, friend links."""
    likeness: float = 0.0
    """How much its heading and anchors say what the page's main text says."""
    hit_share: float = 0.0
    """Share of its links whose anchors say something of the topic."""


IN_TEXT = BlockView()


class LinkView(NamedTuple):
    """A link as a strategy sees it; relevances are in [0, 1]."""

    url: str
    anchor_relevance: float = 0.0
    context_relevance: float = 0.0
    has_anchor: bool = True
    """Whether the anchor says anything: it is not empty, a number or a word like "more"."""
    boilerplate: bool = False
    block: BlockView = IN_TEXT


class PageView(NamedTuple):
    """A fetched page as a strategy sees it."""

    url: str
    relevance: float
    """Judged relevance, in [0, 1]."""
    depth: int = 0
    inherited: float = 0.0
    """What its own link inherited, in [0, 1]."""
    outlinks: int = 0
    """Distinct http(s) targets."""
    is_hub: bool = False
    """Whether it is a list of links, with hardly any text of its own."""


class Score(NamedTuple):
    """The score of a link, in [0, 1], and what made it."""

    value: float
    inherited: float = 0.0
    importance: float = 0.0
    factors: Mapping[str, float] = _NO_FACTORS


class Strategy(ABC):
    """Says how much each link of a page is worth fetching.

    Parameters are keyword-only and only stored; what is learned while crawling ends in ``_``.
    """

    @abstractmethod
    def score(self, page: PageView, links: Sequence[LinkView]) -> list[Score]:
        """Return a score for each of *links*, in their order."""

    def learn(self, url: str, relevance: float) -> None:  # noqa: B027 -- most strategies do not learn
        """Hear how the page behind *url*, as given to ``score``, turned out: *relevance* in [0, 1], 0 for a duplicate.

        The crawl calls it before ``score`` of the links of that page.
        """

    def updates(self) -> Mapping[str, float]:
        """New scores, by URL as given to ``score``, of links scored before, since the last call.

        The crawl calls it after each ``score``. A strategy whose opinion of a waiting URL changes later says so here;
        URLs that do not wait are left alone.
        """
        return {}
