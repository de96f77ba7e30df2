"""From a reading to scored links for the frontier. Pure, so that a live crawl and a simulation score the same way."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from topicspider.frontier.base import FrontierLink
from topicspider.page.urls import host_of
from topicspider.strategies.base import LinkView, PageView

if TYPE_CHECKING:
    from collections.abc import Collection

    from topicspider.page import Link
    from topicspider.reading import Reading
    from topicspider.strategies.base import Strategy

_MAX_ANCHOR = 200
# Words that say nothing of the page behind, and signs and digits before, between and after them.
_EMPTY_ANCHOR_RE = re.compile(
    r"[\W\d_]*+(?:(?:"
    r"(?:阅读|了解)?+(?:更多|详情|详细|全文|这里|进入|查看|点击|浏览)"
    r"|[上下前后]一?[页篇条]|第[\d一二三四五六七八九十百]++页|首页|尾页|末页|返回\s*+\w{0,4}+"
    r"|read\s*+more|more|next|prev(?:ious)?+|here|link"
    r")[\W\d_]*+)*+",
    re.IGNORECASE,
)


class LinkScorer:
    """Scores the links of a page by *strategy*.

    Links of a page at *max_depth* are not followed (0: no limit; seeds have depth 0), nor those to hosts outside
    *allowed_domains* (empty: all are allowed).
    """

    def __init__(self, strategy: Strategy, *, max_depth: int = 0, allowed_domains: Collection[str] = ()) -> None:
        self.strategy = strategy
        self.max_depth = max_depth
        self.allowed_domains = frozenset(domain.lower() for domain in allowed_domains)

    def score(self, reading: Reading, source: FrontierLink) -> list[FrontierLink]:
        """Return the links of the page, to which *source* led, as the frontier takes them."""
        page, judgement = reading.page, reading.judgement
        if page.nofollow or (self.max_depth and source.depth >= self.max_depth):
            return []
        found = self._follow(reading)
        view = PageView(page.url, judgement.relevance, source.depth, source.inherited, len(found))
        scores = self.strategy.score(view, [link_view for _, link_view in found])
        depth, url = source.depth + 1, page.url
        return [
            FrontierLink(link.url, value, depth, url, link.anchor[:_MAX_ANCHOR], inherited, importance, factors)
            for (link, _), (value, inherited, importance, factors) in zip(found, scores, strict=True)
        ]

    def _follow(self, reading: Reading) -> list[tuple[Link, LinkView]]:
        """Return the links to follow, one a URL: of several the one with the longest anchor, in place of the first."""
        best: dict[str, tuple[Link, LinkView]] = {}
        for link, anchor, context in zip(reading.page.links, reading.anchors, reading.contexts, strict=True):
            if link.nofollow or link.url == reading.page.url or not self._is_allowed(link.url):
                continue
            known = best.get(link.url)
            if known is None or len(link.anchor) > len(known[0].anchor):
                says_something = not _EMPTY_ANCHOR_RE.fullmatch(link.anchor)
                best[link.url] = link, LinkView(link.url, anchor, context, says_something, link.boilerplate)
        return list(best.values())

    def _is_allowed(self, url: str) -> bool:
        if not self.allowed_domains:
            return True
        labels = host_of(url).split(".")
        return any(".".join(labels[start:]) in self.allowed_domains for start in range(len(labels)))
