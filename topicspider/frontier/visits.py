"""The log of visits in the frontier file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from topicspider.frontier.base import PAGE_OUTCOMES, Visit, VisitRecord, VisitTotals

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

_PAGES = ", ".join(f"'{outcome}'" for outcome in sorted(PAGE_OUTCOMES))


class VisitLog:
    """Reads and writes the table ``visit``; the frontier holds the transaction."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        row = db.execute(f"SELECT count(*), coalesce(sum(relevant), 0) FROM visit WHERE outcome IN ({_PAGES})")
        self.totals = VisitTotals(*row.fetchone())

    def write(self, link_id: int, visit: Visit) -> None:
        self._db.execute(
            "INSERT INTO visit VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                link_id,
                visit.outcome,
                visit.fetched_at,
                visit.relevance,
                visit.relevant,
                visit.title,
                visit.charset,
                visit.reason,
            ),
        )
        if visit.outcome in PAGE_OUTCOMES:
            self.totals = VisitTotals(self.totals.pages + 1, self.totals.relevant + visit.relevant)

    def __iter__(self) -> Iterator[VisitRecord]:
        rows = self._db.execute(
            "SELECT url, host.name, score, depth, outcome, fetched_at, relevance, relevant, title, charset, reason"
            " FROM visit JOIN link ON link.id = visit.link JOIN host ON host.id = link.host ORDER BY visit.id"
        )
        for url, host, score, depth, outcome, fetched_at, relevance, relevant, title, charset, reason in rows:
            visit = Visit(outcome, fetched_at, relevance, bool(relevant), title, charset, reason=reason)
            yield VisitRecord(url, host, score, depth, visit)
