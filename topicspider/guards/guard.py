"""Whether a URL is worth asking for at all: by itself, by what its like have brought, and by the budgets."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

from topicspider.guards.budgets import Budgets
from topicspider.guards.novelty import Novelty
from topicspider.guards.rules import is_calendar, static_refusal
from topicspider.guards.shape import shape_of
from topicspider.page.urls import host_of

OF_HOSTS = frozenset({"banned", "host_budget", "domain_budget", "host_repeats"})
"""Reasons that hold for all URLs of the host."""
MAX_CALENDAR = 50


class Guard:
    """Refuses what only a trap has (``rules``), what repeats itself (``Novelty``), and what is beyond its *budgets*.

    * ``pattern_repeats``: a pattern of URLs that brought 60 pages, at most a tenth of them of new content;
    * ``pattern_is_dull``: one that brought 40 pages since its last relevant one, at most a quarter of which differ
      in more than numbers, as those of calendars do not;
    * ``calendar``: a pattern of a calendar that brought 50 pages, relevant or not;
    * ``host_repeats``: a host that brought 200 pages, at most a twentieth of them new.

    ``refused`` counts links that were not queued, by reason.
    """

    def __init__(self, budgets: Budgets | None = None, *, year: int | None = None) -> None:
        self.budgets = budgets or Budgets()
        self.year = year or datetime.now(UTC).year
        self.patterns = Novelty(enough=60, share=1 / 10)
        self.dull_patterns = Novelty(enough=40, share=1 / 4)
        self.hosts = Novelty(enough=200, share=1 / 20)
        self.calendars: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()

    def fetched(self, url: str, content: str | None, frame: str | None, *, relevant: bool) -> None:
        """Hear of a page that came from *url*: *content* names its text, *frame* its text without numbers."""
        host, shape = host_of(url), shape_of(url)
        self.budgets.fetched(host, shape)
        self.patterns.fetched(shape, content)
        self.hosts.fetched(host, content)
        if is_calendar(url):
            self.calendars[shape] += 1
        if relevant:
            self.dull_patterns.begin_anew(shape)
        else:
            self.dull_patterns.fetched(shape, frame)

    def refusal(self, url: str) -> str:
        """Return why *url* is not to be fetched now, ``""`` for no reason."""
        host = host_of(url)
        reason = self._of_address(url) or self.budgets.spent(host, shape_of(url))
        return reason or ("host_repeats" if self.hosts.is_spent(host) else "")

    def may_queue(self, url: str) -> bool:
        """Say whether a link to *url* is to be queued, and count it if not. Budgets may be raised until its turn."""
        reason = self._of_address(url)
        if reason:
            self.refused[reason] += 1
        return not reason

    def _of_address(self, url: str) -> str:
        reason = static_refusal(url, self.year)
        if reason:
            return reason
        if not (self.calendars or self.patterns or self.dull_patterns):
            return ""
        shape = shape_of(url)
        if self.calendars[shape] >= MAX_CALENDAR:
            return "calendar"
        if self.patterns.is_spent(shape):
            return "pattern_repeats"
        return "pattern_is_dull" if self.dull_patterns.is_spent(shape) else ""
