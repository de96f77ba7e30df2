"""What a fetched page is to a crawl, and its links with their scores. The same for a live crawl and a simulation."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from topicspider.frontier.base import Content, FrontierLink, Visit
from topicspider.guards import Guard
from topicspider.page.endings import DOCUMENTS, ending_of
from topicspider.page.sites import is_same_site, is_within
from topicspider.page.urls import host_of, url_identity
from topicspider.strategies.base import IN_TEXT, BlockView, LinkView, PageView

if TYPE_CHECKING:
    from collections.abc import Collection

    from topicspider.frontier.base import Frontier, Original
    from topicspider.page import Link
    from topicspider.reading import Reading, SitemapReading
    from topicspider.strategies.base import Score, Strategy
    from topicspider.topic import Judgement

_MOST_KEYWORDS = 8
_MAX_ANCHOR = 200
_IN_SITEMAP = BlockView("list")
_MAX_TITLE = 200
# Words that say nothing of the page behind, and signs and digits before, between and after them.
_EMPTY_ANCHOR_RE = re.compile(
    r"[\W\d_]*+(?:(?:"
    r"(?:阅读|了解)?+(?:更多|详情|详细|全文|这里|进入|查看|点击|浏览)"
    r"|[上下前后]一?[页篇条]|第[\d一二三四五六七八九十百]++页|首页|尾页|末页|返回\s*+\w{0,4}+"
    r"|read\s*+more|more|next|prev(?:ious)?+|here|link"
    r")[\W\d_]*+)*+",
    re.IGNORECASE,
)


def visit_page(
    reading: Reading | None,
    source: FrontierLink,
    final_url: str,
    fetched_at: float,
    *,
    scorer: LinkScorer,
    frontier: Frontier,
) -> tuple[Visit, list[FrontierLink]]:
    """Return how the visit of *source* turned out, and the links to queue.

    *final_url* is where redirects led. The outcome ``stored`` means that the page is to be stored: whether it was is
    known later. What the strategy now thinks of waiting URLs goes to the frontier at once.
    """
    visit = Visit("stored", fetched_at, final_url=_other_resource(source.url, final_url))
    if reading is None:
        return visit._replace(outcome="not_html"), []
    page, judgement = reading.page, reading.judgement
    visit = visit._replace(title=page.title[:_MAX_TITLE], charset=page.charset)
    if page.wall == "missing":
        scorer.guard.fetched(page.url, page.content_md5, page.frame_md5, relevant=False)
        scorer.strategy.learn(source.url, 0.0)
        return visit._replace(outcome="missing"), []
    content = Content(page.content_md5, reading.sketch, visit.title) if page.content_md5 else None
    first = content and frontier.claim_content(content, source.url)
    relevant = judgement.relevant and not first
    scorer.guard.fetched(page.url, page.content_md5, page.frame_md5, relevant=relevant)
    if first:
        scorer.strategy.learn(source.url, 0.0)
        return _duplicate(visit, first), scorer.score(reading, source) if first.is_near else []
    scorer.strategy.learn(source.url, judgement.relevance)
    links = scorer.score(reading, source)
    if scores := scorer.strategy.updates():
        frontier.set_scores(scores)
    outcome = "noindex" if page.noindex else "stored"
    reason = "wants a login" if page.wall == "login" else _keywords(judgement)
    visit = visit._replace(outcome=outcome, reason=reason, content=content)
    return visit._replace(relevance=judgement.relevance, relevant=judgement.relevant), links


def visit_sitemap(
    reading: SitemapReading, source: FrontierLink, fetched_at: float, *, scorer: LinkScorer
) -> tuple[Visit, list[FrontierLink]]:
    """Return how the visit of the sitemap *source* turned out, and its pages and sitemaps to queue."""
    reason = f"{len(reading.pages)} pages, {len(reading.children)} sitemaps"
    return Visit("sitemap", fetched_at, reason=reason), scorer.score_sitemap(reading, source)


def _keywords(judgement: Judgement) -> str:
    """The keywords of the page with their counts, most frequent first."""
    terms = sorted(judgement.terms.items(), key=lambda item: -item[1])
    return ", ".join(f"{keyword} {count}" for keyword, count in terms[:_MOST_KEYWORDS])


def _duplicate(visit: Visit, first: Original) -> Visit:
    outcome, how = ("near_duplicate", "nearly as") if first.is_near else ("duplicate", "as")
    return visit._replace(outcome=outcome, reason=f"{how} {first.url}", same_as=first.url)


def _link(url: str, score: Score, depth: int, parent: str, anchor: str) -> FrontierLink:
    value, inherited, importance, factors = score
    return FrontierLink(url, value, depth, parent, anchor[:_MAX_ANCHOR], inherited, importance, factors)


def _other_resource(asked: str, came: str) -> str | None:
    return came if came != asked and url_identity(came) != url_identity(asked) else None


class LinkScorer:
    """Scores the links of a page by *strategy*.

    Links of a page at *max_depth* are not followed (0: no limit; seeds have depth 0), nor those to hosts outside
    *allowed_domains* (empty: all are allowed), nor to what by its ending is no page: pictures, archives, programs.
    With *documents* those to PDF and Word files are followed from relevant pages. What *guard* refuses is left out.
    """

    def __init__(
        self,
        strategy: Strategy,
        *,
        max_depth: int = 0,
        allowed_domains: Collection[str] = (),
        documents: bool = False,
        guard: Guard | None = None,
    ) -> None:
        self.strategy = strategy
        self.guard = guard or Guard()
        self.documents = documents
        self.max_depth = max_depth
        self.allowed_domains = frozenset(domain.lower() for domain in allowed_domains)

    def score(self, reading: Reading, source: FrontierLink) -> list[FrontierLink]:
        """Return the links of the page, to which *source* led, as the frontier takes them."""
        page, judgement = reading.page, reading.judgement
        if page.nofollow or (self.max_depth and source.depth >= self.max_depth):
            return []
        found = self._follow(reading)
        view = PageView(page.url, judgement.relevance, source.depth, source.inherited, len(found), page.is_hub)
        scores = self.strategy.score(view, [link_view for _, link_view in found])
        return [
            _link(link.url, score, source.depth + 1, page.url, link.anchor)
            for (link, _), score in zip(found, scores, strict=True)
        ]

    def score_sitemap(self, reading: SitemapReading, source: FrontierLink) -> list[FrontierLink]:
        """Return what the sitemap names as the frontier takes it; pages of other sites are none of its business."""
        if self.max_depth and source.depth >= self.max_depth:
            return []
        rated = zip(reading.pages, reading.titles, strict=True)
        found = [(page, title) for page, title in rated if self._names(source, page.url) and not ending_of(page.url)]
        views = [LinkView(page.url, title, has_anchor=page.title != "", block=_IN_SITEMAP) for page, title in found]
        scores = self.strategy.score(PageView(source.url, 0.0, source.depth, source.inherited, len(views)), views)
        links = [
            _link(page.url, score, source.depth + 1, source.url, page.title)
            for (page, _), score in zip(found, scores, strict=True)
        ]
        children = [child for child in reading.children if self._names(source, child)]
        return [*(source._replace(url=child, parent=source.url) for child in children), *links]

    def _names(self, sitemap: FrontierLink, url: str) -> bool:
        """Say whether *sitemap* may name *url*: one of its own site, or of the site whose robots.txt names it."""
        sites = filter(None, (sitemap.url, sitemap.parent))
        return any(is_same_site(url, site) for site in sites) and self.is_allowed(url) and self.guard.may_queue(url)

    def _follow(self, reading: Reading) -> list[tuple[Link, LinkView]]:
        """Return the links to follow, one a URL: of several the one with the longest anchor, in place of the first."""
        best: dict[str, tuple[Link, LinkView]] = {}
        documents = self.documents and reading.judgement.relevant
        blocks = zip(reading.page.link_blocks, reading.hits, strict=True)
        lists = [BlockView(block.role, block.likeness, hits) for block, hits in blocks]
        for link, anchor, context in zip(reading.page.links, reading.anchors, reading.contexts, strict=True):
            if link.nofollow or link.url == reading.page.url or not self.is_allowed(link.url):
                continue
            if (ending := ending_of(link.url)) and (ending not in DOCUMENTS or not documents):
                continue
            if link.url not in best and not self.guard.may_queue(link.url):
                continue
            known = best.get(link.url)
            if known is None or len(link.anchor) > len(known[0].anchor):
                says_something = not _EMPTY_ANCHOR_RE.fullmatch(link.anchor)
                block = IN_TEXT if link.block < 0 else lists[link.block]
                best[link.url] = link, LinkView(link.url, anchor, context, says_something, link.boilerplate, block)
        return list(best.values())

    def is_allowed(self, url: str) -> bool:
        if not self.allowed_domains:
            return True
        return is_within(host_of(url), self.allowed_domains)
