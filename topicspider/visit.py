"""The visit of a page: judge it and score its links. Pure, so that a live crawl and a simulation run the same code."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from topicspider.frontier.base import FrontierLink
from topicspider.page.urls import host_of
from topicspider.strategies.base import LinkView, PageView

if TYPE_CHECKING:
    from collections.abc import Collection

    from topicspider.page import Link, Page
    from topicspider.strategies.base import Strategy
    from topicspider.topic import Judgement, Topic

_EMPTY_ANCHOR_RE = re.compile(
    r"[\W\d_]*|(?:(?:查看|阅读|点击|了解)?(?:更多|详情|详细|全文|这里|进入|查看|点击|浏览)[\W]*)+|read\s*more|more|next|prev(?:ious)?|here|link"
    r"|[上下]一?[页篇]|首页|尾页|末页|返回.{0,4}",
    re.I,
)


class PageVisit(NamedTuple):
    """What a page was judged to be, and its links as the frontier takes them."""

    judgement: Judgement
    links: list[FrontierLink]


class Visitor:
    """Judges pages of a *topic* and scores their links by a *strategy*.

    Links of a page at *max_depth* are not followed (0: no limit; seeds have depth 0), nor those to hosts outside
    *allowed_domains* (empty: all are allowed).
    """

    def __init__(
        self, topic: Topic, strategy: Strategy, *, max_depth: int = 0, allowed_domains: Collection[str] = ()
    ) -> None:
        self.topic = topic
        self.strategy = strategy
        self.max_depth = max_depth
        self.allowed_domains = frozenset(domain.lower() for domain in allowed_domains)

    def visit(self, page: Page, source: FrontierLink) -> PageVisit:
        """Judge *page*, to which *source* led, and score its links."""
        judgement = self.topic.judge(page)
        return PageVisit(judgement, self.score_links(page, judgement, source))

    def score_links(self, page: Page, judgement: Judgement, source: FrontierLink) -> list[FrontierLink]:
        if page.nofollow or (self.max_depth and source.depth >= self.max_depth):
            return []
        links = [link for link in _distinct(page) if self._is_allowed(link.url)]
        view = PageView(page.url, judgement.relevance, source.depth, source.inherited, len(links))
        scores = self.strategy.score(view, self._views(links))
        return [
            FrontierLink(
                link.url,
                score.value,
                source.depth + 1,
                page.url,
                link.anchor[:200],
                score.inherited,
                score.importance,
                score.factors,
            )
            for link, score in zip(links, scores, strict=True)
        ]

    def _is_allowed(self, url: str) -> bool:
        if not self.allowed_domains:
            return True
        labels = host_of(url).split(".")
        return any(".".join(labels[start:]) in self.allowed_domains for start in range(len(labels)))

    def _views(self, links: list[Link]) -> list[LinkView]:
        anchors = self.topic.rate([link.anchor for link in links])
        contexts = self.topic.rate([link.context for link in links])
        return [
            LinkView(link.url, anchor, context, not _EMPTY_ANCHOR_RE.fullmatch(link.anchor), link.boilerplate)
            for link, anchor, context in zip(links, anchors, contexts, strict=True)
        ]


def _distinct(page: Page) -> list[Link]:
    """Return one link a URL: of several the one with the longest anchor, in the place of the first."""
    found: dict[str, Link] = {}
    for link in page.links:
        if link.nofollow or link.url == page.url:
            continue
        known = found.get(link.url)
        if known is None or len(link.anchor) > len(known.anchor):
            found[link.url] = link
    return list(found.values())
