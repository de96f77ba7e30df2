from __future__ import annotations

from typing import TYPE_CHECKING

from topicspider.strategies.base import LinkView, PageView, Score, Strategy
from topicspider.strategies.importance import importance

if TYPE_CHECKING:
    from collections.abc import Sequence


class RelevanceImportance(Strategy):
    """Relevance of source page and anchor, shaded by the importance of the URL; in [0, 1].

    score = b · max(r, floor) · (0.8 + 0.2 · I), with r = λ·s + (1 − λ)·a

    * s, what the page passes on: its relevance, or *decay* of what it inherited itself if that is more: so a path
      through a few irrelevant pages fades but is not cut off (tunnelling, as in Shark-Search);
    * a, relevance of the anchor; where the anchor says nothing ("more", a number, none), that of the words around it;
    * I, the importance of the URL (``importance``): it orders links of equal relevance and never outweighs it;
    * b, *boilerplate* for links in navigation, footers and sidebars, 1 for the others.
    """

    def __init__(
        self,
        *,
        page_share: float = 0.5,
        decay: float = 0.5,
        importance_share: float = 0.2,
        boilerplate: float = 0.6,
        floor: float = 0.02,
        link_share: float = 0.5,
        max_outlinks: int = 100,
        literal_slashes: bool = False,
    ) -> None:
        self.page_share = page_share
        self.decay = decay
        self.importance_share = importance_share
        self.boilerplate = boilerplate
        self.floor = floor
        self.link_share = link_share
        self.max_outlinks = max_outlinks
        self.literal_slashes = literal_slashes

    def score(self, page: PageView, links: Sequence[LinkView]) -> list[Score]:
        inherited = max(page.relevance, self.decay * page.inherited)
        return [self._score_link(page, inherited, link) for link in links]

    def _score_link(self, page: PageView, inherited: float, link: LinkView) -> Score:
        anchor = link.anchor_relevance if link.has_anchor else link.context_relevance
        weight = importance(
            link.url,
            page.outlinks,
            link_share=self.link_share,
            max_outlinks=self.max_outlinks,
            literal_slashes=self.literal_slashes,
        )
        relevance = self.page_share * inherited + (1 - self.page_share) * anchor
        shade = 1 - self.importance_share + self.importance_share * weight
        position = self.boilerplate if link.boilerplate else 1.0
        value = position * shade * max(relevance, self.floor)
        return Score(value, inherited, weight, {"page": inherited, "anchor": anchor, "position": position})
