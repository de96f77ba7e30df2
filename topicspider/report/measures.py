"""Measures of a crawl: harvest rates, counts and the key numbers. Pure functions of flags, numbers and visits."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from topicspider.frontier.base import DUPLICATE_OUTCOMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from topicspider.report.summary import CrawlSummary, VisitRow

WINDOW = 100


@dataclass(frozen=True, slots=True)
class HostCount:
    host: str
    pages: int
    relevant: int


@dataclass(frozen=True, slots=True)
class KeyNumbers:
    """``harvest`` and ``recent`` (over the last ``WINDOW`` pages) lie in [0, 1] and are 0 without pages."""

    pages: int
    relevant: int
    harvest: float
    recent: float
    duplicates: int
    errors: int
    hosts: int
    waiting: int
    seconds: float
    pages_per_second: float


def harvest_curve(flags: Sequence[bool]) -> list[float]:
    """H(n) = relevant among the first n pages / n, for n = 1 … len(flags)."""
    return windowed_harvest(flags, window=max(1, len(flags)))


def windowed_harvest(flags: Sequence[bool], window: int = WINDOW) -> list[float]:
    """Share of relevant pages among the last ``window`` up to each page; among all so far while there are fewer."""
    rates, relevant = [], 0
    for n, flag in enumerate(flags, 1):
        relevant += flag
        if n > window:
            relevant -= flags[n - 1 - window]
        rates.append(relevant / min(n, window))
    return rates


def histogram(values: Iterable[float], bins: int = 20) -> list[int]:
    """Counts of values in [0, 1] in ``bins`` equal bins; each holds its lower edge, the last one 1.0 as well."""
    counts = [0] * bins
    for value in values:
        counts[min(int(value * bins), bins - 1)] += 1
    return counts


def top_hosts(pages: Iterable[VisitRow], count: int) -> list[HostCount]:
    """The hosts with the most relevant pages; of equals the one with fewer pages first."""
    fetched: Counter[str] = Counter()
    relevant: Counter[str] = Counter()
    for page in pages:
        fetched[page.host] += 1
        relevant[page.host] += page.relevant
    hosts = [HostCount(host, fetched[host], relevant[host]) for host in fetched]
    return sorted(hosts, key=lambda host: (-host.relevant, host.pages, host.host))[:count]


def charset_counts(pages: Iterable[VisitRow]) -> list[tuple[str, int]]:
    """Pages by charset, the most frequent first."""
    return by_count(Counter(page.charset for page in pages))


def by_count(counts: Counter[str]) -> list[tuple[str, int]]:
    """Names with their counts, the highest first, equals by name."""
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def key_numbers(summary: CrawlSummary) -> KeyNumbers:
    pages = [visit for visit in summary.visits if visit.is_page]
    flags = [page.relevant for page in pages]
    seconds = (summary.finished_at - summary.started_at).total_seconds()
    return KeyNumbers(
        pages=len(pages),
        relevant=sum(flags),
        harvest=_share(flags),
        recent=_share(flags[-WINDOW:]),
        duplicates=sum(page.outcome in DUPLICATE_OUTCOMES for page in pages),
        errors=sum(summary.errors.values()),
        hosts=len({page.host for page in pages}),
        waiting=summary.waiting,
        seconds=seconds,
        pages_per_second=len(pages) / seconds if seconds > 0 else 0.0,
    )


def _share(flags: Sequence[bool]) -> float:
    return sum(flags) / len(flags) if flags else 0.0
