"""The log of visits in the frontier file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from topicspider.frontier.base import PAGE_OUTCOMES, Visit, VisitRecord, VisitTotals
from topicspider.frontier.links import read_factors

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Sequence

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
            "SELECT url, host.name, score, depth, (SELECT url FROM link AS source WHERE source.id = link.parent),"
            " anchor, factors, outcome, fetched_at, relevance, relevant, title, charset, reason"
            " FROM visit JOIN link ON link.id = visit.link JOIN host ON host.id = link.host ORDER BY visit.id"
        )
        for url, host, score, depth, parent, anchor, factors, *row in rows:
            yield VisitRecord(url, host, score, depth, visit_of(row), parent, anchor, read_factors(factors))


def visit_of(row: Sequence[Any]) -> Visit:
    """The visit of a row of outcome, fetched_at, relevance, relevant, title, charset and reason."""
    outcome, fetched_at, relevance, relevant, title, charset, reason = row
    return Visit(outcome, fetched_at, relevance, bool(relevant), title, charset, reason=reason)
