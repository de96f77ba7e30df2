"""The values a report is made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from topicspider.frontier.base import PAGE_OUTCOMES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime


@dataclass(frozen=True, slots=True)
class VisitRow:
    """One URL that was asked for. ``relevance`` and ``score`` lie in [0, 1], ``fetched_at`` is a Unix time; outcomes
    are those of ``topicspider.frontier.Visit``.
    """

    url: str
    host: str
    outcome: str
    relevance: float
    relevant: bool
    score: float
    depth: int
    fetched_at: float
    title: str
    charset: str
    keywords: str = ""
    """Those of a page, with their counts."""
    parent: str | None = None
    anchor: str = ""
    factors: Mapping[str, float] = field(default_factory=dict)
    """What made its score, by name."""

    @property
    def is_page(self) -> bool:
        """True when a page came back and was read, whether or not it was stored."""
        return self.outcome in PAGE_OUTCOMES


@dataclass(frozen=True, slots=True)
class CrawlSummary:
    """A crawl from its first visit to its last. ``visits`` are in crawl order, the times are aware.

    ``waiting`` counts the URLs left in the frontier; ``errors`` counts by reason; ``paths`` are label → what was made.
    """

    topic: str
    strategy: str
    judge: str
    started_at: datetime
    finished_at: datetime
    finish_reason: str
    visits: Sequence[VisitRow]
    waiting: int
    errors: Mapping[str, int]
    paths: Mapping[str, str]
