"""Writes at the end what the crawl was: report.html, urls.txt, and a table on the terminal."""

from __future__ import annotations

import logging
import sys
from collections import Counter
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Self

from scrapy.exceptions import NotConfigured

from topicspider import config
from topicspider.frontier.base import PAGE_OUTCOMES
from topicspider.report.html import render_report
from topicspider.report.summary import CrawlSummary, VisitRow
from topicspider.report.text import summary_table, urls_txt
from topicspider.signals import frontier_closing

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from scrapy.crawler import Crawler

    from topicspider.frontier import Frontier, VisitRecord

logger = logging.getLogger(__name__)


class Report:
    """Tells the whole job, all its runs together. *paths* are label → what else was made."""

    def __init__(self, crawler: Crawler, folder: Path, paths: Mapping[str, str]) -> None:
        self.crawler = crawler
        self.folder = folder
        self.paths = paths
        self._started = datetime.now(UTC)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = crawler.settings
        if not settings.getbool("TOPIC_REPORT"):
            raise NotConfigured("TOPIC_REPORT is off")
        folder = config.output_folder(settings)
        paths = {"Database": config.shown_database(settings)}
        if settings.getbool("TOPIC_HTML_FILES"):
            paths["HTML files"] = str(folder / "html")
        report = cls(crawler, folder, paths)
        crawler.signals.connect(report.frontier_closing, signal=frontier_closing)
        return report

    def frontier_closing(self, frontier: Frontier, reason: str) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        html, urls = self.folder / "report.html", self.folder / "urls.txt"
        summary = self._summary(frontier, reason, {**self.paths, "Report": str(html), "Visited URLs": str(urls)})
        html.write_text(render_report(summary), encoding="utf-8")
        with urls.open("w", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in urls_txt(summary.visits))
        self._print(summary)

    def _summary(self, frontier: Frontier, reason: str, paths: Mapping[str, str]) -> CrawlSummary:
        settings = self.crawler.settings
        records = list(frontier.visits())
        started = min((record.visit.fetched_at for record in records), default=self._started.timestamp())
        return CrawlSummary(
            topic=settings["TOPIC_NAME"],
            strategy=settings["TOPIC_STRATEGY"],
            judge=settings["TOPIC_JUDGE"],
            started_at=datetime.fromtimestamp(started, UTC),
            finished_at=datetime.now(UTC),
            finish_reason=reason,
            visits=[_row(record) for record in records],
            waiting=len(frontier),
            errors=Counter(_error(record) for record in records if not _row(record).is_page),
            paths=paths,
        )

    def _print(self, summary: CrawlSummary) -> None:
        from rich.console import Console

        if sys.stdout.isatty():
            Console().print(summary_table(summary))
        else:
            Console(width=120, file=sys.stdout).print(summary_table(summary))


def _row(record: VisitRecord) -> VisitRow:
    visit = record.visit
    return VisitRow(
        record.url,
        record.host,
        visit.outcome,
        visit.relevance,
        visit.relevant,
        record.score,
        record.depth,
        visit.fetched_at,
        visit.title,
        visit.charset,
        visit.reason if visit.outcome in PAGE_OUTCOMES else "",
        record.parent,
        record.anchor,
        record.factors,
    )


def _error(record: VisitRecord) -> str:
    return f"{record.visit.outcome}: {record.visit.reason}" if record.visit.reason else record.visit.outcome
