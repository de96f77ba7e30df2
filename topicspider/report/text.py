"""The crawl in plain lines: urls.txt, the table at the end, and the line that shows progress."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topicspider.report.measures import WINDOW, key_numbers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.table import Table

    from topicspider.report.summary import CrawlSummary, VisitRow


def urls_txt(visits: Iterable[VisitRow]) -> Iterator[str]:
    """Tab-separated lines without line ends, one a visit in crawl order, below a header that starts with ``#``."""
    yield "# n\trelevance\trelevant\toutcome\tdepth\turl"
    for n, visit in enumerate(visits, 1):
        yield f"{n}\t{visit.relevance:.4f}\t{visit.relevant:d}\t{visit.outcome}\t{visit.depth}\t{visit.url}"


def fact_rows(summary: CrawlSummary) -> list[tuple[str, str]]:
    """What there is to say about a crawl in numbers, as (label, value)."""
    numbers = key_numbers(summary)
    return [
        ("Pages fetched", f"{numbers.pages:,}"),
        ("Relevant", f"{numbers.relevant:,}"),
        ("Harvest rate", f"{numbers.harvest:.1%}"),
        (f"Harvest rate, last {WINDOW}", f"{numbers.recent:.1%}"),
        ("Duplicates", f"{numbers.duplicates:,}"),
        ("Errors", f"{numbers.errors:,}"),
        ("Hosts", f"{numbers.hosts:,}"),
        ("URLs waiting", f"{numbers.waiting:,}"),
        ("Time", duration(numbers.seconds)),
        ("Pages per second", f"{numbers.pages_per_second:.1f}"),
        ("Finished because", summary.finish_reason),
    ]


def summary_table(summary: CrawlSummary) -> Table:
    """The facts and then the paths of what was made, for the terminal."""
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text(f"Crawl about {summary.topic}"), show_header=False)
    for label, value in fact_rows(summary):
        table.add_row(label, Text(value))
    table.add_section()
    for label, path in summary.paths.items():
        table.add_row(Text(label), Text(path, overflow="fold"))
    return table


def live_line(
    *, pages: int, relevant: int, harvest: float, recent: float, waiting: int, pages_per_second: float, errors: int
) -> str:
    """One line of progress; ``harvest`` (over all) and ``recent`` (over the last 100 pages) lie in [0, 1]."""
    return (
        f"{pages:,} pages, {relevant:,} relevant, harvest {harvest:.1%} (last {WINDOW}: {recent:.1%}), "
        f"{waiting:,} waiting, {pages_per_second:.1f} pages/s, {errors:,} errors"
    )


def duration(seconds: float) -> str:
    """``9.5 s``, ``2 min 05 s`` or ``3 h 07 min``."""
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(int(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest:02d} s"
    return f"{minutes // 60} h {minutes % 60:02d} min"
