"""report.html: one file that needs nothing else, from the template beside this module."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from heapq import nlargest
from importlib import resources
from typing import TYPE_CHECKING

from topicspider.report.measures import (
    WINDOW,
    by_count,
    charset_counts,
    harvest_curve,
    histogram,
    top_hosts,
    windowed_harvest,
)
from topicspider.report.svg import bar_chart, rate_chart
from topicspider.report.text import fact_rows

if TYPE_CHECKING:
    from collections.abc import Sequence

    from topicspider.report.summary import CrawlSummary, VisitRow

_TOP_PAGES = 20
_LEAST_SURPRISE = 0.2
_TOP_HOSTS = 15
_TOP_NAMES = 15


@dataclass(frozen=True, slots=True)
class _PageLine:
    """``href`` is None when the URL is of a kind that must not be followed from a report."""

    href: str | None
    title: str
    host: str
    relevance: float
    score: float
    keywords: str
    way: str
    """How it was found, and what its score was made of."""


def render_report(summary: CrawlSummary) -> str:
    """The whole report as an HTML document."""
    from jinja2 import Environment, StrictUndefined

    source = resources.files("topicspider.report").joinpath("template.html").read_text("utf-8")
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    pages = [visit for visit in summary.visits if visit.is_page]
    return environment.from_string(source).render(
        summary=summary,
        facts=fact_rows(summary),
        window=WINDOW,
        harvest_chart=_harvest_chart([page.relevant for page in pages]),
        relevance_chart=_relevance_chart([page.relevance for page in pages]),
        hosts=top_hosts(pages, _TOP_HOSTS),
        pages=_best_pages(pages),
        surprises=_surprises(pages),
        charsets=charset_counts(pages)[:_TOP_NAMES],
        errors=by_count(Counter(summary.errors))[:_TOP_NAMES],
    )


def _harvest_chart(flags: Sequence[bool]) -> str | None:
    if not flags:
        return None
    curves = {"recent": windowed_harvest(flags), "overall": harvest_curve(flags)}
    return rate_chart(curves, "Harvest rate over the pages in crawl order")


def _relevance_chart(relevances: Sequence[float]) -> str | None:
    return bar_chart(histogram(relevances), "Number of pages by relevance") if relevances else None


def _best_pages(pages: Sequence[VisitRow]) -> list[_PageLine]:
    """The stored relevant pages with the highest relevance, of equals the earlier first."""
    relevant = (page for page in pages if page.relevant and page.outcome == "stored")
    return [_page_line(page) for page in nlargest(_TOP_PAGES, relevant, key=lambda page: page.relevance)]


def _surprises(pages: Sequence[VisitRow]) -> list[_PageLine]:
    """Pages whose relevance is farthest from the score that their link had, seeds apart."""
    linked = (page for page in pages if page.parent and abs(page.relevance - page.score) >= _LEAST_SURPRISE)
    return [
        _page_line(page) for page in nlargest(_TOP_PAGES, linked, key=lambda page: abs(page.relevance - page.score))
    ]


def _page_line(page: VisitRow) -> _PageLine:
    href = page.url if page.url.lower().startswith(("http://", "https://")) else None
    title = _clip(page.title.strip() or page.url)
    return _PageLine(href, title, page.host, page.relevance, page.score, _clip(page.keywords), _way(page))


def _way(page: VisitRow) -> str:
    factors = ", ".join(f"{name} {value:.2f}" for name, value in page.factors.items())
    found = f"“{_clip(page.anchor, 40)}” on {_clip(page.parent, 80)}" if page.parent else "a seed"
    return f"{found}: {factors}" if factors else found


def _clip(text: str, limit: int = 120) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"
