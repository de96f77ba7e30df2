"""How many pages a host, a registered domain and a URL pattern may bring, and what the user says of single hosts."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from topicspider.page.sites import registered_domain

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


class HostRule(NamedTuple):
    """What the user wants of a host."""

    banned: bool = False
    max_pages: int | None = None
    boost: float = 1.0
    """By which the scores of its URLs are multiplied when hosts are compared; above 0."""


class Budgets:
    """Counts pages; 0 is no limit. *rules* are by host."""

    def __init__(self, *, per_host: int = 0, per_domain: int = 0, per_pattern: int = 0) -> None:
        self.per_host = per_host
        self.per_domain = per_domain
        self.per_pattern = per_pattern
        self.rules: Mapping[str, HostRule] = {}
        self._hosts: Counter[str] = Counter()
        self._domains: Counter[str] = Counter()
        self._patterns: Counter[str] = Counter()

    def resume(self, pages: Iterable[tuple[str, int]]) -> None:
        """Take over the *pages* by host of earlier runs of the job."""
        for host, count in pages:
            self._count(host, count)

    def fetched(self, host: str, pattern: str) -> None:
        self._count(host, 1)
        if self.per_pattern:
            self._patterns[pattern] += 1

    def spent(self, host: str, pattern: str) -> str:
        """Return which budget has no more for a URL: ``banned``, ``host_budget``, ``domain_budget``,
        ``pattern_budget``; ``""`` for none.
        """
        rule = self.rules.get(host)
        if rule and rule.banned:
            return "banned"
        limit = self.per_host if rule is None or rule.max_pages is None else rule.max_pages
        if (limit or (rule and rule.max_pages == 0)) and self._hosts[host] >= limit:
            return "host_budget"
        if self.per_domain and self._domains[registered_domain(host)] >= self.per_domain:
            return "domain_budget"
        return "pattern_budget" if self.per_pattern and self._patterns[pattern] >= self.per_pattern else ""

    def _count(self, host: str, pages: int) -> None:
        self._hosts[host] += pages
        if self.per_domain:
            self._domains[registered_domain(host)] += pages
