from __future__ import annotations

from typing import TYPE_CHECKING

from topicspider.strategies.base import LinkView, PageView, Score, Strategy

if TYPE_CHECKING:
    from collections.abc import Sequence


class SharkSearch(Strategy):
    """Hersovici et al., "The shark-search algorithm. An application: tailored Web site mapping", WWW7 1998.

    score = γ·i + (1 − γ)·(β·a + (1 − β)·c), in [0, 1]

    * i, what the link inherits: δ·r(page) if r(page) > τ, otherwise δ times what the page's own link inherited, so
      that a path through irrelevant pages fades;
    * a = r(anchor);
    * c = 1 if a > 0, otherwise r(context).

    δ is *decay*, τ *tau*, γ *inherited_share*, β *anchor_share*. The paper has τ = 0: with weighted keywords nearly
    every page has some similarity, and nothing would ever fade.
    """

    def __init__(
        self, *, decay: float = 0.5, tau: float = 0.1, inherited_share: float = 0.5, anchor_share: float = 0.8
    ) -> None:
        self.decay = decay
        self.tau = tau
        self.inherited_share = inherited_share
        self.anchor_share = anchor_share

    def score(self, page: PageView, links: Sequence[LinkView]) -> list[Score]:
        inherited = self.decay * (page.relevance if page.relevance > self.tau else page.inherited)
        return [self._score_link(inherited, link) for link in links]

    def _score_link(self, inherited: float, link: LinkView) -> Score:
        anchor = link.anchor_relevance
        context = 1.0 if anchor > 0 else link.context_relevance
        neighbourhood = self.anchor_share * anchor + (1 - self.anchor_share) * context
        value = self.inherited_share * inherited + (1 - self.inherited_share) * neighbourhood
        return Score(value, inherited, factors={"page": inherited, "anchor": anchor, "context": context})
